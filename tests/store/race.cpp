// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/race.h"

#include <atomic>
#include <thread>

namespace onceover {

std::string afterChange(
    Connection& holder, const std::string& change, Connection& caller, const RacingCall& call)
{
    auto transaction = Transaction::begin(holder, PgFixture::patience());
    if (!transaction || !transaction->executeScript("change", change, PgFixture::patience())) {
        return "the change fails";
    }
    std::atomic<bool> isThrough = false;
    std::string answer;
    std::thread other([&] {
        const auto rows = caller.execute({"test", call.sql}, call.params, PgFixture::patience());
        if (!rows) {
            answer = "[" + rows.error().code() + "]";
        } else if (!rows->isEmpty()) {
            answer = (*rows)[0].text(rows->columns().front()).value_or("");
        }
        isThrough = true;
    });
    while (!isThrough) {
        const Rows waiting = mustRun(
            holder,
            "select count(*) as n from pg_locks l where not l.granted and pg_backend_pid() = "
            "any(pg_blocking_pids(l.pid))");
        if (*waiting[0].int64("n") != 0) {
            break;
        }
    }
    const bool isCommitted = transaction->commit(PgFixture::patience()).isCommitted();
    other.join();
    return isCommitted ? answer : "the change is not committed";
}

std::string commandBehind(
    DeskWorld& world,
    Transaction& open,
    Connection& other,
    const std::string& sql,
    const std::string& id)
{
    std::atomic<bool> isThrough = false;
    std::string code;
    std::thread second([&] {
        code = world.call(other, sql, Params().text(id));
        isThrough = true;
    });
    while (!isThrough && world.scalar("select count(*) from pg_locks where not granted") == "0") {}
    const bool isCommitted = open.commit(PgFixture::patience()).isCommitted();
    second.join();
    return isCommitted ? code : "the first is not committed";
}

} // namespace onceover
