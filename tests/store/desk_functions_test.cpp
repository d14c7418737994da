// SPDX-License-Identifier: GPL-3.0-or-later
// The people's functions as they are: every promise of the battery holds.
#include "tests/store/desk_scenarios.h"

#include <QTest>

using namespace onceover;

class DeskFunctionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    void thePromiseHolds_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const DeskScenario& scenario : allDeskScenarios()) {
            QTest::newRow(scenario.name) << index++;
        }
    }

    void thePromiseHolds()
    {
        QFETCH(int, index);
        Findings findings;
        allDeskScenarios().at(static_cast<std::size_t>(index)).run(*m_world, findings);
        QVERIFY2(findings.isClean(), findings.complaint().c_str());
    }

private:
    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
};

QTEST_GUILESS_MAIN(DeskFunctionsTest)
#include "desk_functions_test.moc"
