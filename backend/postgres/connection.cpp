// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection.h"

#include "backend/postgres/connection_state.h"

#include <libpq-fe.h>

#include <chrono>
#include <utility>

namespace onceover {

namespace {

// One statement in the session's own words: what is to be in force, whatever role, database or site
// configured. The client-side limits are repeated on the server so that it lets go when we are
// gone.
constexpr const char* kSetUp = R"sql(
select set_config('TimeZone', 'UTC', false),
       set_config('DateStyle', 'ISO, YMD', false),
       set_config('IntervalStyle', 'postgres', false),
       set_config('bytea_output', 'hex', false),
       set_config('search_path', 'pg_catalog, pg_temp', false),
       set_config('client_min_messages', 'notice', false),
       set_config('default_transaction_isolation', 'read committed', false),
       set_config('statement_timeout', '15s', false),
       set_config('lock_timeout', '3s', false),
       set_config('idle_in_transaction_session_timeout', '10s', false),
       set_config('client_connection_check_interval', '2s', false),
       session_user::text as login,
       pg_backend_pid() as pid,
       current_setting('standard_conforming_strings') as standard_strings,
       current_setting('server_version_num')::int as version
)sql";

constexpr int kOldestServer = 150000;

} // namespace

Connection::Connection(std::unique_ptr<State> state)
    : m_state(std::move(state))
{}

Connection::Connection(Connection&& other) noexcept = default;
Connection& Connection::operator=(Connection&& other) noexcept = default;
Connection::~Connection() = default;

Result<Connection> Connection::open(const ConnectionSettings& settings, Deadline deadline)
{
    if (const std::string variable = harmfulDatabaseEnvironment(); !variable.empty()) {
        return Failure(Error::notHappened(
            "database.environment",
            "The environment variable " + variable + " would change where this connection goes."));
    }
    auto conninfo = settings.toConninfo();
    if (!conninfo) {
        return Failure(conninfo.error());
    }
    std::vector<const char*> keywords;
    std::vector<const char*> values;
    for (const auto& [keyword, value] : *conninfo) {
        keywords.push_back(keyword.c_str());
        values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);

    auto state = std::make_unique<State>();
    state->conn.reset(PQconnectStartParams(keywords.data(), values.data(), 0));
    if (!state->conn) {
        return Failure(Error::notHappened("database.away", "There is no memory for a connection."));
    }
    PQsetNoticeReceiver(state->conn.get(), &State::receiveNotice, state.get());
    if (PQstatus(state->conn.get()) == CONNECTION_BAD) {
        return state->breakOff(state->lastWords(), "connect", Effect::None);
    }
    if (auto connected = state->connect(deadline); !connected) {
        return Failure(connected.error());
    }
    if (PQsetnonblocking(state->conn.get(), 1) != 0) {
        return state->breakOff(state->lastWords(), "connect", Effect::None);
    }
    state->login = settings.user;
    Connection connection(std::move(state));
    if (auto ready = connection.setUpSession(settings, deadline); !ready) {
        return Failure(ready.error());
    }
    return connection;
}

Result<void> Connection::setUpSession(const ConnectionSettings& settings, Deadline deadline)
{
    auto rows = control(kSetUp, deadline);
    if (!rows) {
        const Error& error = rows.error();
        return Failure(Error::notHappened(
                           error.code(),
                           error.detail(),
                           error.retry() == Retry::BlindRetry ? Retry::BlindRetry : Retry::Never)
                           .withOrigin("session set-up"));
    }
    const Row row = (*rows)[0];
    const auto refuse = [this](const char* code, std::string detail) {
        m_state->isBroken = true;
        return Failure(Error::notHappened(code, std::move(detail)));
    };
    if (row.text("login") != settings.user) {
        return refuse(
            "database.other_login",
            "The session belongs to login " + row.text("login").value_or("?") + ", not to "
                + settings.user + ".");
    }
    // A pooler hands out its own cancel keys and moves the session between servers: settings, locks
    // and the person behind the session would be anybody's.
    if (row.int64("pid") != PQbackendPID(m_state->conn.get())) {
        return refuse(
            "database.pooler", "A connection pooler stands between this program and the server.");
    }
    if (row.int64("version").value_or(0) < kOldestServer) {
        return refuse("database.too_old", "The server is older than PostgreSQL 15.");
    }
    if (row.text("standard_strings") != "on") {
        return refuse("database.strings", "The server does not use standard strings.");
    }
    takeNotices();
    return {};
}

Result<Rows> Connection::control(const char* text, Deadline deadline)
{
    if (m_state->isBroken) {
        return Failure(databaseAway("The session was given up before.", text, Effect::None));
    }
    if (PQsendQuery(m_state->conn.get(), text) == 0) {
        // libpq may have written part of it before it failed.
        return m_state->breakOff(m_state->lastWords(), text, Effect::Possible);
    }
    return m_state->collect(text, Effect::Possible, deadline);
}

