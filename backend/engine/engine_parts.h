// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/clock.h"
#include "backend/domain/core_identity.h"
#include "backend/domain/id_source.h"
#include "backend/domain/journal.h"
#include "backend/domain/match_store.h"
#include "backend/domain/payment_store.h"
#include "backend/domain/provider_directory.h"

#include <cstdint>

namespace onceover {

// What every step works on. The referenced objects outlive the engine and belong to its thread.
struct EngineParts
{
    PaymentStore& store;
    Journal& journal;
    ProviderDirectory& providers;
    const Clock& clock;
    IdSource& ids;
    CoreIdentity core;
    // Missing where somebody else matches.
    MatchStore* matches = nullptr;
};

// A claim older than this is abandoned, never called: the machine may have slept since.
inline constexpr std::int64_t kMaxClaimAgeMs = 30'000;
// Beyond the provider's own deadlines, what a claim may take until its result is recorded.
inline constexpr std::int64_t kLeaseMarginMs = 90'000;
// Keeps a second core from asking the same question at the same time.
inline constexpr std::int64_t kLookLeaseMs = 60'000;
// How often a core that goes on running looks for lines whose payment may have come since.
inline constexpr std::int64_t kMatchEveryMs = 2'000;

} // namespace onceover
