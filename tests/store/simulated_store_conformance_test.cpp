// SPDX-License-Identifier: GPL-3.0-or-later
// The simulator's database is a second implementation of the functions: random calls on both must
// be answered alike and leave the same behind, or the simulator proves nothing about the first.
#include "tests/store/conformance_pair.h"

#include <QTest>

using namespace onceover;

namespace {

constexpr int kSequences = 300;
constexpr int kSteps = 16;
constexpr int kPortion = 30;

} // namespace

class SimulatedStoreConformanceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void bothAnswerAlike_data()
    {
        QTest::addColumn<int>("first");
        for (int first = 1; first <= kSequences; first += kPortion)
            QTest::addRow("sequences from %d", first) << first;
    }

    void bothAnswerAlike()
    {
        QFETCH(int, first);
        DeskWorld world(m_fixture);
        PgPaymentStore store(m_fixture.postgres().settingsFor("m_core", "m_core", world.database));
        CoreIdentity core;
        core.coreId = StoreFixture::coreId(1);
        core.journalId = StoreFixture::coreId(11);
        core.bootId = StoreFixture::coreId(31);
        core.bootNonce = StoreFixture::coreId(41);
        QVERIFY(store.registerCore(core));
        for (int number = first; number < first + kPortion; ++number) {
            ConformancePair pair(world, store, core, number);
            for (int step = 0; step < kSteps; ++step) {
                const std::string differs = pair.step();
                QVERIFY2(
                    differs.empty(),
                    ("sequence " + std::to_string(number) + ", step " + std::to_string(step) + ": "
                     + differs)
                        .c_str());
            }
            const std::string differs = pair.endCheck();
            QVERIFY2(
                differs.empty(),
                ("sequence " + std::to_string(number) + ", at its end: " + differs).c_str());
            m_waitedCount += pair.waitedCount();
        }
    }

    void factsWaited()
    {
        qInfo("%d facts waited and took effect alike", m_waitedCount);
        QVERIFY(m_waitedCount > 0);
    }

private:
    StoreFixture m_fixture;
    int m_waitedCount = 0;
};

QTEST_GUILESS_MAIN(SimulatedStoreConformanceTest)

#include "simulated_store_conformance_test.moc"
