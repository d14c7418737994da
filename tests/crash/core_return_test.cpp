// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_judge.h"
#include "tests/support/without_fence_guard.h"

#include <QTest>

#include <poll.h>

namespace onceover {

// A core that comes back: twice at once from a copied disk, or with a result that nobody could take
// when it arrived.
class CoreReturnTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void aClonedCoreStopsTheFirst();
    void aResultOfAFencedTimeIsAppliedLater();
    void cleanup();
    void cleanupTestCase();

private:
    bool suspendAtRest(MortalProcess& process);
    std::string bootNonce();
    void setState(const char* state);

    std::unique_ptr<StoreFixture> m_fixture;
    std::unique_ptr<SandboxProcess> m_sandbox;
    std::unique_ptr<CrashWorld> m_world;
    const QString m_core = QStringLiteral("core");
};

void CoreReturnTest::initTestCase()
{
    CrashWorld::preferMemory();
    m_fixture = std::make_unique<StoreFixture>();
    m_sandbox = std::make_unique<SandboxProcess>();
    QVERIFY(m_sandbox->start());
}

// Each in an installation and on disks of its own: a core that was replaced stays replaced.
void CoreReturnTest::init()
{
    m_world = std::make_unique<CrashWorld>(*m_fixture, *m_sandbox, QStringList{m_core});
}

std::string CoreReturnTest::bootNonce()
{
    return m_world->scalar("select boot_nonce::text as nonce from onceover.cores");
}

// Between two transactions, or others would wait for its locks.
bool CoreReturnTest::suspendAtRest(MortalProcess& process)
{
    for (int tries = 0; tries < 1000; ++tries) {
        if (!process.suspend())
            return false;
        if (m_world->scalar("select count(*) from pg_stat_activity where usename = 'm_core' and "
                            "state <> 'idle'")
            == "0")
            return true;
        process.goOn();
        ::poll(nullptr, 0, 1);
    }
    return false;
}

// A machine is copied while it runs: both processes have one id and one journal each. The database
// knows the process that came last; the other one is told so and stops for good.
void CoreReturnTest::aClonedCoreStopsTheFirst()
{
    CrashJudge judge(*m_world);
    const QStringList before = m_world->accept(2);
    const auto first = m_world->process(m_core, {QStringLiteral("serve")});
    first->start();
    QVERIFY(m_world->awaitRest(before));
    QVERIFY(suspendAtRest(*first));
    m_world->cloneHost(m_core, QStringLiteral("clone"));
    const std::string nonce = bootNonce();
    const auto second = m_world->process(QStringLiteral("clone"), {QStringLiteral("serve")});
    second->start();
    QVERIFY(QTest::qWaitFor([&] { return bootNonce() != nonce; }, 30'000));
    first->goOn();
    // It ends by itself.
    const CoreRun run = first->finish();
    QVERIFY2(run.exitCode > 0 && run.output.contains("core.replaced"), run.described().constData());
    const QStringList after = m_world->accept(4);
    QVERIFY(m_world->awaitRest(after));
    QCOMPARE(second->terminate().exitCode, 0);
    for (const QString& reference : before + after)
        QCOMPARE(m_world->status(reference), QStringLiteral("SUCCEEDED"));
    // The first one again, with the journal of before: it may send nothing that the clone has sent.
    const int requests = m_sandbox->requests();
    m_world->pass(m_core);
    QCOMPARE(m_sandbox->requests(), requests);
    m_world->useHost(QStringLiteral("clone"), m_core);
    const QStringList wrong = judge.judgeEnd(before + after);
    QVERIFY2(wrong.isEmpty(), wrong.join(u'\n').toUtf8().constData());
}

void CoreReturnTest::setState(const char* state)
{
    mustRun(
        m_world->owner(),
        withoutFenceGuard(
            std::string("update onceover.incarnations set why = 'a test', state = '") + state
            + "'"));
}

void CoreReturnTest::aResultOfAFencedTimeIsAppliedLater()
{
    CrashJudge judge(*m_world);
    const QStringList references = m_world->accept();
    const CrashPoint answered{
        QStringLiteral("answered"),
        QStringLiteral("send"),
        QStringLiteral("journal"),
        QStringLiteral("\"type\":\"RESULT\""),
        QStringLiteral("after")};
    const auto process = m_world->process(m_core, {QStringLiteral("pass")});
    process->startDyingAt(answered, Victim::Core, Afterwards::Go);
    QVERIFY(process->awaitStrike());
    setState("FENCED");
    // Stored, however often it is said, and nothing moves.
    for (int times = 0; times < 2; ++times) {
        QVERIFY(!m_world->pass(m_core).empty());
        QCOMPARE(m_world->status(references.front()), QStringLiteral("SUBMITTING"));
        QCOMPARE(
            m_world->scalar(
                "select count(*) from onceover.results r join onceover.payments p using "
                "(payment_id) where p.reference = $1",
                Params().text(references.front().toStdString())),
            std::string("1"));
    }
    setState("ARMED");
    QVERIFY(m_world->settle(m_core, references));
    QCOMPARE(m_world->status(references.front()), QStringLiteral("SUCCEEDED"));
    const QStringList wrong = judge.judgeEnd(references);
    QVERIFY2(wrong.isEmpty(), wrong.join(u'\n').toUtf8().constData());
}

void CoreReturnTest::cleanup()
{
    m_world.reset();
}

void CoreReturnTest::cleanupTestCase()
{
    m_fixture.reset();
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CoreReturnTest)
#include "core_return_test.moc"
