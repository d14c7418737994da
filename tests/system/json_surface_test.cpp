// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_site.h"
#include "backend/postgres/connection.h"
#include "test_places.h"
#include "tests/system/demo_process.h"
#include "tests/system/sandbox_process.h"

#include <QFile>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

namespace onceover {

// What other programs may rely on: the names, types and exit codes of onceover-core --json.
class JsonSurfaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void statementNeedsNoDatabase();
    void refusedStatementSaysWhere();
    void acceptAnswersEachLine();
    void acceptNamesWhatDiffers();
    void passSaysWhatItDid();
    void statusAndLedgerAddUp();
    void paymentsCanBeNarrowed();
    void paymentShowsEverything();
    void importStoresOnce();
    void unknownPaymentIsRefused();
    void fencedDatabaseAcceptsNothing();
    void missingDatabaseAcceptsNothing();

private:
    QString intakeFile(const QString& name, const QByteArray& lines) const;

    SandboxProcess m_sandbox;
    DemoProcess m_demo;
};

namespace {

QString case19()
{
    return QStringLiteral(ONCEOVER_SOURCE_DIR
                          "/tests/cases/19-camt053-batch-entry-with-several-txdtls/input.xml");
}

// Every *_minor is a whole number, every *_at a time in UTC, at every depth.
QString fault(const QJsonValue& value, const QString& key = {})
{
    static const QRegularExpression time(
        QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$"));
    if (value.isArray()) {
        for (const QJsonValue& item : value.toArray()) {
            const QString found = fault(item);
            if (!found.isEmpty())
                return found;
        }
        return {};
    }
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member) {
            const QString found = fault(member.value(), member.key());
            if (!found.isEmpty())
                return found;
        }
        return {};
    }
    if (key.endsWith(QStringLiteral("_us")))
        return key;
    const bool isWhole =
        value.isDouble() && QJsonValue(value.toInteger()).toVariant() == value.toVariant();
    if (key.endsWith(QStringLiteral("_minor")) && !value.isNull() && !isWhole)
        return key;
    if (key.endsWith(QStringLiteral("_at")) && value.isString()
        && !time.match(value.toString()).hasMatch())
        return key + u'=' + value.toString();
    return {};
}

QString missingName(const QJsonObject& object, std::initializer_list<const char*> names)
{
    for (const char* name : names) {
        if (!object.contains(QLatin1String(name)))
            return QLatin1String(name);
    }
    return fault(object);
}

} // namespace

QString JsonSurfaceTest::intakeFile(const QString& name, const QByteArray& lines) const
{
    return m_demo.write(name, lines);
}

void JsonSurfaceTest::initTestCase()
{
    QVERIFY(m_sandbox.start());
    QVERIFY(m_demo.create(m_sandbox));
}

void JsonSurfaceTest::statementNeedsNoDatabase()
{
    const CoreRun run = DemoProcess::run(
        DemoProcess::executable(),
        {QStringLiteral("statement"), case19(), QStringLiteral("--json")});
    QVERIFY2(run.exitCode == 0, run.described().constData());
    const auto statements = run.ofType("statement");
    const auto entries = run.ofType("entry");
    QCOMPARE(statements.size(), 1);
    QCOMPARE(
        missingName(
            statements.first(),
            {"format",
             "account",
             "currency",
             "opening_minor",
             "closing_minor",
             "credits_minor",
             "debits_minor",
             "entries",
             "ties"}),
        QString());
    QCOMPARE(statements.first()[QStringLiteral("format")].toString(), QStringLiteral("camt.053"));
    QCOMPARE(statements.first()[QStringLiteral("entries")].toInt(), entries.size());
    QVERIFY(!entries.isEmpty());
    QCOMPARE(run.lines.first(), statements.first());
    for (const QJsonObject& entry : entries) {
        QCOMPARE(
            missingName(
                entry,
                {"booking_date",
                 "value_date",
                 "amount_minor",
                 "currency",
                 "reversal",
                 "status",
                 "references",
                 "text"}),
            QString());
        QVERIFY(entry[QStringLiteral("reversal")].isBool());
        QVERIFY(entry[QStringLiteral("references")].isObject());
    }
}

void JsonSurfaceTest::refusedStatementSaysWhere()
{
    const CoreRun run = DemoProcess::run(
        DemoProcess::executable(),
        {QStringLiteral("statement"),
         QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/cases/29-camt-xxe/input.xml"),
         QStringLiteral("--json")});
    QCOMPARE(run.exitCode, 65);
    const auto refusals = run.ofType("refusal");
    QCOMPARE(refusals.size(), 1);
    QCOMPARE(missingName(refusals.first(), {"line", "code", "message"}), QString());
}

