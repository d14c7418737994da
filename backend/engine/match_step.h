// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/match_store.h"

namespace onceover {

// Lines without a payment and payments that lack a record meet, a bounded page at a time. What is
// interrupted goes on with the next look; repeating it links nothing twice.
class MatchStep
{
public:
    explicit MatchStep(MatchStore& store)
        : m_store(store)
    {}

    // Every line of one file.
    Result<MatchCounts> matchImport(const Uuid& importId);

    // Lines whose next look is due, and links that a late payment puts in doubt; a few pages at
    // most, so that nothing else waits.
    Result<MatchCounts> matchDue();

    // Tests rules that somebody proposed against the cases that are over; false where there are
    // none.
    Result<bool> testRules(const Uuid& testId);

private:
    // True if the page held lines.
    Result<bool> matchPage(
        const std::optional<Uuid>& importId, std::optional<Uuid>& after, MatchCounts& counts);

    MatchStore& m_store;
};

} // namespace onceover
