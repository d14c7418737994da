// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"
#include "backend/postgres/transaction.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace onceover {

// One login's session, replaced as a whole once it is broken. Used by one thread.
class PgSession
{
public:
    // `timeout` bounds one statement or transaction, opening the connection included.
    explicit PgSession(
        ConnectionSettings settings, std::chrono::milliseconds timeout = std::chrono::seconds(20));

    // The connection as it is, opened anew when it is missing or broken.
    Result<Connection*> open();
    // Error database.away when the connection is missing or broken: whoever needs to look around
    // first after a lost session (a core, its witness) asks for open() himself.
    Result<Connection*> current();

    // Counts the connections; names the present one.
    std::uint64_t number() const { return m_number; }

    bool isBroken() const { return !m_connection || m_connection->isBroken(); }

    Deadline deadline() const { return Deadline::in(m_timeout); }

    // One statement by itself, committed with its answer.
    static Result<Rows> run(
        Connection& connection,
        const SqlStatement& statement,
        const Params& params,
        Deadline deadline);
    // One statement in a transaction whose COMMIT is judged: anything but a clean one is an error
    // with effect Possible.
    static Result<Rows> runCommitted(
        Connection& connection,
        const SqlStatement& statement,
        const Params& params,
        Deadline deadline);

private:
    ConnectionSettings m_settings;
    std::chrono::milliseconds m_timeout;
    std::optional<Connection> m_connection;
    std::uint64_t m_number = 0;
};

} // namespace onceover
