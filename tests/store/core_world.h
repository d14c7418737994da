// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"
#include "tests/store/lock_step.h"

#include <string>

namespace onceover {

// Cores that people decide about, beside the two of every world. All speak under the login m_core2.
class CoreWorld : public DeskWorld
{
public:
    using DeskWorld::DeskWorld;

    struct Core
    {
        Uuid id;
        Uuid nonce;
    };

    std::string uuid();
    // Registered, and not admitted.
    Core listed(const std::string& name);
    // Admitted and proven, without the two people.
    Core admitted(const std::string& name);
    void prove(const Core& subject);
    // It has not found its journal in this start of the server.
    void unprove(const Core& subject);
    // It was last heard of so long ago.
    void silence(const Core& subject, const std::string& since = "1 hour");
    std::string digestOf(const Core& subject);
    std::string proposeCore(
        Connection& who,
        const std::string& id,
        const Core& subject,
        const std::string& kind,
        const std::string& digest = {});
    void closeByTwo(const Core& subject);
    // Accepted and claimed by this core; whatever waited before is claimed on the way.
    std::string sentBy(const Core& subject, int leaseMs);
    std::string attemptOf(const std::string& payment);
    // What it reports of its attempt of this payment.
    std::string result(const Core& subject, const std::string& payment, const char* answer);
    std::string coreState(const Core& subject);
    std::string openAttemptsOf(const Core& subject);
    std::string incarnation();
    static SessionCall claiming(const Core& subject, const std::string& attempt);
};

} // namespace onceover
