// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/store_fixture.h"
#include "tests/support/tcp_gate.h"
#include "tests/system/cut_core.h"

#include <filesystem>
#include <string>

namespace onceover {

// One installation with one core that reaches it through a gate, and the questions a judge asks
// past the gate. A complaint is a sentence; an empty one means that all is well.
class CutWorld
{
public:
    struct Payment
    {
        std::string id;
        std::string reference;
    };

    // `route` leads the core's login to the database, by way of `gate`.
    CutWorld(
        StoreFixture& fixture,
        const std::string& database,
        TcpGate& gate,
        const ConnectionSettings& route);
    ~CutWorld();

    CutWorld(const CutWorld&) = delete;
    CutWorld& operator=(const CutWorld&) = delete;

    TcpGate& gate() { return m_gate; }

    CutCore& core() { return m_core; }

    CountingProvider& provider() { return m_core.provider(); }

    const std::string& database() const { return m_database; }

    const std::filesystem::path& directory() const { return m_directory; }

    Payment accept();
    std::string status(const Payment& payment);
    bool isArmed();

    // Between a fault and its recovery: a legal state that says no more and no less than what the
    // provider saw, with the next look present, and journal and database that agree.
    std::string complaintAbout(const Payment& payment);
    // Once all is over: SUCCEEDED, one request, nothing open in journal or database.
    std::string complaintAboutEnd(const Payment& payment);
    // Chains, states and balances, re-derived from raw rows by an auditor.
    std::string complaintOfAuditor();

private:
    std::string complaintAboutAttempts(const Payment& payment, bool isOver);

    StoreFixture& m_fixture;
    std::string m_database;
    TcpGate& m_gate;
    Connection m_owner;
    Connection m_intake;
    std::filesystem::path m_directory;
    CutCore m_core;
    int m_accepted = 0;
};

} // namespace onceover
