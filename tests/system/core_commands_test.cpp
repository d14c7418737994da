// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_site.h"
#include "backend/postgres/connection.h"
#include "test_places.h"
#include "tests/support/without_fence_guard.h"
#include "tests/system/core_team.h"
#include "tests/system/demo_process.h"
#include "tests/system/sandbox_process.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <csignal>

namespace onceover {

// How the commands end: the exit codes of the manual page, and what stands behind them.
class CoreCommandsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void helpNeedsNoDatabase();
    void manualPageNamesEveryCommandAndCode();
    void noOptionTakesAPassword();
    void misuseIsUsage_data();
    void misuseIsUsage();
    void missingInputIsNamed();
    void missingSettingsAreNamed();
    void fileIsAnsweredLineByLine();
    void recordHolds();
    void alteredRecordIsFound_data();
    void alteredRecordIsFound();
    void fencedDatabaseAcceptsNothing();
    void databaseUnderCheckAcceptsNothing();
    void absentDatabaseAcceptsNothing();

private:
    CoreRun plain(const QStringList& words) const
    {
        return DemoProcess::run(DemoProcess::executable(), words);
    }

    Result<Rows> asOwner(const std::string& sql);
    QStringList commands() const;

    SandboxProcess m_sandbox;
    DemoProcess m_demo;
};

namespace {

constexpr std::chrono::seconds kPatience{30};

QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(u' ');
}

} // namespace

void CoreCommandsTest::initTestCase()
{
    QVERIFY(m_sandbox.start());
    QVERIFY(m_demo.create(m_sandbox));
}

Result<Rows> CoreCommandsTest::asOwner(const std::string& sql)
{
    const auto settings = m_demo.site().machine(MachineKind::Owner);
    if (!settings)
        return Failure(settings.error());
    auto connection = Connection::open(*settings, Deadline::in(kPatience));
    if (!connection)
        return Failure(connection.error());
    return connection->executeScript("test", sql, Deadline::in(kPatience));
}

QStringList CoreCommandsTest::commands() const
{
    QStringList names;
    for (const QByteArray& line : plain(words("--help")).output.split('\n')) {
        if (line.startsWith("  "))
            names << QString::fromUtf8(line.trimmed()).section(u' ', 0, 0);
    }
    return names;
}

void CoreCommandsTest::helpNeedsNoDatabase()
{
    const CoreRun version = plain(words("--version"));
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.output.startsWith("onceover-core "));
    QVERIFY(commands().size() >= 13);
    for (const QString& name : commands()) {
        const CoreRun help = plain({name, QStringLiteral("--help")});
        QVERIFY2(help.exitCode == 0, help.described().constData());
        QVERIFY2(help.output.contains(name.toUtf8()), help.described().constData());
        QVERIFY2(help.complaint.isEmpty(), help.described().constData());
    }
}

void CoreCommandsTest::manualPageNamesEveryCommandAndCode()
{
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/man/onceover-core.1.scd"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray page = file.readAll();
    for (const QString& name : commands())
        QVERIFY2(page.contains("*" + name.toUtf8()), qPrintable(name));
    for (const char* code : {"0", "64", "65", "66", "69", "70", "73", "74", "75", "77", "78"})
        QVERIFY2(page.contains("*" + QByteArray(code) + "*"), code);
}

void CoreCommandsTest::noOptionTakesAPassword()
{
    for (const QString& name : commands()) {
        const QByteArray help = plain({name, QStringLiteral("--help")}).output;
        QVERIFY2(
            !QByteArray(help).replace("--password-file", "").contains("--password"),
            help.constData());
        for (const char* option : {"--password=x", "--password"}) {
            const CoreRun run = plain({name, QString::fromLatin1(option), QStringLiteral("x")});
            QVERIFY2(run.exitCode == 64, run.described().constData());
        }
    }
}

void CoreCommandsTest::misuseIsUsage_data()
{
    QTest::addColumn<QStringList>("line");
    for (const char* line :
         {"nonsense",
          "accept",
          "accept a b",
          "accept a --nonsense",
          "accept a --dir",
          "accept a --dir x --dir y",
          "accept a --dir x --connection y",
          "status extra",
          "payment",
          "import",
          "statement",
          "desk",
          "desk nonsense",
          "demo nonsense",
          "enrol nonsense",
          "serve --log"})
        QTest::newRow(line) << words(line);
    QTest::newRow("no command") << QStringList();
}

