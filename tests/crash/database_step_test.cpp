// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_judge.h"

#include <QRandomGenerator>
#include <QTest>

#include <cstdio>

namespace onceover {

// One cycle of a core (a payment is asked about, another is claimed, called and recorded), broken
// at its n-th statement for n = 1, 2, 3 … until the cycle passes untouched. Without more, each n of
// a stride whose start is drawn by a printed seed (ONCEOVER_SEED); with ONCEOVER_CRASH=all each n.
class DatabaseStepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyStatement_data();
    void everyStatement();
    void cleanupTestCase();

private:
    QStringList prepare();

    std::unique_ptr<StoreFixture> m_fixture;
    std::unique_ptr<SandboxProcess> m_sandbox;
    std::unique_ptr<CrashWorld> m_world;
    int m_stride = 6;
    quint32 m_seed = 0;
    int m_breaks = 0;
};

namespace {

constexpr int kMostStatements = 300;
// Every process reads the journal whole, and every judgement the database: neither may grow.
constexpr int kBreaksPerWorld = 8;

} // namespace

void DatabaseStepTest::initTestCase()
{
    CrashWorld::preferMemory();
    m_fixture = std::make_unique<StoreFixture>();
    m_sandbox = std::make_unique<SandboxProcess>();
    QVERIFY(m_sandbox->start());
    if (qEnvironmentVariable("ONCEOVER_CRASH") == QStringLiteral("all"))
        m_stride = 1;
    bool isGiven = false;
    m_seed = qEnvironmentVariable("ONCEOVER_SEED").toUInt(&isGiven);
    if (!isGiven)
        m_seed = QRandomGenerator::global()->bounded(1'000'000U);
}

QStringList DatabaseStepTest::prepare()
{
    QStringList references = m_world->accept();
    m_sandbox->addFault(
        "{\"times\":1,\"match\":{\"reference\":\"" + references.front().toLatin1()
        + "\"},\"fault\":{\"kind\":\"charge_then_drop\"}}");
    m_world->pass(QStringLiteral("core"));
    return references + m_world->accept();
}

void DatabaseStepTest::everyStatement_data()
{
    QTest::addColumn<QString>("moment");
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("the session breaks before it") << QStringLiteral("before") << false;
    QTest::newRow("its answer is lost") << QStringLiteral("sent") << false;
    QTest::newRow("the core dies before it") << QStringLiteral("before") << true;
    QTest::newRow("the core dies before its answer") << QStringLiteral("sent") << true;
}

void DatabaseStepTest::everyStatement()
{
    QFETCH(QString, moment);
    QFETCH(bool, isKilled);
    const QString core = QStringLiteral("core");
    bool isStruck = true;
    int number = 0;
    for (int n = 1 + static_cast<int>(m_seed) % m_stride; isStruck; n += m_stride) {
        if (number++ % kBreaksPerWorld == 0)
            m_world = std::make_unique<CrashWorld>(
                *m_fixture, *m_sandbox, QStringList{QStringLiteral("core")});
        CrashJudge judge(*m_world);
        const QStringList references = prepare();
        const auto process = m_world->process(core, {QStringLiteral("pass")});
        const CrashPoint point{
            QStringLiteral("statement"),
            QStringLiteral("send"),
            QStringLiteral("step"),
            QStringLiteral("*"),
            moment,
            n};
        process->startDyingAt(point, isKilled ? Victim::Core : Victim::Connection, Afterwards::Go);
        isStruck = process->awaitStrike();
        const CoreRun run = process->finish();
        m_breaks += isStruck ? 1 : 0;
        const QByteArray at = "at statement " + QByteArray::number(n) + ": ";
        // A session that breaks once is replaced within the pass.
        QVERIFY2(isKilled == isStruck || run.exitCode == 0, (at + run.described()).constData());
        QStringList wrong = judge.judge(references);
        if (!m_world->settle(core, references))
            wrong.append(QStringLiteral("the next process does not come to its end"));
        wrong += judge.judgeEnd(references);
        for (const QString& reference : references) {
            if (m_world->status(reference) != QStringLiteral("SUCCEEDED"))
                wrong.append(reference + QStringLiteral(" ends as ") + m_world->status(reference));
        }
        QVERIFY2(wrong.isEmpty(), (at + wrong.join(u'\n').toUtf8()).constData());
        QVERIFY(n < kMostStatements);
    }
    QVERIFY(m_breaks > 0);
}

void DatabaseStepTest::cleanupTestCase()
{
    std::printf(
        "statements: %d broken, every %d. of each cycle, seed %u\n", m_breaks, m_stride, m_seed);
    m_world.reset();
    m_fixture.reset();
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::DatabaseStepTest)
#include "database_step_test.moc"
