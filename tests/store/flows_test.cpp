// SPDX-License-Identifier: GPL-3.0-or-later
// Whole lives of payments among others in every state: each flow is told twice in one world, and
// what stands in the tables afterwards is what tests/store/flows.txt says, both times. With
// ONCEOVER_WRITE_FLOWS=1 the file is written anew; read what changed.
#include "test_places.h"
#include "tests/store/flows.h"

#include <QFile>
#include <QTest>

#include <cstdlib>

using namespace onceover;

namespace {

const QString kFile = QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/store/flows.txt");

std::string told(FlowWorld& world)
{
    std::string text;
    for (const Flow& flow : allFlows()) {
        world.openFlow();
        flow.run(world);
        text += std::string("== ") + flow.name + "\n" + world.closeFlow();
    }
    return text;
}

// The first line that differs, with the flow it stands in.
std::string difference(const std::string& actual, const std::string& expected)
{
    const QStringList is = QString::fromStdString(actual).split(u'\n');
    const QStringList shouldBe = QString::fromStdString(expected).split(u'\n');
    QString flow;
    for (qsizetype i = 0; i < std::max(is.size(), shouldBe.size()); ++i) {
        const QString a = i < is.size() ? is[i] : QString();
        const QString b = i < shouldBe.size() ? shouldBe[i] : QString();
        if (a != b)
            return (flow + QStringLiteral("\n is:        ") + a + QStringLiteral("\n should be: ")
                    + b)
                .toStdString();
        if (a.startsWith(QStringLiteral("== ")))
            flow = a;
    }
    return {};
}

} // namespace

class FlowsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyLifeIsAsWritten()
    {
        FlowWorld world(m_fixture);
        const std::string first = told(world);
        if (std::getenv("ONCEOVER_WRITE_FLOWS") != nullptr) {
            QFile file(kFile);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(first.c_str());
        }
        QFile file(kFile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string expected = file.readAll().toStdString();
        QVERIFY2(first == expected, difference(first, expected).c_str());
        const std::string second = told(world);
        QVERIFY2(second == expected, ("told again: " + difference(second, expected)).c_str());
        QVERIFY(world.isConsistent());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(FlowsTest)

#include "flows_test.moc"
