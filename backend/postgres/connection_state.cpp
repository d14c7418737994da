// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection_state.h"

#include "backend/postgres/database_error.h"

#include <libpq-fe.h>

#include <cerrno>

#include <poll.h>

namespace onceover {

namespace {

struct ResultDeleter
{
    void operator()(PGresult* result) const { PQclear(result); }
};

using ResultPtr = std::unique_ptr<PGresult, ResultDeleter>;

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

} // namespace

Error databaseAway(std::string detail, std::string_view origin, Effect effect)
{
    Error error = effect == Effect::None
                      ? Error::notHappened("database.away", std::move(detail), Retry::BlindRetry)
                      : Error::possible("database.away", std::move(detail));
    return std::move(error).withOrigin(std::string(origin));
}

void Connection::State::Closer::operator()(pg_conn* open) const
{
    PQfinish(open);
}

void Connection::State::receiveNotice(void* self, const pg_result* result)
{
    static_cast<State*>(self)->notices.push_back(
        {field(result, PG_DIAG_SEVERITY_NONLOCALIZED),
         field(result, PG_DIAG_SQLSTATE),
         field(result, PG_DIAG_MESSAGE_PRIMARY)});
}

bool Connection::State::isInTransaction() const
{
    return PQtransactionStatus(conn.get()) == PQTRANS_INTRANS || isInFailedTransaction();
}

bool Connection::State::isInFailedTransaction() const
{
    return PQtransactionStatus(conn.get()) == PQTRANS_INERROR;
}

std::string Connection::State::lastWords() const
{
    return trimmed(PQerrorMessage(conn.get()));
}

Failure Connection::State::breakOff(std::string detail, std::string_view origin, Effect effect)
{
    isBroken = true;
    return Failure(databaseAway(std::move(detail), origin, effect));
}

Result<void> Connection::State::connect(Deadline deadline)
{
    PostgresPollingStatusType step = PGRES_POLLING_WRITING;
    while (step != PGRES_POLLING_OK) {
        if (step == PGRES_POLLING_FAILED) {
            return breakOff(lastWords(), "connect", Effect::None);
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
            return breakOff(lastWords(), origin, effect);
        }
        if (waitFor(PQsocket(conn.get()), POLLIN | POLLOUT, deadline) != Wait::Ready) {
            return breakOff("The statement could not be sent in time.", origin, effect);
        }
        if (PQconsumeInput(conn.get()) == 0) {
            return breakOff(lastWords(), origin, effect);
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
            return breakOff(lastWords(), origin, effect);
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

void Connection::State::heedLastWords()
{
    // Outside a statement libpq hands the server's words over as notices, once asked whether it is
    // busy.
    static_cast<void>(PQisBusy(conn.get()));
    for (const Notice& notice : notices) {
        isBroken = isBroken || notice.severity == "FATAL" || notice.severity == "PANIC";
    }
}

Result<bool> Connection::State::awaitInput(std::string_view origin, Deadline deadline)
{
    const Wait wait = waitFor(PQsocket(conn.get()), POLLIN, deadline);
    if (wait == Wait::TimedOut) {
        return false;
    }
    if (wait == Wait::Failed || PQconsumeInput(conn.get()) == 0) {
        return breakOff(lastWords(), origin, Effect::None);
    }
    return true;
}

} // namespace onceover
