// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_session.h"

#include <utility>

namespace onceover {

PgSession::PgSession(ConnectionSettings settings, std::chrono::milliseconds timeout)
    : m_settings(std::move(settings))
    , m_timeout(timeout)
{}

Result<Connection*> PgSession::open()
{
    if (isBroken()) {
        m_connection.reset();
        auto opened = Connection::open(m_settings, deadline());
        if (!opened)
            return Failure(opened.error());
        m_connection.emplace(std::move(*opened));
        ++m_number;
    }
    return &*m_connection;
}

Result<Connection*> PgSession::current()
{
    if (isBroken())
        return Failure(Error::notHappened(
            "database.away", "The connection to the database is lost; nothing was asked."));
    return &*m_connection;
}

Result<Rows> PgSession::run(
    Connection& connection, const SqlStatement& statement, const Params& params, Deadline deadline)
{
    return connection.execute(statement, params, deadline);
}

Result<Rows> PgSession::runCommitted(
    Connection& connection, const SqlStatement& statement, const Params& params, Deadline deadline)
{
    auto transaction = Transaction::begin(connection, deadline);
    if (!transaction)
        return Failure(transaction.error());
    auto rows = transaction->execute(statement, params, deadline);
    if (!rows)
        return rows;
    if (const auto ended = transaction->commit(deadline).toResult(); !ended)
        return Failure(ended.error());
    return rows;
}

} // namespace onceover
