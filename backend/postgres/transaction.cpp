// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/transaction.h"

#include <chrono>
#include <string>

namespace onceover {

namespace {

constexpr std::chrono::seconds kRollbackPatience{2};

Error ended()
{
    return Error::notHappened("database.transaction_state", "The transaction has already ended.");
}

} // namespace

Result<Transaction> Transaction::begin(Connection& connection, Deadline deadline, Mode mode)
{
    if (connection.isInTransaction()) {
        return Failure(Error::notHappened(
            "database.transaction_state", "The session is already in a transaction."));
    }
    const char* text = mode == Mode::ReadWrite ? "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
                                               : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    auto begun = connection.control(text, deadline);
    if (!begun) {
        // An empty transaction changes nothing, begun or not.
        const Error& error = begun.error();
        return Failure(Error::notHappened(
                           error.code(),
                           error.detail(),
                           error.code() == "database.away" ? Retry::BlindRetry : Retry::Never)
                           .withSqlState(error.sqlState())
                           .withOrigin("begin"));
    }
    return Transaction(connection);
}

Transaction::Transaction(Transaction&& other) noexcept
    : m_connection(std::exchange(other.m_connection, nullptr))
{}

Transaction::~Transaction()
{
    if (m_connection != nullptr) {
        // A failure breaks the connection, which is all that is left to do here.
        static_cast<void>(rollback(Deadline::in(kRollbackPatience)));
    }
}

Result<Rows> Transaction::execute(
    const SqlStatement& statement, const Params& params, Deadline deadline)
{
    if (m_connection == nullptr) {
        return Failure(ended());
    }
    return m_connection->execute(statement, params, deadline);
}

Result<Rows> Transaction::executeScript(
    std::string_view name, std::string_view text, Deadline deadline)
{
    if (m_connection == nullptr) {
        return Failure(ended());
    }
    return m_connection->executeScript(name, text, deadline);
}

CommitOutcome Transaction::commit(Deadline deadline)
{
    if (m_connection == nullptr) {
        return CommitOutcome::rolledBack(ended());
    }
    if (m_connection->isBroken()) {
        m_connection = nullptr;
        return CommitOutcome::rolledBack(
            Error::notHappened("database.away", "The session was lost before COMMIT was sent."));
    }
    if (!m_connection->isInTransaction() || m_connection->isInFailedTransaction()) {
        static_cast<void>(rollback(Deadline::in(kRollbackPatience)));
        return CommitOutcome::rolledBack(Error::notHappened(
            "commit.failed_before", "A statement of the transaction failed before."));
    }
    m_connection->takeNotices();
    const Result<Rows> answer = m_connection->control("COMMIT", deadline);
    CommitOutcome outcome = judge(answer);
    m_connection = nullptr;
    return outcome;
}

// Every path names its outcome; what is not proven either way is in doubt.
CommitOutcome Transaction::judge(const Result<Rows>& answer)
{
    if (!answer) {
        const Error& error = answer.error();
        const bool isProvenRollback = error.effect() == Effect::None && !m_connection->isBroken()
                                      && !m_connection->isInTransaction();
        return isProvenRollback
                   ? CommitOutcome::rolledBack(error)
                   : CommitOutcome::inDoubt(Error::possible(error.code(), error.detail())
                                                .withSqlState(error.sqlState())
                                                .withOrigin("commit"));
    }
    if (m_connection->isBroken() || m_connection->isInTransaction()) {
        return CommitOutcome::inDoubt(Error::possible(
            "commit.unclear", "The session's state after COMMIT is not what the answer said."));
    }
    if (answer->commandTag() == "ROLLBACK") {
        return CommitOutcome::rolledBack(Error::notHappened(
            "commit.rolled_back", "The server rolled back instead of committing."));
    }
    if (answer->commandTag() != "COMMIT") {
        return CommitOutcome::inDoubt(Error::possible(
            "commit.unclear", "The server answered COMMIT with " + answer->commandTag() + "."));
    }
    // A cancelled wait for a standby answers COMMIT too, and says only by a warning that no standby
    // has it.
    const std::vector<Notice> notices = m_connection->takeNotices();
    if (!notices.empty()) {
        return CommitOutcome::inDoubt(Error::possible("commit.notice", notices.front().message)
                                          .withSqlState(notices.front().sqlState)
                                          .withOrigin("commit"));
    }
    return CommitOutcome::committed();
}

Result<void> Transaction::rollback(Deadline deadline)
{
    Connection* connection = std::exchange(m_connection, nullptr);
    if (connection == nullptr || connection->isBroken()) {
        // The server ends a lost session's transaction by itself.
        return {};
    }
    auto answer = connection->control("ROLLBACK", deadline);
    if (!answer) {
        return Failure(answer.error());
    }
    return {};
}

} // namespace onceover