Result<Rows> Connection::execute(
    const SqlStatement& statement, const Params& params, Deadline deadline)
{
    if (m_state->isBroken) {
        return Failure(
            databaseAway("The session was given up before.", statement.name, Effect::None));
    }
    const std::string text(statement.text);
    const std::size_t firstWithNul = params.firstWithNul();
    if (firstWithNul != 0 || text.find('\0') != std::string::npos) {
        return Failure(Error::notHappened(
                           "database.nul",
                           "Parameter $" + std::to_string(firstWithNul)
                               + " holds a NUL character, which text cannot carry.")
                           .withOrigin(std::string(statement.name)));
    }
    std::vector<const char*> values;
    values.reserve(params.values().size());
    for (const auto& value : params.values()) {
        values.push_back(value ? value->c_str() : nullptr);
    }
    const bool wasInTransaction = m_state->isInTransaction();
    const Effect effectIfLost = wasInTransaction ? Effect::None : Effect::Possible;
    const int isSent = PQsendQueryParams(
        m_state->conn.get(),
        text.c_str(),
        static_cast<int>(values.size()),
        nullptr,
        values.data(),
        nullptr,
        nullptr,
        0);
    if (isSent == 0) {
        return m_state->breakOff(m_state->lastWords(), statement.name, effectIfLost);
    }
    auto rows = m_state->collect(statement.name, effectIfLost, deadline);
    if (!m_state->isBroken && m_state->isInTransaction() != wasInTransaction) {
        m_state->isBroken = true;
        return Failure(
            Error::possible(
                "database.transaction_state", "A statement began or ended a transaction.")
                .withOrigin(std::string(statement.name)));
    }
    return rows;
}

Result<Rows> Connection::executeScript(
    std::string_view name, std::string_view text, Deadline deadline)
{
    if (m_state->isBroken) {
        return Failure(databaseAway("The session was given up before.", name, Effect::None));
    }
    const bool wasInTransaction = m_state->isInTransaction();
    const Effect effectIfLost = wasInTransaction ? Effect::None : Effect::Possible;
    if (PQsendQuery(m_state->conn.get(), std::string(text).c_str()) == 0) {
        return m_state->breakOff(m_state->lastWords(), name, effectIfLost);
    }
    auto rows = m_state->collect(name, effectIfLost, deadline);
    if (!m_state->isBroken && m_state->isInTransaction() != wasInTransaction) {
        m_state->isBroken = true;
        return Failure(
            Error::possible("database.transaction_state", "A script began or ended a transaction.")
                .withOrigin(std::string(name)));
    }
    if (!rows && !wasInTransaction && rows.error().effect() == Effect::None) {
        // Earlier statements of the script may have committed by themselves.
        const Error& error = rows.error();
        return Failure(Error::possible(error.code(), error.detail())
                           .withSqlState(error.sqlState())
                           .withOrigin(error.origin()));
    }
    return rows;
}

bool Connection::isBroken() const
{
    return m_state->isBroken;
}

bool Connection::isStillOpen()
{
    // A server that hung up leaves its last words, and then a socket that is readable and gives
    // nothing.
    const Deadline now = Deadline::in(std::chrono::milliseconds(0));
    bool isReadable = true;
    while (isReadable && !m_state->isBroken) {
        isReadable = m_state->awaitInput("look at an idle session", now).value_or(false);
    }
    m_state->heedLastWords();
    return !m_state->isBroken;
}

bool Connection::isInTransaction() const
{
    return m_state->isInTransaction();
}

bool Connection::isInFailedTransaction() const
{
    return m_state->isInFailedTransaction();
}

bool Connection::isHotStandby() const
{
    const char* value = PQparameterStatus(m_state->conn.get(), "in_hot_standby");
    return value != nullptr && std::string_view(value) == "on";
}

const std::string& Connection::login() const
{
    return m_state->login;
}

int Connection::serverVersion() const
{
    return PQserverVersion(m_state->conn.get());
}

int Connection::backendPid() const
{
    return PQbackendPID(m_state->conn.get());
}

std::vector<Notice> Connection::takeNotices()
{
    return std::exchange(m_state->notices, {});
}

Result<std::optional<Notification>> Connection::waitForNotification(Deadline deadline)
{
    PGconn* conn = m_state->conn.get();
    for (;;) {
        if (m_state->isBroken) {
            return Failure(databaseAway(
                "The session was given up before.", "wait for a notification", Effect::None));
        }
        if (PGnotify* received = PQnotifies(conn)) {
            Notification notification{received->relname, received->extra};
            PQfreemem(received);
            return std::optional(std::move(notification));
        }
        const auto isReadable = m_state->awaitInput("wait for a notification", deadline);
        if (!isReadable) {
            return Failure(isReadable.error());
        }
        if (!*isReadable) {
            return std::optional<Notification>();
        }
    }
}

} // namespace onceover
