// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/core_log.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace onceover;

// A log is read by machines and by people who may not see account numbers.
class CoreLogTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLineIsOneObject();
    void textCannotBeginALine();
    void accountsAreMasked_data();
    void accountsAreMasked();
    void idleWorkIsNotTold();
    void everyPhaseHasAMeaning();
    void fileIsItsOwnersAlone();
    void fileThatCannotBeMadeIsRefused();

private:
    QByteArrayList linesOf(const QString& path) const;
};

QByteArrayList CoreLogTest::linesOf(const QString& path) const
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArrayList lines = file.readAll().split('\n');
    lines.removeLast();
    return lines;
}

void CoreLogTest::everyLineIsOneObject()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("core.log"));
    const auto log = CoreLog::open(path.toStdString());
    QVERIFY(log);
    (*log)->started("core", "1.0");
    EngineState state;
    state.phase = EnginePhase::DatabaseAway;
    state.code = "database.away";
    state.detail = "The server said: {\"a\": \"b\"} {0} %v %s";
    (*log)->changed(state);
    (*log)->failed(Error::possible("database.unknown_completion", "COMMIT was not answered."));
    (*log)->stopped({});
    const QByteArrayList lines = linesOf(path);
    QCOMPARE(lines.size(), 4);
    QStringList events;
    for (const QByteArray& line : lines) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        events << object[QStringLiteral("event")].toString();
        QVERIFY(object[QStringLiteral("at")].toString().endsWith(u'Z'));
    }
    QCOMPARE(events.join(u' '), QStringLiteral("started phase failed stopped"));
    const QJsonObject phase = QJsonDocument::fromJson(lines[1]).object();
    QCOMPARE(phase[QStringLiteral("message")].toString(), QString::fromStdString(state.detail));
    QCOMPARE(phase[QStringLiteral("level")].toString(), QStringLiteral("warning"));
    QVERIFY(lines[2].contains("may have happened"));
}

void CoreLogTest::textCannotBeginALine()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("core.log"));
    const auto log = CoreLog::open(path.toStdString());
    QVERIFY(log);
    const std::string hostile = std::string("a\n{\"event\":\"stopped\"}\r\n\x1b[2J\x7f\0b", 31)
                                + "\xff\xfe \xe2\x80\xa8 \xe2\x80\xae";
    (*log)->failed(Error::notHappened("x", hostile));
    EngineState state;
    state.code = hostile;
    state.detail = hostile;
    (*log)->changed(state);
    const QByteArrayList lines = linesOf(path);
    QCOMPARE(lines.size(), 2);
    for (const QByteArray& line : lines) {
        QVERIFY(QJsonDocument::fromJson(line).isObject());
        for (const char character : line)
            QVERIFY(character >= 0x20 && character < 0x7f);
    }
}

void CoreLogTest::accountsAreMasked_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("masked");
    const auto row = [](const char* text, const char* masked) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(masked);
    };
    row("to DE02120300000000202051.", "to …2051.");
    row("DE02 1203 0000 0000 2020 51", "…0 51");
    row("attempt 01890000-0000-7000-8000-000000000001.",
        "attempt 01890000-0000-7000-8000-000000000001.");
    row("card 4242424242424242", "card …4242");
    row("card 4242 4242 4242 4242!", "card …4242!");
    row("card 4242-4242-4242-4242", "card …4242");
    row("attempt 3 of 12345678", "attempt 3 of 12345678");
    row("", "");
    // An IBAN in groups begins with letters that belong to it: shown at most in part.
    QTest::newRow("grouped IBAN") << QStringLiteral("x GB29 NWBK 6016 1331 9268 19 y")
                                  << QStringLiteral("x GB29 NWBK …8 19 y");
}

void CoreLogTest::accountsAreMasked()
{
    QFETCH(QString, text);
    QFETCH(QString, masked);
    QCOMPARE(QString::fromStdString(maskedText(text.toStdString())), masked);
}

void CoreLogTest::idleWorkIsNotTold()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("core.log"));
    const auto log = CoreLog::open(path.toStdString());
    QVERIFY(log);
    EngineCounts counts;
    (*log)->worked(counts);
    counts.claimed = 2;
    (*log)->worked(counts);
    (*log)->worked(counts);
    counts.looked = 1;
    (*log)->worked(counts);
    const QByteArrayList lines = linesOf(path);
    QCOMPARE(lines.size(), 2);
    const QJsonObject second = QJsonDocument::fromJson(lines[1]).object();
    QCOMPARE(second[QStringLiteral("claimed")].toInt(), 0);
    QCOMPARE(second[QStringLiteral("looked")].toInt(), 1);
}

void CoreLogTest::everyPhaseHasAMeaning()
{
    for (const EnginePhase phase :
         {EnginePhase::Starting,
          EnginePhase::Running,
          EnginePhase::Paused,
          EnginePhase::DatabaseAway,
          EnginePhase::Fenced,
          EnginePhase::JournalFailed,
          EnginePhase::Replaced,
          EnginePhase::Stopped})
        QVERIFY(qstrlen(meaningForMoney(phase)) > 20);
}

void CoreLogTest::fileIsItsOwnersAlone()
{
    const QTemporaryDir directory;
    const QString path = directory.filePath(QStringLiteral("core.log"));
    QVERIFY(CoreLog::open(path.toStdString()));
    const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther
                        | QFileDevice::WriteOther;
    QVERIFY(!(QFile(path).permissions() & others));
}

void CoreLogTest::fileThatCannotBeMadeIsRefused()
{
    const QTemporaryDir directory;
    const auto log = CoreLog::open(directory.filePath(QStringLiteral("no/core.log")).toStdString());
    QVERIFY(!log);
    QCOMPARE(log.error().code(), std::string("file.create"));
}

QTEST_GUILESS_MAIN(CoreLogTest)

#include "core_log_test.moc"
