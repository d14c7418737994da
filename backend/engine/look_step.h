// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/call_runner.h"
#include "backend/engine/engine_counts.h"
#include "backend/engine/engine_parts.h"

#include <memory>

namespace onceover {

// One look at a payment: read the facts, ask the provider about each key, store what it answered,
// judge, apply, and say when to look again. A look may be repeated at any point; it sends nothing.
class LookStep
{
public:
    LookStep(EngineParts& parts, CallRunner& runner)
        : m_parts(parts)
        , m_runner(runner)
    {}

    // Reads the facts and starts the questions: true. A payment without anybody to ask is judged by
    // what is on record: false.
    Result<bool> begin(
        const Uuid& paymentId, const std::shared_ptr<Provider>& provider, EngineCounts& counts);

    // Stores the answers and concludes.
    Result<void> finish(const FinishedLook& look, EngineCounts& counts);

private:
    Result<void> store(
        const LookFacts& facts, const KeyAnswer& answer, const ProviderProfile& profile);
    Result<std::string> apply(const LookFacts& facts, const Verdict& verdict);
    Result<void> conclude(
        const LookFacts& facts, const ProviderProfile& profile, EngineCounts& counts);

    EngineParts& m_parts;
    CallRunner& m_runner;
};

} // namespace onceover
