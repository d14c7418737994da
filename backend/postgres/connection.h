// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/connection_settings.h"
#include "backend/postgres/deadline.h"
#include "backend/postgres/params.h"
#include "backend/postgres/rows.h"
#include "backend/postgres/sql_statement.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// A message the server sent beside the answer.
struct Notice
{
    std::string severity;
    std::string sqlState;
    std::string message;
};

// What a channel told its listener.
struct Notification
{
    std::string channel;
    std::string payload;
};

// One session with the server, used by one thread at a time, every wait bounded by a deadline. On
// any doubt (a lost socket, a passed deadline, an answer that does not fit) it is broken and stays
// so: nothing half-repairs a session.
class Connection
{
public:
    // Connects and sets the session up: UTC, statement_timeout 15 s, lock_timeout 3 s,
    // idle-in-transaction 10 s, an empty search path. Refuses a session that is not the login's own
    // (database.other_login), a pooler in between (database.pooler), harmful PG* variables
    // (database.environment). Resolving a host name may outlast the deadline: libpq asks the
    // resolver without one. Effect of every error: none.
    static Result<Connection> open(const ConnectionSettings& settings, Deadline deadline);

    Connection(Connection&& other) noexcept;
    Connection& operator=(Connection&& other) noexcept;
    ~Connection();

    // One statement. Outside an explicit transaction it commits by itself, and a lost answer leaves
    // its effect possible; inside one, nothing has happened before COMMIT was sent.
    Result<Rows> execute(const SqlStatement& statement, const Params& params, Deadline deadline);

    // Several statements without parameters; the rows of the last. Only inside a transaction is a
    // failure proven to have had no effect.
    Result<Rows> executeScript(std::string_view name, std::string_view text, Deadline deadline);

    bool isBroken() const;
    // Looks, without waiting, whether the server hung up while the session was idle.
    bool isStillOpen();
    // True from BEGIN until the end of the transaction, failed or not.
    bool isInTransaction() const;
    bool isInFailedTransaction() const;
    // The server's own word at connect and ever since.
    bool isHotStandby() const;
    const std::string& login() const;
    int serverVersion() const;
    int backendPid() const;

    // The notices since the last call, oldest first.
    std::vector<Notice> takeNotices();

    // Waits for a notification of a channel this session listens to; nothing if the deadline passes
    // first.
    Result<std::optional<Notification>> waitForNotification(Deadline deadline);

private:
    friend class Transaction;
    struct State;

    explicit Connection(std::unique_ptr<State> state);

    // BEGIN, COMMIT, ROLLBACK: the only ways to change the transaction's state.
    Result<Rows> control(const char* text, Deadline deadline);
    Result<void> setUpSession(const ConnectionSettings& settings, Deadline deadline);

    std::unique_ptr<State> m_state;
};

} // namespace onceover