void JsonSurfaceTest::acceptAnswersEachLine()
{
    QByteArray lines;
    lines += intakeLine("sandbox-card", "json-1", 1250, "EUR", "Payee 1");
    lines += intakeLine("sandbox-card", "json-2", 500, "JPY", "Payee 2");
    lines += intakeLine("sandbox-wire", "json-3", 12345, "KWD", "Payee 3");
    const QString file = intakeFile(QStringLiteral("first.jsonl"), lines);
    const CoreRun run = m_demo.core({QStringLiteral("accept"), file});
    QVERIFY2(run.exitCode == 0, run.described().constData());
    QCOMPARE(run.count("outcome", "ACCEPTED"), 3);
    for (const QJsonObject& line : run.lines)
        QCOMPARE(
            missingName(line, {"type", "line", "outcome", "reference", "payment_id", "status"}),
            QString());
    const CoreRun again = m_demo.core({QStringLiteral("accept"), file});
    QCOMPARE(again.count("outcome", "IN_PROGRESS"), 3);
    QCOMPARE(m_demo.payments().size(), 3);
}

void JsonSurfaceTest::acceptNamesWhatDiffers()
{
    QByteArray lines;
    lines += intakeLine("sandbox-card", "json-1", 1251, "EUR", "Payee 1");
    lines += intakeLine("sandbox-card", "json-4", -5, "EUR", "Payee 4");
    lines += "{\"source\": \"system-test\"\n";
    const CoreRun run =
        m_demo.core({QStringLiteral("accept"), intakeFile(QStringLiteral("bad.jsonl"), lines)});
    QCOMPARE(run.exitCode, 65);
    QCOMPARE(run.count("outcome", "REFUSED"), 3);
    QCOMPARE(
        run.lines[0][QStringLiteral("differs")].toArray(),
        QJsonArray{QStringLiteral("amount_minor")});
    QCOMPARE(
        run.lines[1][QStringLiteral("differs")].toArray(),
        QJsonArray{QStringLiteral("amount_minor")});
    QCOMPARE(m_demo.payments().size(), 3);
}

void JsonSurfaceTest::passSaysWhatItDid()
{
    const CoreRun run = m_demo.core({QStringLiteral("pass")});
    QVERIFY2(run.exitCode == 0, run.described().constData());
    QCOMPARE(missingName(run.last(), {"type", "claimed", "submitted", "recorded"}), QString());
    QCOMPARE(run.last()[QStringLiteral("submitted")].toInt(), 3);
    const CoreRun replayed =
        m_demo.core({QStringLiteral("accept"), m_demo.path(QStringLiteral("first.jsonl"))});
    QCOMPARE(replayed.exitCode, 0);
    QCOMPARE(replayed.count("outcome", "REPLAYED"), 3);
}

void JsonSurfaceTest::statusAndLedgerAddUp()
{
    const CoreRun status = m_demo.core({QStringLiteral("status")});
    QCOMPARE(status.exitCode, 0);
    int count = 0;
    for (const QJsonObject& line : status.ofType("status")) {
        QCOMPARE(missingName(line, {"status", "currency", "count", "amount_minor"}), QString());
        count += line[QStringLiteral("count")].toInt();
    }
    QCOMPARE(count, 3);
    const CoreRun ledger = m_demo.core({QStringLiteral("ledger")});
    QCOMPARE(ledger.exitCode, 0);
    QMap<QString, qint64> sums;
    for (const QJsonObject& line : ledger.ofType("account")) {
        QCOMPARE(missingName(line, {"account", "currency", "balance_minor"}), QString());
        sums[line[QStringLiteral("currency")].toString()] +=
            line[QStringLiteral("balance_minor")].toInteger();
    }
    QCOMPARE(sums.size(), 3);
    for (const qint64 sum : sums)
        QCOMPARE(sum, 0);
}

void JsonSurfaceTest::paymentsCanBeNarrowed()
{
    const CoreRun all = m_demo.core({QStringLiteral("payments")});
    QCOMPARE(all.lines.size(), 3);
    for (const QJsonObject& line : all.lines)
        QCOMPARE(missingName(line, {"reference", "status", "amount_minor", "currency"}), QString());
    const CoreRun none = m_demo.core(
        {QStringLiteral("payments"), QStringLiteral("--status"), QStringLiteral("REVIEW")});
    QCOMPARE(none.exitCode, 0);
    QCOMPARE(none.lines.size(), 0);
}

