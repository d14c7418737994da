// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/uuid.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

struct MatchCounts
{
    int linked = 0;
    int candidates = 0;
};

// What the database tells a program that matches, and takes from it: JSON as the functions of
// onceover.match_* speak it. Whatever is proposed is checked again there, so that a wrong program
// links nothing that is not unique.
class MatchStore
{
public:
    virtual ~MatchStore() = default;

    // The next lines without a payment, by id: of one file those after `after`, or, without a file,
    // those whose next look is due. An empty JSON array ends it.
    virtual Result<std::string> takeFreeRecords(
        const std::optional<Uuid>& importId, const std::optional<Uuid>& after, int limit) = 0;

    // What these lines of one layer are compared with. Beginnings are those of references.
    virtual Result<std::string> matchWorld(
        const std::string& layer,
        const std::vector<Uuid>& recordIds,
        const std::vector<std::string>& names,
        const std::vector<std::string>& beginnings) = 0;

    // The looks at these lines are over; `matches` holds a pair an element.
    virtual Result<MatchCounts> applyMatches(
        const std::vector<Uuid>& recordIds, const std::string& matches) = 0;

    // Opens cases for links that a payment which came later puts in doubt; how many.
    virtual Result<int> findLatePayments() = 0;

    // Proposed rules that no core has tested yet, with the cases that are over; empty where there
    // are none.
    virtual Result<std::string> backTestWork() = 0;

    virtual Result<void> recordBackTest(const Uuid& testId, const std::string& test) = 0;
};

} // namespace onceover
