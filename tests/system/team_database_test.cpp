// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection.h"
#include "test_places.h"
#include "tests/system/sandbox_process.h"
#include "tests/system/team_site.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

namespace onceover {

// The README's "With your team's database", step by step, with the real executables on a server
// that knows nothing of us.
class TeamDatabaseTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingWorksBeforeItIsSetUp();
    void ownerSetsTheDatabaseUp();
    void peopleAreEnrolledOnce();
    void loginsAreEnrolled();
    void machinesAreEnrolled();
    void nobodyIsTwoThings_data();
    void nobodyIsTwoThings();
    void powerfulLoginsAreRefused();
    void passwordsAreNeverInTheServersLog();
    void othersMayNotReadThePassword();
    void twoPeoplePutAProfileInForce();
    void paymentsAreTakenSentAndShown();
    void twoPeopleCloseALostJournal();
    void recordHolds();
    void onlyTheOwnerEnrols();

private:
    void runAsOwner(const char* sql)
    {
        auto owner = Connection::open(
            m_site.cluster().ownerSettings("payments"), Deadline::in(std::chrono::seconds(30)));
        QVERIFY2(owner.has_value(), owner ? "" : owner.error().detail().c_str());
        const auto done =
            owner->execute({"test", sql}, Params(), Deadline::in(std::chrono::seconds(30)));
        QVERIFY2(done.has_value(), done ? "" : done.error().detail().c_str());
    }

    QString idOf(const QString& name) const { return m_people.value(name); }

    SandboxProcess m_sandbox;
    TeamSite m_site;
    QMap<QString, QString> m_people;
};

namespace {

QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(u' ');
}

} // namespace

void TeamDatabaseTest::initTestCase()
{
    QVERIFY(m_sandbox.start());
    QVERIFY(m_site.start());
}

void TeamDatabaseTest::nothingWorksBeforeItIsSetUp()
{
    const CoreRun run = m_site.core(words("status"), QStringLiteral("pay_reader"));
    QVERIFY2(run.exitCode == 77 || run.exitCode == 69, run.described().constData());
    QVERIFY(!run.complaint.isEmpty());
}

void TeamDatabaseTest::ownerSetsTheDatabaseUp()
{
    const CoreRun first = m_site.core(words("migrate"), QStringLiteral("dba"));
    QVERIFY2(first.exitCode == 0, first.described().constData());
    QCOMPARE(first.ofType("installation").size(), 1);
    QCOMPARE(first.ofType("installation").first()[QStringLiteral("demo")].toBool(), false);
    const CoreRun again = m_site.core(words("migrate"), QStringLiteral("dba"));
    QVERIFY2(again.exitCode == 0, again.described().constData());
    QCOMPARE(
        again.ofType("installation").first()[QStringLiteral("tenant")],
        first.ofType("installation").first()[QStringLiteral("tenant")]);
}

void TeamDatabaseTest::peopleAreEnrolledOnce()
{
    for (const QString& name : {QStringLiteral("Li Wei"), QStringLiteral("Ana Ñ. O'Hara \"A\"")}) {
        const QStringList enrol = {
            QStringLiteral("enrol"), QStringLiteral("person"), QStringLiteral("--name"), name};
        const CoreRun run = m_site.core(enrol, QStringLiteral("dba"));
        QVERIFY2(run.exitCode == 0, run.described().constData());
        m_people[name.left(2)] = run.last()[QStringLiteral("person_id")].toString();
        // One human being with two ids could agree with himself.
        const CoreRun twice = m_site.core(enrol, QStringLiteral("dba"));
        QCOMPARE(twice.exitCode, 65);
        QVERIFY(twice.complaint.contains(m_people[name.left(2)].toUtf8()));
    }
}

