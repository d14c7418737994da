// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_parts.h"

#include <cstdint>
#include <optional>

namespace onceover {

// The journal as a witness against a database that was rolled back: whatever this core announced,
// recorded or closed must be there. Run once after every connect, and again while something holds
// the core back.
class WitnessStep
{
public:
    explicit WitnessStep(EngineParts& parts)
        : m_parts(parts)
    {}

    // Nothing: the core may work. An error as value: this is the right database, and results may be
    // stored in it, but nothing moves yet (fence.checking, fence.not_armed, core.not_admitted,
    // core.retired). A failure: nothing may be done here at all; fence.witness, where something is
    // missing and the database is fenced now; fence.older_server; core.other_installation.
    Result<std::optional<Error>> run();

private:
    Result<void> compare(const ServerMark& mark);
    Result<void> prove(const ServerCheck& check);

    EngineParts& m_parts;
    // The connection on which everything was found.
    std::optional<std::uint64_t> m_provenSession;
};

} // namespace onceover
