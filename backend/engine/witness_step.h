// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_parts.h"

#include <vector>

namespace onceover {

// The journal as a witness against a database that was rolled back: whatever this core called must
// be there. What is missing fences the database. Run once after every connect.
class WitnessStep
{
public:
    // `called` are attempts with a CALLING in the journal, oldest first; the newest are asked for.
    WitnessStep(EngineParts& parts, std::vector<Uuid> called)
        : m_parts(parts)
        , m_called(std::move(called))
    {}

    void add(const Uuid& attemptId) { m_called.push_back(attemptId); }

    // Error fence.witness: something is missing, and the database is fenced now.
    Result<void> run();

private:
    EngineParts& m_parts;
    std::vector<Uuid> m_called;
};

} // namespace onceover
