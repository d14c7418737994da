// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection.h"

#include "backend/postgres/database_error.h"

#include <libpq-fe.h>

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>

namespace onceover {

namespace {

struct ResultDeleter
{
    void operator()(PGresult* result) const { PQclear(result); }
};

using ResultPtr = std::unique_ptr<PGresult, ResultDeleter>;

struct ConnDeleter
{
    void operator()(PGconn* conn) const { PQfinish(conn); }
};

std::string field(const PGresult* result, int code)
{
    const char* value = PQresultErrorField(result, code);
    return value == nullptr ? std::string() : std::string(value);
}

ServerReport reportOf(const PGresult* result)
{
    ServerReport report;
    report.severity = field(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    report.sqlState = field(result, PG_DIAG_SQLSTATE);
    report.message = field(result, PG_DIAG_MESSAGE_PRIMARY);
    report.detail = field(result, PG_DIAG_MESSAGE_DETAIL);
    report.constraint = field(result, PG_DIAG_CONSTRAINT_NAME);
    if (report.severity.empty()) {
        report.message = PQresultErrorMessage(result);
    }
    return report;
}

std::string trimmed(const char* text)
{
    std::string line(text == nullptr ? "" : text);
    while (!line.empty() && (line.back() == '\n' || line.back() == ' ')) {
        line.pop_back();
    }
    return line;
}

Rows rowsOf(const PGresult* result)
{
    const int columnCount = PQnfields(result);
    const int rowCount = PQntuples(result);
    std::vector<std::string> columns;
    columns.reserve(static_cast<std::size_t>(columnCount));
    for (int column = 0; column < columnCount; ++column) {
        columns.emplace_back(PQfname(result, column));
    }
    std::vector<std::optional<std::string>> cells;
    cells.reserve(static_cast<std::size_t>(columnCount) * static_cast<std::size_t>(rowCount));
    for (int row = 0; row < rowCount; ++row) {
        for (int column = 0; column < columnCount; ++column) {
            if (PQgetisnull(result, row, column) != 0) {
                cells.emplace_back(std::nullopt);
            } else {
                const auto length = static_cast<std::size_t>(PQgetlength(result, row, column));
                cells.emplace_back(std::string(PQgetvalue(result, row, column), length));
            }
        }
    }
    // PQcmdTuples and PQcmdStatus only read, but libpq declares their argument non-const.
    auto* readable = const_cast<PGresult*>(result);
    std::int64_t affected = 0;
    for (const char* digit = PQcmdTuples(readable); *digit >= '0' && *digit <= '9'; ++digit) {
        affected = affected * 10 + (*digit - '0');
    }
    return {std::move(columns), std::move(cells), PQcmdStatus(readable), affected};
}

enum class Wait
{
    Ready,
    TimedOut,
    Failed,
};

Wait waitFor(int socket, short events, Deadline deadline)
{
    for (;;) {
        pollfd descriptor{socket, events, 0};
        const int ready = ::poll(&descriptor, 1, deadline.remainingMs());
        if (ready > 0) {
            return Wait::Ready;
        }
        if (ready == 0) {
            return Wait::TimedOut;
        }
        if (errno != EINTR) {
            return Wait::Failed;
        }
    }
}

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

Error away(std::string detail, std::string_view origin, Effect effect)
{
    Error error = effect == Effect::None
                      ? Error::notHappened("database.away", std::move(detail), Retry::BlindRetry)
                      : Error::possible("database.away", std::move(detail));
    return std::move(error).withOrigin(std::string(origin));
}

} // namespace

struct Connection::State
{
    std::unique_ptr<PGconn, ConnDeleter> conn;
    std::string login;
    std::vector<Notice> notices;
    bool isBroken = false;

    static void receiveNotice(void* self, const PGresult* result)
    {
        static_cast<State*>(self)->notices.push_back(
            {field(result, PG_DIAG_SEVERITY_NONLOCALIZED),
             field(result, PG_DIAG_SQLSTATE),
             field(result, PG_DIAG_MESSAGE_PRIMARY)});
    }

    PGTransactionStatusType transactionStatus() const { return PQtransactionStatus(conn.get()); }

    bool isInTransaction() const
    {
        const auto status = transactionStatus();
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
    }

    Failure breakOff(std::string detail, std::string_view origin, Effect effect)
    {
        isBroken = true;
        return Failure(away(std::move(detail), origin, effect));
    }

