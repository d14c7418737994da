// SPDX-License-Identifier: GPL-3.0-or-later
// The console reads a file with the readers of an import and stores it under the person's own
// login: what was shown is what is stored, and what a second person accepts.
#include "app/console/file_reading.h"
#include "backend/desk/desk_session.h"
#include "backend/domain/file_decision.h"
#include "backend/store/pg_desk_store.h"
#include "models/files/file_facts_shown.h"
#include "models/read/reader.h"
#include "tests/store/desk_world.h"
#include "tests/system/statement_text.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace onceover;

namespace {

const FileBridge::Progress kGoOn = [](qint64) {
    return true;
};

FileQuestion asked(const QString& path)
{
    FileQuestion question;
    question.path = path;
    return question;
}

} // namespace

class FileReadingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    void whatIsShownIsWhatTheFileSays()
    {
        const FilePreview shown = previewFile(asked(file("a.xml", 2)), kGoOn);
        QVERIFY2(shown.isStorable(), qPrintable(shown.refusalCode));
        QCOMPARE(shown.format, QStringLiteral("camt.053"));
        QCOMPARE(shown.statements.size(), 1);
        QCOMPARE(shown.statements.front().account, QStringLiteral("SCREEN1"));
        QCOMPARE(shown.statements.front().debitsMinor, QStringLiteral("2000"));
        QCOMPARE(shown.lines.size(), 2);
        QCOMPARE(shown.lines.front().amountMinor, qint64(-1000));
        QVERIFY(shown.lines.front().line > 0);
        QCOMPARE(shown.sha256.size(), 64);
    }

    void aLargeFileIsCountedAndNotKept()
    {
        constexpr int kMany = 2500;
        const FilePreview shown = previewFile(asked(file("large.xml", kMany)), kGoOn);
        QVERIFY(shown.isStorable());
        QCOMPARE(shown.lineCount, qint64(kMany));
        QCOMPARE(qint64(shown.lines.size()), FilePreview::kMaxLines);
    }

    void readingStopsWhenAsked()
    {
        qint64 read = 0;
        const FilePreview shown = previewFile(asked(file("stop.xml", 100)), [&](qint64 lines) {
            read = lines;
            return lines < 10;
        });
        QVERIFY(!shown.isStorable());
        QCOMPARE(shown.refusalCode, QStringLiteral("statement.cancelled"));
        QCOMPARE(read, qint64(10));
    }

    void whatIsNoFileIsRefused()
    {
        QCOMPARE(
            previewFile(asked(m_directory.filePath(QLatin1String("none.xml"))), kGoOn).refusalCode,
            QStringLiteral("statement.file_missing"));
        const FilePreview unknown = previewFile(asked(write("x.bin", "\x01\x02 nothing")), kGoOn);
        QVERIFY(!unknown.isStorable());
        QVERIFY(!unknown.refusalCode.isEmpty());
    }

    void storedAsItWasShownAndAcceptedByAnother()
    {
        FileOrder order;
        order.question.path = file("stored.xml", 3);
        order.shownSha256 = previewFile(order.question, kGoOn).sha256;
        order.uploadId = *Uuid::fromText(m_world->scalar("select gen_random_uuid()"));
        order.decisionId = *Uuid::fromText(m_world->scalar("select gen_random_uuid()"));
        order.reasonCode = QStringLiteral("FROM_BANK_PORTAL");
        order.note = QStringLiteral("by hand");
        FileOrder other = order;
        other.shownSha256 = QString(64, QLatin1Char('0'));
        QCOMPARE(
            storeFile(settings("liwei"), other, kGoOn).answer.code,
            std::string("import.file_changed"));
        const FileStored stored = storeFile(settings("liwei"), order, kGoOn);
        QVERIFY2(stored.answer.isDone(), stored.answer.detail.c_str());
        QVERIFY(stored.isProposed);
        QCOMPARE(m_world->scalar("select count(*) from onceover.imports"), std::string("0"));
        const Snapshot<UploadFile> shown = read(order.uploadId);
        QVERIFY(shown != nullptr && shown->exists);
        QCOMPARE(shown->state, QStringLiteral("WAITS"));
        QCOMPARE(shown->lines.size(), 3);
        // What the screen shows makes the digest that the database keeps.
        QCOMPARE(
            shownFileDigest(*shown),
            m_world->scalar("select digest from onceover.finished_uploads"));
        DeskSession ana(std::make_unique<PgDeskStore>(settings("ana")));
        const CommandAnswer approved = ana.approve(
            {*Uuid::fromText(m_world->scalar("select gen_random_uuid()")),
             order.decisionId,
             shownFileDigest(*shown)});
        QVERIFY2(approved.isDone(), approved.detail.c_str());
        QCOMPARE(
            m_world->scalar("select count(*) from onceover.imports where linked_at is not null"),
            std::string("1"));
        QCOMPARE(
            storeFile(settings("ana"), other = order, kGoOn).answer.code,
            std::string("command.reused"));
    }

private:
    QString write(const char* name, const QByteArray& bytes)
    {
        const QString path = m_directory.filePath(QLatin1String(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", name);
        return path;
    }

    QString file(const char* name, int lines)
    {
        QByteArray inside;
        for (int i = 0; i < lines; ++i)
            inside += camt::line("10.00", {});
        return write(name, camt::fileOf(camt::stated(name, "SCREEN1", inside)));
    }

    ConnectionSettings settings(const std::string& login)
    {
        return m_fixture.postgres().settingsFor(login, login, m_world->database);
    }

    // As the console reads it.
    Snapshot<UploadFile> read(const Uuid& upload)
    {
        const ConnectionSettings from = settings("liwei");
        ReadSettings reading;
        reading.host = QString::fromStdString(from.hosts.front().name);
        reading.port = from.hosts.front().port;
        reading.database = QString::fromStdString(from.database);
        reading.user = QStringLiteral("liwei");
        reading.password = QStringLiteral("liwei");
        Reader reader(reading);
        QSignalSpy spy(&reader, &Reader::fileRead);
        reader.start();
        reader.requestFile(QString::fromStdString(upload.toText()), 100);
        if (!spy.wait(20'000))
            return nullptr;
        return spy.front().front().value<Snapshot<UploadFile>>();
    }

    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
    QTemporaryDir m_directory;
};

QTEST_GUILESS_MAIN(FileReadingTest)

#include "file_reading_test.moc"