void TeamDatabaseTest::loginsAreEnrolled()
{
    for (const auto& each :
         {qMakePair(QStringLiteral("Li"), QStringLiteral("li.wei")),
          qMakePair(QStringLiteral("An"), QStringLiteral("Ana; drop role \"x\""))}) {
        const QStringList enrol = words("enrol login --role reviewer --role approver --person")
                                  << idOf(each.first) << QStringLiteral("--login") << each.second
                                  << QStringLiteral("--password-file")
                                  << m_site.passwordFile(each.second);
        const CoreRun run = m_site.core(enrol, QStringLiteral("dba"));
        QVERIFY2(run.exitCode == 0, run.described().constData());
        // Repeating what is done changes nothing.
        const CoreRun again = m_site.core(enrol, QStringLiteral("dba"));
        QVERIFY2(again.exitCode == 0, again.described().constData());
        const CoreRun status = m_site.core(words("status --as") << each.second, each.second);
        QVERIFY2(status.exitCode == 0, status.described().constData());
    }
}

void TeamDatabaseTest::machinesAreEnrolled()
{
    for (const auto& each :
         {qMakePair(QStringLiteral("core"), QStringLiteral("pay core \"1\"")),
          qMakePair(QStringLiteral("intake"), QStringLiteral("pay_intake")),
          qMakePair(QStringLiteral("ingest"), QStringLiteral("pay_ingest")),
          qMakePair(QStringLiteral("reader"), QStringLiteral("pay_reader"))}) {
        const CoreRun run = m_site.core(
            words("enrol machine --kind")
                << each.first << QStringLiteral("--login") << each.second
                << QStringLiteral("--password-file") << m_site.passwordFile(each.second),
            QStringLiteral("dba"));
        QVERIFY2(run.exitCode == 0, run.described().constData());
    }
    const CoreRun status = m_site.core(words("status"), QStringLiteral("pay_reader"));
    QVERIFY2(status.exitCode == 0, status.described().constData());
    // Its server is on this machine, so a core's journal may be on the same disk.
    QVERIFY2(status.output.contains("one witness only"), status.described().constData());
}

void TeamDatabaseTest::nobodyIsTwoThings_data()
{
    QTest::addColumn<QStringList>("enrol");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const QStringList& enrol, const char* code) {
        QTest::newRow(name) << enrol << QString::fromLatin1(code);
    };
    const QString li = idOf(QStringLiteral("Li"));
    row("an approver as officer",
        words("enrol login --login li.officer --role officer --person") << li,
        "login.officer_approver");
    row("the same login as officer",
        words("enrol login --login li.wei --role officer --person") << li,
        "login.officer_approver");
    row("both at once",
        words("enrol login --login both --role officer --role approver --person") << li,
        "login.officer_approver");
    row("a machine's login for a person",
        words("enrol login --login pay_intake --role viewer --person") << li,
        "login.taken");
    row("a person's login for a machine",
        words("enrol machine --login li.wei --kind core"),
        "login.taken");
    row("one person's login for another",
        words("enrol login --login li.wei --role viewer --person") << idOf(QStringLiteral("An")),
        "login.taken");
    row("one machine's login for another kind",
        words("enrol machine --login pay_intake --kind ingest"),
        "login.taken");
    row("nobody's login",
        words("enrol login --login ghost --role viewer --person "
              "01890000-0000-7000-8000-000000000009"),
        "login.no_person");
}

void TeamDatabaseTest::nobodyIsTwoThings()
{
    QFETCH(QStringList, enrol);
    QFETCH(QString, code);
    const CoreRun run = m_site.core(enrol, QStringLiteral("dba"));
    QVERIFY2(run.exitCode == 65, run.described().constData());
    QCOMPARE(run.last()[QStringLiteral("code")].toString(), code);
}

void TeamDatabaseTest::powerfulLoginsAreRefused()
{
    const auto owner = m_site.cluster().ownerSettings();
    const CoreRun run = m_site.core(
        words("enrol login --role viewer --person")
            << idOf(QStringLiteral("Li")) << QStringLiteral("--login")
            << QString::fromStdString(owner.user),
        QStringLiteral("dba"));
    QVERIFY2(run.exitCode == 65, run.described().constData());
    QCOMPARE(run.last()[QStringLiteral("code")].toString(), QStringLiteral("login.powerful"));
}