    Result<void> connect(Deadline deadline);
    Result<void> flush(std::string_view origin, Effect effect, Deadline deadline);
    Result<void> awaitResult(std::string_view origin, Effect effect, Deadline deadline);
    Result<Rows> collect(std::string_view origin, Effect effectIfLost, Deadline deadline);
};

Result<void> Connection::State::connect(Deadline deadline)
{
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;
    while (step != PGRES_POLLING_OK) {
        if (step == PGRES_POLLING_FAILED) {
            return breakOff(trimmed(PQerrorMessage(conn.get())), "connect", Effect::None);
        }
        const short events = step == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        // The socket may be another one after each step: libpq walks through hosts and addresses.
        if (waitFor(PQsocket(conn.get()), events, deadline) != Wait::Ready) {
            return breakOff(
                "The server did not accept the connection in time.", "connect", Effect::None);
        }
        step = PQconnectPoll(conn.get());
    }
    return {};
}

Result<void> Connection::State::flush(std::string_view origin, Effect effect, Deadline deadline)
{
    for (;;) {
        const int pending = PQflush(conn.get());
        if (pending == 0) {
            return {};
        }
        if (pending < 0) {
            return breakOff(trimmed(PQerrorMessage(conn.get())), origin, effect);
        }
        if (waitFor(PQsocket(conn.get()), POLLIN | POLLOUT, deadline) != Wait::Ready) {
            return breakOff("The statement could not be sent in time.", origin, effect);
        }
        if (PQconsumeInput(conn.get()) == 0) {
            return breakOff(trimmed(PQerrorMessage(conn.get())), origin, effect);
        }
    }
}

Result<void> Connection::State::awaitResult(
    std::string_view origin, Effect effect, Deadline deadline)
{
    while (PQisBusy(conn.get()) != 0) {
        if (waitFor(PQsocket(conn.get()), POLLIN, deadline) != Wait::Ready) {
            return breakOff("The server did not answer in time.", origin, effect);
        }
        if (PQconsumeInput(conn.get()) == 0) {
            return breakOff(trimmed(PQerrorMessage(conn.get())), origin, effect);
        }
    }
    return {};
}

// Reads all results of what was sent. The first failure is the answer; with none, the last result's
// rows.
Result<Rows> Connection::State::collect(
    std::string_view origin, Effect effectIfLost, Deadline deadline)
{
    if (auto sent = flush(origin, effectIfLost, deadline); !sent) {
        return Failure(sent.error());
    }
    std::optional<Rows> rows;
    std::optional<Error> failure;
    for (;;) {
        if (auto ready = awaitResult(origin, effectIfLost, deadline); !ready) {
            return Failure(ready.error());
        }
        const ResultPtr result(PQgetResult(conn.get()));
        if (!result) {
            break;
        }
        const ExecStatusType status = PQresultStatus(result.get());
        if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
            rows = rowsOf(result.get());
        } else if (status == PGRES_FATAL_ERROR) {
            const ServerReport report = reportOf(result.get());
            if (!failure) {
                failure = databaseError(report, effectIfLost, origin);
            }
            isBroken = isBroken || report.severity != "ERROR";
        } else {
            // COPY, an empty statement or pipeline leftovers: nothing this program sends.
            return breakOff(
                "The server's answer does not fit the statement.", origin, effectIfLost);
        }
    }
    if (PQstatus(conn.get()) != CONNECTION_OK) {
        isBroken = true;
    }
    if (failure) {
        return Failure(std::move(*failure));
    }
    if (!rows || isBroken) {
        return breakOff("The server closed the session without an answer.", origin, effectIfLost);
    }
    return std::move(*rows);
}

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
    if (auto connected = state->connect(deadline); !connected) {
        return Failure(connected.error());
    }
    if (PQsetnonblocking(state->conn.get(), 1) != 0) {
        return state->breakOff(trimmed(PQerrorMessage(state->conn.get())), "connect", Effect::None);
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
        return Failure(away("The session was given up before.", text, Effect::None));
    }
    if (PQsendQuery(m_state->conn.get(), text) == 0) {
        // libpq may have written part of it before it failed.
        return m_state->breakOff(
            trimmed(PQerrorMessage(m_state->conn.get())), text, Effect::Possible);
    }
    return m_state->collect(text, Effect::Possible, deadline);
}

Result<Rows> Connection::execute(
    const Statement& statement, const Params& params, Deadline deadline)
{
    if (m_state->isBroken) {
        return Failure(away("The session was given up before.", statement.name, Effect::None));
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
        return m_state->breakOff(
            trimmed(PQerrorMessage(m_state->conn.get())), statement.name, effectIfLost);
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
        return Failure(away("The session was given up before.", name, Effect::None));
    }
    const bool wasInTransaction = m_state->isInTransaction();
    const Effect effectIfLost = wasInTransaction ? Effect::None : Effect::Possible;
    if (PQsendQuery(m_state->conn.get(), std::string(text).c_str()) == 0) {
        return m_state->breakOff(trimmed(PQerrorMessage(m_state->conn.get())), name, effectIfLost);
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

bool Connection::isInTransaction() const
{
    return m_state->isInTransaction();
}

bool Connection::isInFailedTransaction() const
{
    return m_state->transactionStatus() == PQTRANS_INERROR;
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
            return Failure(
                away("The session was given up before.", "wait for a notification", Effect::None));
        }
        if (PGnotify* received = PQnotifies(conn)) {
            Notification notification{received->relname, received->extra};
            PQfreemem(received);
            return std::optional(std::move(notification));
        }
        const Wait wait = waitFor(PQsocket(conn), POLLIN, deadline);
        if (wait == Wait::TimedOut) {
            return std::optional<Notification>();
        }
        if (wait == Wait::Failed || PQconsumeInput(conn) == 0) {
            return m_state->breakOff(
                trimmed(PQerrorMessage(conn)), "wait for a notification", Effect::None);
        }
    }
}

} // namespace onceover
