// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_site.h"
#include "backend/postgres/connection.h"
#include "backend/postgres/transaction.h"
#include "test_places.h"
#include "tests/system/demo_process.h"
#include "tests/system/sandbox_process.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

namespace onceover {

// kill -9 of a core whose claim or requests are under way, several payments at once; the named
// points have crash_matrix_test. The next process on the same journal brings each payment to a
// legal end, and the provider's ledger shows that nothing was sent twice.
class CoreKillTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void killedWithTheClaimUncommitted();
    void killedWithTheRequestUnderWay_data();
    void killedWithTheRequestUnderWay();
    void killedCoreLeavesItsAttemptToItsOwnNextProcess();

private:
    static constexpr int kPayments = 6;

    // Accepts payments of this test, half of them at a provider without keys; their references.
    QStringList accept(const QString& name);
    // One pass; with `point` as in ONCEOVER_MORTAL.
    bool startCore(QProcess& process, const QString& point = {}) const;
    // Restarts the core until everything is at rest, then judges.
    void judge(const QStringList& references, bool mayBeCharged, bool mustBeCharged);
    int requests(const QStringList& references) const;
    Connection owner();

    SandboxProcess m_sandbox;
    DemoProcess m_demo;
    int m_next = 0;
};

namespace {

constexpr int kPatienceMs = 60'000;

QString mortalCore()
{
    return QStringLiteral(ONCEOVER_BINARY_DIR "/tests/crash/mortal_core");
}

bool isKilled(const QProcess& process)
{
    return process.exitStatus() == QProcess::CrashExit;
}

} // namespace

void CoreKillTest::initTestCase()
{
    QVERIFY(m_sandbox.start());
    QVERIFY(m_demo.create(m_sandbox));
}

Connection CoreKillTest::owner()
{
    auto settings = m_demo.site().machine(MachineKind::Owner);
    if (!settings)
        qFatal("no settings");
    auto connection = Connection::open(*settings, Deadline::in(std::chrono::seconds(30)));
    if (!connection)
        qFatal("no connection");
    return std::move(*connection);
}

QStringList CoreKillTest::accept(const QString& name)
{
    QByteArray lines;
    for (int i = 0; i < kPayments; ++i) {
        const QByteArray key = name.toUtf8() + '-' + QByteArray::number(i);
        lines += intakeLine(
            i % 2 == 0 ? "sandbox-card" : "sandbox-wire", key, 1000 + ++m_next, "EUR", key);
    }
    const CoreRun accepted = m_demo.core(
        {QStringLiteral("accept"), m_demo.write(name + QStringLiteral(".jsonl"), lines)});
    if (accepted.count("outcome", "ACCEPTED") != kPayments)
        qFatal("accept: %s", accepted.described().constData());
    QStringList references;
    for (const QJsonObject& line : accepted.lines)
        references.append(line[QStringLiteral("reference")].toString());
    return references;
}

bool CoreKillTest::startCore(QProcess& process, const QString& point) const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("ONCEOVER_MORTAL"), point);
    process.setProcessEnvironment(environment);
    process.start(
        mortalCore(), {QStringLiteral("pass"), QStringLiteral("--dir"), m_demo.directory()});
    return process.waitForStarted(kPatienceMs);
}

int CoreKillTest::requests(const QStringList& references) const
{
    int count = 0;
    for (const QJsonValue& value : m_sandbox.ledger("requests"))
        count +=
            references.contains(value.toObject()[QStringLiteral("reference")].toString()) ? 1 : 0;
    return count;
}

void CoreKillTest::judge(const QStringList& references, bool mayBeCharged, bool mustBeCharged)
{
    // What succeeded is not waited for: its sweeps come later.
    QVERIFY(m_demo.settle(kPatienceMs, 0));
    const auto payments = m_demo.payments();
    QMap<QString, int> charges;
    for (const QJsonValue& value : m_sandbox.ledger("charges"))
        ++charges[value.toObject()[QStringLiteral("reference")].toString()];
    QMap<QString, int> requestCounts;
    for (const QJsonValue& value : m_sandbox.ledger("requests"))
        ++requestCounts[value.toObject()[QStringLiteral("reference")].toString()];
    for (const QString& reference : references) {
        const QJsonObject payment = payments[reference];
        const QString status = payment[QStringLiteral("status")].toString();
        const QByteArray said = (reference + u' ' + status).toUtf8();
        QVERIFY2(charges[reference] <= 1, said.constData());
        // Every call used a permit of its own.
        QVERIFY2(
            requestCounts[reference] <= payment[QStringLiteral("attempt_count")].toInt(),
            said.constData());
        QVERIFY2(
            status == QStringLiteral("SUCCEEDED") || status == QStringLiteral("FAILED"),
            said.constData());
        QCOMPARE(charges[reference], status == QStringLiteral("SUCCEEDED") ? 1 : 0);
        QVERIFY2(!mustBeCharged || charges[reference] == 1, said.constData());
        QVERIFY2(mayBeCharged || charges[reference] == 0, said.constData());
    }
    // The journal is closed: nothing is left open for ever.
    const CoreRun again = m_demo.core({QStringLiteral("pass")});
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(again.last()[QStringLiteral("abandoned")].toInt(), 0);
    QCOMPARE(again.last()[QStringLiteral("claimed")].toInt(), 0);
}

