// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/call_runner.h"
#include "backend/engine/claim_step.h"
#include "backend/engine/engine_parts.h"

#include <memory>

namespace onceover {

// Makes the one call of a claimed attempt: age, database and journal are asked in this order, and
// any doubt means no call. What is not called stays open in the journal for the settling step.
class SubmitStep
{
public:
    SubmitStep(EngineParts& parts, CallRunner& runner)
        : m_parts(parts)
        , m_runner(runner)
    {}

    // An error says why the attempt was not called; nothing has been sent then.
    Result<void> run(const FreshClaim& claim, const std::shared_ptr<Provider>& provider);

private:
    EngineParts& m_parts;
    CallRunner& m_runner;
};

} // namespace onceover