void CoreCommandsTest::misuseIsUsage()
{
    QFETCH(QStringList, line);
    const bool isPlain = line.isEmpty() || line.contains(QStringLiteral("--dir"));
    const CoreRun run =
        isPlain || line.first() == QStringLiteral("statement") ? plain(line) : m_demo.core(line);
    if (line.contains(QStringLiteral("--dir")) && line.last() == QStringLiteral("--dir"))
        QVERIFY(run.complaint.contains("--dir"));
    QVERIFY2(run.exitCode == 64, run.described().constData());
    QVERIFY2(!run.complaint.isEmpty(), run.described().constData());
}

void CoreCommandsTest::missingInputIsNamed()
{
    for (const char* command : {"accept", "import"}) {
        const CoreRun run =
            m_demo.core({QString::fromLatin1(command), QStringLiteral("/nowhere/file")});
        QVERIFY2(run.exitCode == 66, run.described().constData());
        QVERIFY2(
            (run.complaint + run.output).contains("/nowhere/file"), run.described().constData());
    }
    const CoreRun run = plain({QStringLiteral("statement"), QStringLiteral("/nowhere/file")});
    QVERIFY2(run.exitCode == 66, run.described().constData());
}

void CoreCommandsTest::missingSettingsAreNamed()
{
    const CoreRun nowhere = plain(words("status --dir /nowhere"));
    QVERIFY2(nowhere.exitCode == 78, nowhere.described().constData());
    const CoreRun connection = plain(words("status --connection /nowhere.json"));
    QVERIFY2(connection.exitCode == 78, connection.described().constData());
    const CoreRun core = m_demo.core(words("pass --core ../x"));
    QVERIFY2(core.exitCode == 78, core.described().constData());
    const CoreRun nobody = m_demo.core(words("status --as nobody"));
    QVERIFY2(nobody.exitCode == 78, nobody.described().constData());
}