// The claim is in the database's hands and waits there for a lock: the transaction is open when its
// client dies.
void CoreKillTest::killedWithTheClaimUncommitted()
{
    const QStringList references = accept(QStringLiteral("uncommitted"));
    Connection blocker = owner();
    const Deadline deadline = Deadline::in(std::chrono::seconds(60));
    auto held = Transaction::begin(blocker, deadline);
    QVERIFY(held);
    QVERIFY(
        held->executeScript("lock", "lock table onceover.attempts in exclusive mode", deadline));
    QProcess core;
    QVERIFY(startCore(core));
    Connection watcher = owner();
    QTRY_VERIFY_WITH_TIMEOUT(
        watcher.execute(
                   {"waiting",
                    "select 1 as one from pg_stat_activity where wait_event_type = 'Lock' and "
                    "usename = 'demo_core'"},
                   Params(),
                   deadline)
                ->size()
            == 1,
        kPatienceMs);
    core.kill();
    QVERIFY(core.waitForFinished(kPatienceMs));
    QVERIFY(held->rollback(deadline));
    QCOMPARE(requests(references), 0);
    judge(references, true, true);
}

void CoreKillTest::killedWithTheRequestUnderWay_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<bool>("isCharged");
    // The provider has it and charges, now or a little later; the answer never reaches anybody.
    QTest::newRow("charged at once")
        << QByteArray("'answer_after_deadline', 'delay_ms': 1400") << true;
    QTest::newRow("charged later") << QByteArray("'execute_after', 'delay_ms': 300") << true;
}

void CoreKillTest::killedWithTheRequestUnderWay()
{
    QFETCH(QByteArray, fault);
    QFETCH(bool, isCharged);
    const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(u' ', u'-');
    QVERIFY(m_sandbox.addFault(
        quoted("{'times': 6, 'fault': {'kind': ") + fault.replace('\'', '"') + "}}"));
    const QStringList references = accept(name);
    QProcess core;
    QVERIFY(startCore(core));
    QTRY_VERIFY_WITH_TIMEOUT(requests(references) > 0, kPatienceMs);
    core.kill();
    QVERIFY(core.waitForFinished(kPatienceMs));
    const int sent = requests(references);
    QVERIFY(sent > 0);
    m_sandbox.post("/admin/clear-faults", "{}");
    judge(references, isCharged, false);
}

// Another core on the same database must not think that a dead one's attempt is over.
void CoreKillTest::killedCoreLeavesItsAttemptToItsOwnNextProcess()
{
    const QStringList references = accept(QStringLiteral("other-core"));
    QProcess core;
    QVERIFY(startCore(core, QStringLiteral("journal \"type\":\"CALLING\" after 1 core go")));
    QVERIFY(core.waitForFinished(kPatienceMs));
    QVERIFY(isKilled(core));
    const QStringList words = {
        QStringLiteral("pass"), QStringLiteral("--core"), QStringLiteral("other")};
    // New to the database, it is refused until somebody admits it.
    QCOMPARE(m_demo.core(words).exitCode, 78);
    Connection administrator = owner();
    QVERIFY(administrator.executeScript(
        "admit",
        "alter table onceover.cores disable trigger guard_core; "
        "update onceover.cores set state = 'ADMITTED', admitted_as = 'FOUNDING' where state = "
        "'LISTED'; "
        "alter table onceover.cores enable always trigger guard_core",
        Deadline::in(std::chrono::seconds(30))));
    const CoreRun other = m_demo.core(words);
    QCOMPARE(other.exitCode, 0);
    QCOMPARE(other.last()[QStringLiteral("abandoned")].toInt(), 0);
    int submitting = 0;
    const auto payments = m_demo.payments();
    for (const QString& reference : references)
        submitting +=
            payments[reference][QStringLiteral("status")] == QStringLiteral("SUBMITTING") ? 1 : 0;
    QVERIFY(submitting > 0);
    judge(references, true, false);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CoreKillTest)
#include "core_kill_test.moc"