void JsonSurfaceTest::paymentShowsEverything()
{
    for (const QString& reference : m_demo.payments().keys()) {
        const CoreRun run = m_demo.core({QStringLiteral("payment"), reference});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.lines.size(), 1);
        QCOMPARE(
            missingName(
                run.last(),
                {"status",
                 "reference",
                 "permits",
                 "attempts",
                 "results",
                 "evidence",
                 "candidates",
                 "decisions",
                 "events"}),
            QString());
        QCOMPARE(run.last()[QStringLiteral("attempts")].toArray().size(), 1);
        const CoreRun byId = m_demo.core(
            {QStringLiteral("payment"), run.last()[QStringLiteral("payment_id")].toString()});
        QCOMPARE(byId.last()[QStringLiteral("reference")].toString(), reference);
    }
}

void JsonSurfaceTest::importStoresOnce()
{
    const CoreRun first = m_demo.core({QStringLiteral("import"), case19()});
    QVERIFY2(first.exitCode == 0, first.described().constData());
    QCOMPARE(missingName(first.last(), {"type", "outcome", "linked"}), QString());
    QCOMPARE(first.last()[QStringLiteral("outcome")].toString(), QStringLiteral("STORED"));
    const CoreRun second = m_demo.core({QStringLiteral("import"), case19()});
    QCOMPARE(second.last()[QStringLiteral("outcome")].toString(), QStringLiteral("SAME_FILE"));
}

void JsonSurfaceTest::unknownPaymentIsRefused()
{
    const CoreRun run =
        m_demo.core({QStringLiteral("payment"), QStringLiteral("0000000000000000")});
    QCOMPARE(run.exitCode, 65);
    QCOMPARE(
        DemoProcess::run(DemoProcess::executable(), {QStringLiteral("nonsense")}).exitCode, 64);
}

void JsonSurfaceTest::fencedDatabaseAcceptsNothing()
{
    QFile file(m_demo.path(QStringLiteral("core.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString core =
        QJsonDocument::fromJson(file.readAll()).object()[QStringLiteral("core_id")].toString();
    const auto settings = m_demo.site().machine(MachineKind::Core);
    QVERIFY(settings);
    const Deadline deadline = Deadline::in(std::chrono::seconds(30));
    auto connection = Connection::open(*settings, deadline);
    QVERIFY(connection);
    QVERIFY(connection->execute(
        {"fence", "select onceover.fence($1::uuid, 'test')"},
        Params().text(core.toStdString()),
        deadline));
    const CoreRun run = m_demo.core(
        {QStringLiteral("accept"),
         intakeFile(
             QStringLiteral("fenced.jsonl"),
             intakeLine("sandbox-card", "json-9", 99, "EUR", "Payee 9"))});
    QVERIFY2(run.exitCode == 69, run.described().constData());
    QCOMPARE(run.count("outcome", "ACCEPTED"), 0);
    QCOMPARE(m_demo.payments().size(), 3);
    QCOMPARE(m_demo.core({QStringLiteral("pass")}).exitCode, 69);
}

void JsonSurfaceTest::missingDatabaseAcceptsNothing()
{
    const QByteArray nowhere =
        quoted("{'host': '/tmp/onceover-no-such-socket', 'database': 'onceover', 'tls': 'off',"
               "'logins': {'intake': 'nobody', 'reader': 'nobody', 'core': 'nobody'},"
               "'state_directory': '")
        + m_demo.directory().toUtf8() + quoted("'}");
    const QString site = m_demo.write(QStringLiteral("nowhere.json"), nowhere);
    const QString password = m_demo.write(QStringLiteral("password"), "secret\n");
    QVERIFY(QFile::setPermissions(password, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    qputenv("ONCEOVER_PASSWORD_FILE", password.toUtf8());
    for (const QStringList& words :
         {QStringList{QStringLiteral("accept"), m_demo.path(QStringLiteral("first.jsonl"))},
          QStringList{QStringLiteral("status")},
          QStringList{QStringLiteral("pass")}}) {
        const CoreRun run = DemoProcess::run(
            DemoProcess::executable(),
            words + QStringList{QStringLiteral("--connection"), site, QStringLiteral("--json")});
        QVERIFY2(run.exitCode == 69, run.described().constData());
    }
    qunsetenv("ONCEOVER_PASSWORD_FILE");
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::JsonSurfaceTest)
#include "json_surface_test.moc"
