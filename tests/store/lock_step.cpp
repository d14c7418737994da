// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/lock_step.h"

#include "backend/postgres/transaction.h"
#include "tests/support/store_fixture.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <thread>

namespace onceover {

namespace {

std::string textOf(const Result<Rows>& rows)
{
    if (!rows)
        return rows.error().code();
    const auto& columns = rows->columns();
    if (rows->isEmpty() || std::find(columns.begin(), columns.end(), "answer") == columns.end())
        return {};
    return (*rows)[0].text("answer").value_or("");
}

// One side: what it answered, and the transaction that still holds it.
class Side
{
public:
    explicit Side(Connection& session)
        : m_transaction(Transaction::begin(session, PgFixture::patience()))
    {}

    void call(const SessionCall& call)
    {
        if (!m_transaction) {
            m_answer = m_transaction.error().code();
            return;
        }
        const auto rows =
            m_transaction->execute({"test", call.sql}, call.params, PgFixture::patience());
        m_answer = textOf(rows);
        m_isDone = rows.has_value();
    }

    // What is checked at the end of a transaction may still refuse.
    std::string finish()
    {
        if (!m_transaction)
            return m_answer;
        if (!m_isDone) {
            static_cast<void>(m_transaction->rollback(PgFixture::patience()));
            return m_answer;
        }
        const CommitOutcome outcome = m_transaction->commit(PgFixture::patience());
        return outcome.isCommitted() ? m_answer : outcome.error()->code();
    }

private:
    Result<Transaction> m_transaction;
    std::string m_answer;
    bool m_isDone = false;
};

std::string backendOf(Connection& session)
{
    return *mustRun(session, "select pg_backend_pid()::text as pid")[0].text("pid");
}

bool isBlocked(Connection& observer, const std::string& backend)
{
    return *mustRun(
                observer,
                "select cardinality(pg_blocking_pids($1::int)) > 0 as blocked",
                Params().text(backend))[0]
                .boolean("blocked");
}

} // namespace

LockStep inLockStep(
    Connection& observer,
    Connection& firstSession,
    const SessionCall& firstCall,
    Connection& secondSession,
    const SessionCall& secondCall,
    const std::function<void()>& between)
{
    LockStep outcome;
    const std::string backend = backendOf(secondSession);
    Side first(firstSession);
    Side second(secondSession);
    first.call(firstCall);
    std::atomic<bool> isThrough = false;
    std::thread asking([&] {
        second.call(secondCall);
        isThrough = true;
    });
    while (!isThrough && !outcome.hasWaited)
        outcome.hasWaited = isBlocked(observer, backend);
    outcome.first = first.finish();
    asking.join();
    if (between)
        between();
    outcome.second = second.finish();
    return outcome;
}

std::vector<std::string> answersAtOnce(
    std::vector<Connection>& sessions, const std::vector<SessionCall>& calls)
{
    std::vector<std::string> answers(calls.size());
    std::barrier start(static_cast<std::ptrdiff_t>(calls.size()));
    std::vector<std::thread> threads;
    for (std::size_t each = 0; each < calls.size(); ++each) {
        threads.emplace_back([&, each] {
            start.arrive_and_wait();
            answers[each] = answerOf(sessions[each], calls[each]);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    return answers;
}

std::string answerOf(Connection& session, const SessionCall& call)
{
    return textOf(session.execute({"test", call.sql}, call.params, PgFixture::patience()));
}

} // namespace onceover
