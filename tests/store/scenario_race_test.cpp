// SPDX-License-Identifier: GPL-3.0-or-later
// Thirty-two cores at once, each with its own journal and session, after the same payments. The
// everyday size is small; the full one is
//     ONCEOVER_RACE_PAYMENTS=1000 tests/run --only scenario_race_test
#include "backend/store/pg_intake.h"
#include "tests/store/scenario_world.h"

#include <QTest>

#include <algorithm>
#include <latch>
#include <thread>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

// Half of what is lost was executed, half never arrived.
void loseEveryTenthAnswer(BookProvider& book, int requests)
{
    for (int request = 0; request < requests; ++request) {
        Treatment treatment;
        if (request % 10 == 9) {
            treatment.told = Answer::Unknown;
            treatment.execution =
                request % 20 == 9 ? Treatment::Execution::Now : Treatment::Execution::Never;
        }
        book.treatNext(treatment);
    }
}

} // namespace

class ScenarioRaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void fault01_thirtyTwoCoresSendEachPaymentOnce()
    {
        constexpr int kCores = 32;
        bool isNumber = false;
        const int asked = qEnvironmentVariableIntValue("ONCEOVER_RACE_PAYMENTS", &isNumber);
        const int payments = isNumber && asked > 0 ? asked : 160;
        ScenarioWorld world(m_fixture);
        BookProfile wide;
        wide.concurrency = 4;
        BookProvider& book = world.add(wide);
        loseEveryTenthAnswer(book, payments);
        std::vector<std::unique_ptr<ScenarioCore>> cores;
        for (int number = 0; number < kCores; ++number) {
            cores.push_back(world.coreOn(100 + number, world.coreSettings()));
            QVERIFY(!cores.back()->pass().error);
        }
        std::vector<std::string> requests;
        for (int number = 0; number < payments; ++number)
            requests.push_back(
                EngineWorld::request("k" + std::to_string(number), "book", 1000 + number, "Payee"));
        PgIntake intake(m_fixture.postgres().settingsFor("m_intake", "m_intake", world.database));
        QVERIFY(intake.acceptAll(requests).has_value());

        std::vector<PassReport> reports(kCores);
        std::vector<std::thread> threads;
        std::latch start(kCores);
        for (std::size_t number = 0; number < kCores; ++number) {
            threads.emplace_back([&, number] {
                start.arrive_and_wait();
                reports[number] = cores[number]->pass();
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        int busy = 0;
        for (const PassReport& report : reports) {
            QVERIFY2(!report.error, report.error ? report.error->detail().c_str() : "");
            busy += report.counts.submitted > 0 ? 1 : 0;
        }
        QCOMPARE(book.requestCount(), payments);
        world.passOften(*cores.front(), 61s, 3);
        QCOMPARE(
            world.scalar("select count(*) from onceover.payments where status = 'SUCCEEDED'"),
            std::to_string(payments));
        QCOMPARE(world.judge(), std::string());
        qInfo(
            "%d payments, %d requests, %d cores of %d had work",
            payments,
            book.requestCount(),
            busy,
            kCores);
        QVERIFY(busy > 1);
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ScenarioRaceTest)

#include "scenario_race_test.moc"
