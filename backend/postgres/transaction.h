// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <optional>
#include <utility>

namespace onceover {

// How a COMMIT ended. In doubt means exactly that: only a locking read on another connection can
// tell.
class CommitOutcome
{
public:
    enum class Kind
    {
        // Durable as far as the session's synchronous_commit asks, without any reservation by the
        // server.
        Committed,
        // Proven not to have happened.
        RolledBack,
        InDoubt,
    };

    static CommitOutcome committed() { return CommitOutcome(Kind::Committed, std::nullopt); }

    static CommitOutcome rolledBack(Error error)
    {
        return CommitOutcome(Kind::RolledBack, std::move(error));
    }

    static CommitOutcome inDoubt(Error error)
    {
        return CommitOutcome(Kind::InDoubt, std::move(error));
    }

    Kind kind() const { return m_kind; }

    bool isCommitted() const { return m_kind == Kind::Committed; }

    bool isRolledBack() const { return m_kind == Kind::RolledBack; }

    bool isInDoubt() const { return m_kind == Kind::InDoubt; }

    // Why it is not committed; none for Committed.
    const std::optional<Error>& error() const { return m_error; }

    // For callers to whom in doubt is one failure among others: the error keeps its effect.
    Result<void> toResult() const
    {
        if (m_error) {
            return Failure(*m_error);
        }
        return {};
    }

private:
    CommitOutcome(Kind kind, std::optional<Error> error)
        : m_kind(kind)
        , m_error(std::move(error))
    {}

    Kind m_kind;
    std::optional<Error> m_error;
};

// An explicit transaction on a connection that outlives it. What is not committed when it goes out
// of scope is rolled back; if that fails, the connection is broken and the server rolls back by
// itself.
class Transaction
{
public:
    enum class Mode
    {
        // READ COMMITTED, read and write.
        ReadWrite,
        // REPEATABLE READ, read only: one snapshot for several statements.
        Snapshot,
    };

    static Result<Transaction> begin(
        Connection& connection, Deadline deadline, Mode mode = Mode::ReadWrite);

    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    Result<Rows> execute(const SqlStatement& statement, const Params& params, Deadline deadline);
    Result<Rows> executeScript(std::string_view name, std::string_view text, Deadline deadline);

    // Ends the transaction for good: no second commit, no statement afterwards.
    CommitOutcome commit(Deadline deadline);
    Result<void> rollback(Deadline deadline);

private:
    explicit Transaction(Connection& connection)
        : m_connection(&connection)
    {}

    CommitOutcome judge(const Result<Rows>& answer);

    // Null once the transaction has ended.
    Connection* m_connection;
};

} // namespace onceover