// Sites log the statements that change roles; what stands there is a verifier.
void TeamDatabaseTest::passwordsAreNeverInTheServersLog()
{
    auto connection =
        Connection::open(m_site.cluster().ownerSettings(), Deadline::in(std::chrono::seconds(30)));
    QVERIFY(connection);
    const auto rows = connection->execute(
        {"verifiers",
         "select rolpassword as verifier from pg_authid where rolname in ('li.wei', 'pay_intake')"},
        Params(),
        Deadline::in(std::chrono::seconds(30)));
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{2});
    for (const Row& row : *rows)
        QVERIFY(QString::fromStdString(row.text("verifier").value_or(""))
                    .startsWith(QStringLiteral("SCRAM-SHA-256$")));
}

void TeamDatabaseTest::othersMayNotReadThePassword()
{
    const QString login = QStringLiteral("pay_reader");
    QFile file(m_site.passwordFile(login));
    const auto own = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    QVERIFY(file.setPermissions(own | QFileDevice::ReadGroup));
    const CoreRun run = m_site.core(words("status"), login);
    QVERIFY(file.setPermissions(own));
    QCOMPARE(run.exitCode, 74);
    QVERIFY(run.complaint.contains("chmod 600"));
}

void TeamDatabaseTest::twoPeoplePutAProfileInForce()
{
    QFile sample(QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/profiles/sandbox-card.json"));
    QVERIFY(sample.open(QIODevice::ReadOnly));
    QByteArray text = sample.readAll();
    text.replace("${SANDBOX_PORT}", QByteArray::number(m_sandbox.port()));
    const QString file = m_site.write(QStringLiteral("profile.json"), text);
    const CoreRun proposed = m_site.core(
        words("desk propose-profile --as li.wei --note sample --file") << file,
        QStringLiteral("li.wei"));
    QVERIFY2(proposed.exitCode == 0, proposed.described().constData());
    const QString decision = proposed.last()[QStringLiteral("id")].toString();
    QVERIFY2(!decision.isEmpty(), proposed.described().constData());
    const QString digest =
        QString::fromLatin1(QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex());
    const QStringList approve = QStringList(words("desk approve --decision"))
                                << decision << QStringLiteral("--digest") << digest
                                << QStringLiteral("--as");
    const CoreRun alone = m_site.core(approve + words("li.wei"), QStringLiteral("li.wei"));
    QVERIFY2(alone.exitCode != 0, alone.described().constData());
    const QString ana = QStringLiteral("Ana; drop role \"x\"");
    const CoreRun approved = m_site.core(approve + QStringList(ana), ana);
    QVERIFY2(approved.exitCode == 0, approved.described().constData());
}

void TeamDatabaseTest::paymentsAreTakenSentAndShown()
{
    const QString file = m_site.write(
        QStringLiteral("in.jsonl"),
        intakeLine("sandbox-card", "T-1", 1234, "EUR", "ACME")
            + intakeLine("sandbox-card", "T-2", 99, "EUR", "Other"));
    const CoreRun accepted = m_site.core(words("accept") << file, QStringLiteral("pay_intake"));
    QVERIFY2(accepted.exitCode == 0, accepted.described().constData());
    QCOMPARE(accepted.count("outcome", "ACCEPTED"), 2);
    const CoreRun pass = m_site.core(words("pass"), QStringLiteral("pay core \"1\""));
    QVERIFY2(pass.exitCode == 0, pass.described().constData());
    QCOMPARE(pass.last()[QStringLiteral("submitted")].toInt(), 2);
    const CoreRun payments = m_site.core(words("payments"), QStringLiteral("pay_reader"));
    QCOMPARE(payments.count("status", "SUCCEEDED"), 2);
    QCOMPARE(m_sandbox.charges(), 2);
}

// Only while the core is silent, by two people, and bound to what the status shows of it.
void TeamDatabaseTest::twoPeopleCloseALostJournal()
{
    const QString li = QStringLiteral("li.wei");
    const QString ana = QStringLiteral("Ana; drop role \"x\"");
    const auto shown = [&] {
        const CoreRun status = m_site.core(words("status --as") << li, li);
        const auto cores = status.ofType("core");
        return cores.isEmpty() ? QJsonObject() : cores.first();
    };
    const auto propose = [&](const char* kind) {
        return m_site.core(
            words("desk propose-core --reason OTHER --note lost --as")
                << li << words("--kind") << QString::fromLatin1(kind) << words("--core")
                << shown()[QStringLiteral("core_id")].toString() << words("--digest")
                << shown()[QStringLiteral("digest")].toString(),
            li);
    };
    const auto code = [](const CoreRun& run) {
        return run.last()[QStringLiteral("code")].toString();
    };
    QCOMPARE(shown()[QStringLiteral("digest")].toString().size(), 64);
    QCOMPARE(shown()[QStringLiteral("open_attempts")].toInt(), 0);
    QCOMPARE(code(propose("CLOSE_JOURNAL")), QStringLiteral("core.running"));
    QCOMPARE(code(propose("ADMIT_CORE")), QStringLiteral("core.not_listed"));
    QCOMPARE(code(propose("EXCUSE_CORE")), QStringLiteral("core.not_awaited"));
    runAsOwner("update onceover.cores set last_seen_at = last_seen_at - interval '1 hour'");
    const CoreRun proposed = propose("CLOSE_JOURNAL");
    QVERIFY2(proposed.exitCode == 0, proposed.described().constData());
    const QString decision = proposed.last()[QStringLiteral("id")].toString();
    QCOMPARE(
        shown()[QStringLiteral("open_decision_kind")].toString(), QStringLiteral("CLOSE_JOURNAL"));
    QCOMPARE(shown()[QStringLiteral("open_decision_id")].toString(), decision);
    const QStringList approve = words("desk approve --decision")
                                << decision << QStringLiteral("--digest")
                                << shown()[QStringLiteral("digest")].toString()
                                << QStringLiteral("--as");
    QCOMPARE(code(m_site.core(approve + QStringList(li), li)), QStringLiteral("person.proposer"));
    const CoreRun approved = m_site.core(approve + QStringList(ana), ana);
    QVERIFY2(approved.exitCode == 0, approved.described().constData());
    QCOMPARE(shown()[QStringLiteral("state")].toString(), QStringLiteral("RETIRED"));
    // The program that comes back with the old journal claims nothing.
    const CoreRun pass = m_site.core(words("pass"), QStringLiteral("pay core \"1\""));
    QVERIFY2(pass.exitCode != 0, pass.described().constData());
    QVERIFY2(pass.output.contains("core.retired"), pass.described().constData());
}

void TeamDatabaseTest::recordHolds()
{
    const CoreRun run = m_site.core(words("verify"), QStringLiteral("pay_reader"));
    QVERIFY2(run.exitCode == 0, run.described().constData());
    QCOMPARE(run.last()[QStringLiteral("result")].toString(), QStringLiteral("PASS"));
    QVERIFY(run.last()[QStringLiteral("events")].toInt() > 10);
}

void TeamDatabaseTest::onlyTheOwnerEnrols()
{
    QFile file(m_site.path(QStringLiteral("site.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    const QByteArray owner = m_site.cluster().ownerSettings().user.c_str();
    QVERIFY(text.contains(owner));
    m_site.write(QStringLiteral("site.json"), text.replace(owner, "li.wei"));
    const CoreRun run = m_site.core(words("enrol person --name Mallory"), QStringLiteral("li.wei"));
    QVERIFY2(run.exitCode == 77, run.described().constData());
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::TeamDatabaseTest)

#include "team_database_test.moc"