void CoreCommandsTest::fileIsAnsweredLineByLine()
{
    const QByteArray good = intakeLine("sandbox-card", "G-1", 500, "EUR", "Good");
    QByteArray fraction = intakeLine("sandbox-card", "G-2", 500, "EUR", "Other");
    fraction.replace("\"amount_minor\":500", "\"amount_minor\":5e2");
    const QString mixed =
        m_demo.write(QStringLiteral("mixed.jsonl"), "\xef\xbb\xbf" + good + "\r\n" + fraction);
    const CoreRun first = m_demo.core({QStringLiteral("accept"), mixed});
    QVERIFY2(first.exitCode == 65, first.described().constData());
    QCOMPARE(first.count("outcome", "ACCEPTED"), 1);
    const QJsonObject refused = first.last();
    QCOMPARE(refused[QStringLiteral("file")].toString(), mixed);
    QCOMPARE(refused[QStringLiteral("line")].toInt(), 3);
    QCOMPARE(refused[QStringLiteral("code")].toString(), QStringLiteral("intake.fraction"));
    QCOMPARE(
        refused[QStringLiteral("differs")].toArray().first().toString(),
        QStringLiteral("amount_minor"));
    // Known already, and in progress: not refused, and not done either.
    const QString known = m_demo.write(QStringLiteral("known.jsonl"), good);
    const CoreRun again = m_demo.core({QStringLiteral("accept"), known});
    QVERIFY2(again.exitCode == 75, again.described().constData());
    QCOMPARE(again.count("outcome", "IN_PROGRESS"), 1);
    QVERIFY(m_demo.settle(30'000));
    const CoreRun replayed = m_demo.core({QStringLiteral("accept"), known});
    QVERIFY2(replayed.exitCode == 0, replayed.described().constData());
    QCOMPARE(replayed.count("outcome", "REPLAYED"), 1);
    QByteArray other = good;
    other.replace("\"amount_minor\":500", "\"amount_minor\":501");
    const CoreRun differs = m_demo.core(
        {QStringLiteral("accept"), m_demo.write(QStringLiteral("differs.jsonl"), other)});
    QVERIFY2(differs.exitCode == 65, differs.described().constData());
    QVERIFY2(differs.output.contains("amount_minor"), differs.described().constData());
}

void CoreCommandsTest::recordHolds()
{
    for (const QStringList& as : {QStringList(), words("--as kim")}) {
        const CoreRun run = m_demo.core(QStringList(QStringLiteral("verify")) + as);
        QVERIFY2(run.exitCode == 0, run.described().constData());
        QCOMPARE(run.last()[QStringLiteral("result")].toString(), QStringLiteral("PASS"));
        QVERIFY(
            run.last()[QStringLiteral("limits")].toString().contains(QStringLiteral("superuser")));
    }
    // Who may not read everything has not checked everything.
    const CoreRun officer = m_demo.core(words("verify --as olga"));
    QVERIFY2(officer.exitCode == 0 || officer.exitCode == 77, officer.described().constData());
}

void CoreCommandsTest::alteredRecordIsFound_data()
{
    QTest::addColumn<QByteArray>("attack");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const char* attack, const char* code) {
        QTest::newRow(name) << QByteArray(attack) << QByteArray(code);
    };
    row("event altered",
        "update onceover.events set body = '{}' where kind = 'CLAIMED'",
        "audit.leaf");
    row("event altered with its leaf",
        "update onceover.events e set login = 'x', leaf = onceover.event_leaf(row(e.subject_id, "
        "e.seq, "
        "e.kind, e.at_us, e.actor, e.person_id, 'x', e.body, e.from_account, e.to_account, "
        "e.amount_minor, e.currency, e.epoch, e.previous_leaf, e.leaf, e.xid)::onceover.events) "
        "where kind = 'CLAIMED'",
        "audit.link");
    row("event deleted", "delete from onceover.events where kind = 'CLAIMED'", "audit.missing");
    row("tail truncated",
        "delete from onceover.events e where seq = (select max(seq) from onceover.events l where "
        "l.subject_id = e.subject_id)",
        "audit.count");
    row("status altered",
        "update onceover.payments set status = 'REVIEW', review_reason = 'TAKEN'",
        "audit.status");
    row("posting altered",
        "update onceover.events set amount_minor = amount_minor + 1 where from_account <> ''",
        "audit.leaf");
    row("events of a payment deleted",
        "delete from onceover.events where kind <> 'INSTALLED' and subject_id in (select "
        "payment_id "
        "from onceover.payments); delete from onceover.chains where subject_kind = 'PAYMENT'",
        "audit.chain_missing");
}

// As somebody would who has the server's keys: triggers off, everything put back afterwards.
void CoreCommandsTest::alteredRecordIsFound()
{
    QFETCH(QByteArray, attack);
    QFETCH(QByteArray, code);
    const auto kept =
        asOwner("create schema kept; create table kept.events as select * from onceover.events; "
                "create table kept.chains as select * from onceover.chains; "
                "create table kept.payments as select * from onceover.payments");
    QVERIFY2(kept, kept ? "" : kept.error().detail().c_str());
    const std::string off = "set session_replication_role = replica; "
                            "alter table onceover.events disable trigger all; "
                            "alter table onceover.chains disable trigger all; "
                            "alter table onceover.payments disable trigger all; ";
    const auto attacked = asOwner(off + attack.toStdString());
    QVERIFY2(attacked, attacked ? "" : attacked.error().detail().c_str());
    const CoreRun run = m_demo.core(words("verify"));
    const auto restored = asOwner(
        off
        + "delete from onceover.events; delete from onceover.chains; "
          "insert into onceover.chains select * from kept.chains; "
          "insert into onceover.events select * from kept.events; "
          "update onceover.payments p set status = k.status, review_reason = k.review_reason "
          "from kept.payments k where k.payment_id = p.payment_id; drop schema kept cascade");
    QVERIFY2(restored, restored ? "" : restored.error().detail().c_str());
    QVERIFY2(run.exitCode == 65, run.described().constData());
    QVERIFY2(run.count("code", code.constData()) > 0, run.described().constData());
    QCOMPARE(run.last()[QStringLiteral("result")].toString(), QStringLiteral("FAIL"));
    QCOMPARE(m_demo.core(words("verify")).exitCode, 0);
}

void CoreCommandsTest::fencedDatabaseAcceptsNothing()
{
    const QString file = m_demo.write(
        QStringLiteral("fenced.jsonl"),
        intakeLine("sandbox-card", "F-1", 700, "EUR", "First")
            + intakeLine("sandbox-card", "F-2", 701, "EUR", "Second"));
    const int before = static_cast<int>(m_demo.payments().size());
    const std::string set = "update onceover.incarnations set state = ";
    const auto fenced = asOwner(withoutFenceGuard(set + "'FENCED'"));
    const CoreRun run = m_demo.core({QStringLiteral("accept"), file});
    const CoreRun pass = m_demo.core(words("pass"));
    const auto rearmed = asOwner(withoutFenceGuard(set + "'ARMED'"));
    QVERIFY2(run.exitCode == 69, run.described().constData());
    QVERIFY2(run.complaint.contains("nothing of "), run.described().constData());
    QVERIFY2(pass.exitCode == 69, pass.described().constData());
    QCOMPARE(static_cast<int>(m_demo.payments().size()), before);
    QVERIFY(fenced && rearmed);
}

// After a restart the demo's core finds its journal at once; the other host's core is awaited.
void CoreCommandsTest::databaseUnderCheckAcceptsNothing()
{
    CoreTeam team(m_demo, 1);
    QVERIFY(team.enrol());
    QCOMPARE(team.passTogether().first().exitCode, 0);
    const QString file = m_demo.write(
        QStringLiteral("checking.jsonl"), intakeLine("sandbox-card", "C-1", 700, "EUR", "First"));
    const auto server = m_demo.site().cluster().serverPid();
    QVERIFY(server.has_value());
    ::kill(*server, SIGKILL);
    QTRY_VERIFY(!m_demo.site().cluster().serverPid().has_value());
    const int before = static_cast<int>(m_demo.payments().size());
    for (const CoreRun& run :
         {m_demo.core({QStringLiteral("accept"), file}),
          plain({QStringLiteral("accept"), file, QStringLiteral("--dir"), m_demo.directory()}),
          m_demo.core(words("pass"))}) {
        QVERIFY2(run.exitCode == 69, run.described().constData());
        QVERIFY2(run.complaint.contains("was restarted"), run.described().constData());
        QVERIFY2(run.complaint.contains("Awaited: core on "), run.described().constData());
    }
    const CoreRun status = m_demo.core(words("status"));
    const QJsonObject database = status.ofType("database").first();
    QCOMPARE(database[QStringLiteral("state")].toString(), QStringLiteral("CHECKING"));
    QVERIFY(database[QStringLiteral("note")].toString().contains("one witness only"));
    QCOMPARE(status.count("witness", "PROVEN"), 1);
    QCOMPARE(status.count("witness", "AWAITED"), 1);
    QCOMPARE(static_cast<int>(m_demo.payments().size()), before);
    QCOMPARE(team.passTogether().first().exitCode, 0);
    QCOMPARE(m_demo.core({QStringLiteral("accept"), file}).exitCode, 0);
}

void CoreCommandsTest::absentDatabaseAcceptsNothing()
{
    const QString file = m_demo.write(
        QStringLiteral("absent.jsonl"), intakeLine("sandbox-card", "A-1", 700, "EUR", "First"));
    // Named by its socket, so that nobody starts the server again.
    const auto owner = m_demo.site().machine(MachineKind::Intake);
    QVERIFY(owner);
    const QString connection = m_demo.write(
        QStringLiteral("site.json"),
        "{\"host\":\"" + QByteArray::fromStdString(owner->hosts.front().name)
            + "\",\"port\":" + QByteArray::number(owner->hosts.front().port)
            + ",\"state_directory\":\"" + m_demo.directory().toUtf8()
            + "\",\"database\":\"onceover\",\"tls\":\"off\",\"logins\":{\"intake\":\"demo_intake\","
              "\"core\":\"demo_core\",\"reader\":\"demo_reader\",\"owner\":\"x\"}}");
    const QString password =
        m_demo.write(QStringLiteral("password"), QByteArray::fromStdString(owner->password));
    QVERIFY(QFile::setPermissions(password, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    qputenv("ONCEOVER_PASSWORD_FILE", password.toUtf8());
    const auto server = m_demo.site().cluster().serverPid();
    QVERIFY(server.has_value());
    ::kill(*server, SIGQUIT);
    QTRY_VERIFY(!m_demo.site().cluster().serverPid().has_value());
    for (const QStringList& command :
         {QStringList{QStringLiteral("accept"), file},
          words("pass"),
          words("status"),
          words("verify"),
          words("migrate")}) {
        const CoreRun run =
            plain(command + QStringList{QStringLiteral("--connection"), connection});
        QVERIFY2(run.exitCode == 69, run.described().constData());
        if (command.first() == QStringLiteral("accept"))
            QVERIFY2(run.complaint.contains("nothing of "), run.described().constData());
    }
    qunsetenv("ONCEOVER_PASSWORD_FILE");
    QVERIFY(m_demo.site().cluster().ensureRunning());
    for (const QJsonObject& payment : m_demo.payments())
        QVERIFY(payment[QStringLiteral("idempotency_key")].toString() != QStringLiteral("A-1"));
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CoreCommandsTest)

#include "core_commands_test.moc"
