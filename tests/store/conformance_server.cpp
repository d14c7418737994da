// SPDX-License-Identifier: GPL-3.0-or-later
// The server is started again, the cores find their journals, and what waited takes effect.
#include "tests/simulation/machine_functions.h"
#include "tests/store/conformance_pair.h"
#include "tests/support/without_fence_guard.h"

namespace onceover {

std::string ConformancePair::serverStep(int choice)
{
    if (choice == 20 && m_twin.tables.isArmed()) {
        restart();
        return compare("restart", "", "");
    }
    if (choice < 23)
        return prove(choice == 22);
    return settle();
}

// As far as the functions can tell, without taking the server away from the other tests.
void ConformancePair::restart()
{
    for (const char* table : {"cores", "core_proofs"})
        m_world.runAsOwner(std::string("alter table onceover.") + table + " disable trigger user");
    m_world.runAsOwner("update onceover.cores set proven_start = null");
    m_world.runAsOwner("delete from onceover.core_proofs");
    m_world.runAsOwner("alter table onceover.cores enable always trigger guard_core");
    m_world.runAsOwner(withoutFenceGuard(
        "update onceover.incarnations set state = 'CHECKING', checked_start = '2000-01-01'"));
    m_twin.restart();
}

std::string ConformancePair::prove(bool isOther)
{
    std::string real;
    Uuid coreId = m_core.coreId;
    if (isOther) {
        coreId = StoreFixture::coreId(2);
        mustRun(
            m_world.core2,
            "select * from onceover.begin_check($1, $2, 1)",
            Params().uuid(coreId).uuid(StoreFixture::coreId(22)));
        mustRun(
            m_world.core2,
            "select onceover.finish_check($1, $2, onceover.micros(pg_postmaster_start_time()), 1)",
            Params().uuid(coreId).uuid(StoreFixture::coreId(22)));
    } else if (const auto check = m_store.beginCheck(m_core, 0); !check) {
        return "begin_check: " + check.error().code();
    } else if (const auto done = m_store.finishCheck(m_core, check->startedAtUs, 0); !done) {
        return "finish_check: " + done.error().code();
    }
    m_twin.prove(coreId);
    const std::string state = m_world.scalar("select incarnation_state from review.installation");
    return compare("finish_check", state, m_twin.tables.isArmed() ? "ARMED" : "CHECKING");
}

std::string ConformancePair::settle()
{
    m_waitedCount += static_cast<int>(m_twin.tables.payments.at(m_copy.paymentId).waiting.size());
    const std::string waiting = m_world.scalar(
        "select count(*) from onceover.waiting_facts where payment_id = $1",
        Params().uuid(m_real.paymentId));
    if (waiting != std::to_string(m_twin.tables.payments.at(m_copy.paymentId).waiting.size()))
        return "waiting facts: the database has " + waiting;
    const auto real = m_store.settleStored(m_core, 100);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        return std::to_string(simulation::settleStored(transaction, m_core, 100));
    });
    return compare("settle_stored", real ? std::to_string(*real) : real.error().code(), twin);
}

std::string ConformancePair::endCheck()
{
    for (const bool isOther : {false, true}) {
        if (auto differs = prove(isOther); !differs.empty())
            return differs;
    }
    return settle();
}

} // namespace onceover
