// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_parts.h"

#include <set>
#include <vector>

namespace onceover {

// A claimed attempt and when, by the machine's own clock, its claim was begun.
struct FreshClaim
{
    ClaimedAttempt attempt;
    std::uint64_t session = 0;
    std::int64_t claimedAtBootMs = 0;
};

// Claims payments: ids first, in the journal, then the one transaction. Ids that the database did
// not use stay the step's own and are offered again, so that an idle core writes nothing.
class ClaimStep
{
public:
    explicit ClaimStep(EngineParts& parts)
        : m_parts(parts)
    {}

    // At most `count` attempts. A commit in doubt claims nothing here: its ids are left to the
    // settling step, which looks each of them up.
    Result<std::vector<FreshClaim>> run(const ProviderProfile& profile, int count);

    // Journaled, offered to no claim whose end is unknown.
    const std::set<Uuid>& freeIds() const { return m_freeIds; }

private:
    Result<std::vector<Uuid>> takeIds(int count);

    EngineParts& m_parts;
    std::set<Uuid> m_freeIds;
};

} // namespace onceover
