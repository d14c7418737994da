// SPDX-License-Identifier: GPL-3.0-or-later
// Statement files on the screen: shown before anything is stored, stored as they were shown, and
// decided by a second person on exactly what the sheet shows.
#include "models/act/desk_bridge.h"
#include "models/files/file_facts_shown.h"
#include "models/read/reader.h"
#include "models/sheet/sheet_model.h"
#include "tests/console/fake_desk.h"
#include "views/files/file_sheet.h"
#include "views/files/files_flow.h"
#include "views/files/files_page.h"
#include "views/files/preview_sheet.h"
#include "views/sheet/sheet_view.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QUrl>

#include <atomic>

using namespace onceover;

namespace {

constexpr const char* kUpload = "00000000-0000-4000-8000-000000000001";
constexpr const char* kDecision = "00000000-0000-4000-8000-000000000002";

FilePreview previewOf(const FileQuestion& question)
{
    FilePreview preview;
    preview.question = question;
    preview.fileName = question.path.section(QLatin1Char('/'), -1);
    preview.sha256 = QStringLiteral("abc") + preview.fileName;
    preview.format = QStringLiteral("camt.053");
    preview.isRead = true;
    preview.lineCount = 1;
    PreviewStatement statement;
    statement.account = QStringLiteral("DE1");
    statement.currency = QStringLiteral("EUR");
    preview.statements = {statement};
    PreviewLine line;
    line.line = 17;
    line.amountMinor = -1250;
    line.currency = QStringLiteral("EUR");
    line.text = QStringLiteral("pay <b>now</b> \u202Eevil");
    preview.lines = {line};
    if (preview.fileName.startsWith(QLatin1String("bad"))) {
        preview.isRead = false;
        preview.refusalCode = QStringLiteral("statement.amount");
        preview.refusalLine = 7;
        preview.refusalMessage = QStringLiteral("Amt holds 12,x");
    }
    return preview;
}

Snapshot<UploadFile> waitingFile(const char* decision = kDecision)
{
    auto file = std::make_shared<UploadFile>();
    file->exists = true;
    file->uploadId = QLatin1String(kUpload);
    file->sha256 = QString(64, QLatin1Char('a'));
    file->fileName = QStringLiteral("may.xml");
    file->format = QStringLiteral("camt.053");
    file->byteCount = QStringLiteral("10");
    file->personId = QStringLiteral("ana");
    file->personName = QStringLiteral("Ana");
    file->state = *decision == '\0' ? QStringLiteral("STORED") : QStringLiteral("WAITS");
    file->openDecisionId = QLatin1String(decision);
    FileStatementRow row;
    row.account = QStringLiteral("DE1");
    row.currency = QStringLiteral("EUR");
    row.creditsMinor = QStringLiteral("0");
    file->statements = {row};
    return file;
}

} // namespace

class FilesFlowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_stored.clear();
        m_lines = 0;
        m_script = std::make_unique<DeskScript>();
        m_window = std::make_unique<QWidget>();
        m_reader = std::make_unique<Reader>(ReadSettings());
        m_page = new FilesPage(m_reader.get(), m_window.get());
        m_desk = std::make_unique<DeskBridge>([this]() -> Result<std::unique_ptr<Desk>> {
            return std::unique_ptr<Desk>(std::make_unique<FakeDesk>(*m_script));
        });
        m_files = std::make_unique<FileBridge>(
            [this](const FileQuestion& question, const FileBridge::Progress& progress) {
                while (question.path.endsWith(QLatin1String("endless")) && progress(++m_lines)) {}
                return previewOf(question);
            },
            [this](const FileOrder& order, const FileBridge::Progress&) {
                m_stored.push_back(order);
                FileStored stored;
                stored.path = order.question.path;
                stored.answer.outcome = CommandAnswer::Outcome::Done;
                stored.isProposed = true;
                return stored;
            });
        m_flow = new FilesFlow(
            m_page,
            {m_reader.get(),
             m_files.get(),
             m_desk.get(),
             [] { return *Uuid::fromText("00000000-0000-4000-8000-0000000000ff"); },
             {QStringLiteral("stripe-balance")}},
            m_window.get());
        m_flow->setPerson(QStringLiteral("liwei"), {QStringLiteral("onceover_approver")});
        m_window->show();
    }

    void cleanup()
    {
        delete m_flow;
        m_files.reset();
        m_desk.reset();
        m_window.reset();
        m_reader.reset();
    }

    void severalFilesAreShownBeforeAnythingIsStored()
    {
        drop({QStringLiteral("/tmp/one.xml"), QStringLiteral("/tmp/two.xml")});
        PreviewSheet* sheet = m_flow->previewSheet();
        QVERIFY(sheet != nullptr);
        QTRY_COMPARE(sheet->current().fileName, QStringLiteral("one.xml"));
        auto* table = sheet->findChildren<SheetView*>().front();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        table->selectId(QStringLiteral("/tmp/two.xml"));
        QTRY_COMPARE(sheet->current().fileName, QStringLiteral("two.xml"));
        QVERIFY(m_stored.empty());
        auto* commit = sheet->findChild<QPushButton*>(QStringLiteral("commit"));
        QVERIFY(!commit->isEnabled());
        giveWords(sheet);
        QVERIFY(commit->isEnabled());
        commit->click();
        QTRY_COMPARE(m_stored.size(), std::size_t(1));
        QCOMPARE(m_stored.front().shownSha256, QStringLiteral("abctwo.xml"));
        QCOMPARE(m_stored.front().question.path, QStringLiteral("/tmp/two.xml"));
        // Stored once: the same button does not do it again.
        QTRY_VERIFY(!commit->isEnabled());
    }

    void enterAloneStoresNothing()
    {
        m_flow->openFiles({QStringLiteral("/tmp/one.xml")});
        QTRY_VERIFY(m_flow->previewSheet()->isShown());
        giveWords(m_flow->previewSheet());
        QTest::keyClick(m_flow->previewSheet(), Qt::Key_Return, Qt::NoModifier);
        QTRY_VERIFY(m_flow->previewSheet() == nullptr);
        QVERIFY(m_stored.empty());
    }

    void aRefusedFileNamesItsLineAndIsNotStored()
    {
        m_flow->openFiles({QStringLiteral("/tmp/bad.xml")});
        PreviewSheet* sheet = m_flow->previewSheet();
        QTRY_VERIFY(sheet->isShown());
        giveWords(sheet);
        QVERIFY(!sheet->findChild<QPushButton*>(QStringLiteral("commit"))->isEnabled());
        QString said;
        for (const QLabel* label : sheet->findChildren<QLabel*>()) {
            if (label->text().contains(QLatin1String("12,x")))
                said = label->text();
        }
        QVERIFY2(said.contains(QLatin1String("7")), qPrintable(said));
    }

    void whatTheFileSaysStaysText()
    {
        m_flow->openFiles({QStringLiteral("/tmp/one.xml")});
        PreviewSheet* sheet = m_flow->previewSheet();
        QTRY_VERIFY(sheet->isShown());
        const QAbstractItemModel* lines = sheet->findChildren<SheetView*>().back()->model();
        QTRY_COMPARE(lines->rowCount(), 1);
        QCOMPARE(lines->index(0, 0).data().toString(), QStringLiteral("17"));
        const QString text = lines->index(0, 4).data().toString();
        QVERIFY(text.contains(QLatin1String("<b>now</b>")));
        QVERIFY(!text.contains(QChar(0x202E)));
    }

    // However large a file is, the screen goes on and reading can be stopped.
    void readingIsStopped()
    {
        m_flow->openFiles({QStringLiteral("/tmp/endless")});
        QTRY_VERIFY(m_lines > 10'000);
        QVERIFY(m_files->isBusy());
        m_files->cancel();
        QTRY_VERIFY(!m_files->isBusy());
    }

    void theSecondPersonApprovesWhatTheSheetShows()
    {
        FileSheet* sheet = shown(waitingFile());
        QVERIFY(sheet != nullptr);
        sheet->findChild<QPushButton*>(QStringLiteral("commit"))->click();
        QTRY_COMPARE(m_script->commandCount(), std::size_t(1));
        const auto* approval = std::get_if<Approval>(&m_script->commands.front());
        QVERIFY(approval != nullptr);
        QCOMPARE(approval->digest, shownFileDigest(*waitingFile()));
        QCOMPARE(approval->decisionId.toText(), std::string(kDecision));
        QTRY_VERIFY(m_flow->fileSheet() == nullptr);
        // Other sums are another digest.
        auto other = std::make_shared<UploadFile>(*waitingFile());
        other->statements.front().creditsMinor = QStringLiteral("1");
        QVERIFY(shownFileDigest(*other) != approval->digest);
    }

    void theUploaderCannot()
    {
        m_flow->setPerson(QStringLiteral("ana"), {QStringLiteral("onceover_approver")});
        FileSheet* sheet = shown(waitingFile());
        QVERIFY(!sheet->findChild<QPushButton*>(QStringLiteral("commit"))->isEnabled());
        QTest::keyClick(sheet, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(m_script->commandCount(), std::size_t(0));
    }

    void turningDownSaysWhy()
    {
        FileSheet* sheet = shown(waitingFile());
        QPushButton* turnDown = nullptr;
        for (auto* button : sheet->findChildren<QPushButton*>()) {
            if (button->text().contains(QLatin1String("Turn down")))
                turnDown = button;
        }
        QVERIFY(turnDown != nullptr && !turnDown->isEnabled());
        sheet->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("not ours"));
        turnDown->click();
        QTRY_COMPARE(m_script->commandCount(), std::size_t(1));
        const auto* withdrawal = std::get_if<Withdrawal>(&m_script->commands.front());
        QVERIFY(withdrawal != nullptr);
        QCOMPARE(withdrawal->why, std::string("not ours"));
    }

    void aStoredFileIsProposed()
    {
        FileSheet* sheet = shown(waitingFile(""));
        giveWords(sheet);
        sheet->findChild<QPushButton*>(QStringLiteral("commit"))->click();
        QTRY_COMPARE(m_script->commandCount(), std::size_t(1));
        QVERIFY(std::holds_alternative<UploadProposal>(m_script->commands.front()));
    }

    void nothingIsDecidedOnWhatIsNotLive()
    {
        m_flow->setBlocked(QStringLiteral("stale"));
        FileSheet* sheet = shown(waitingFile());
        sheet->findChild<QPushButton*>(QStringLiteral("commit"))->click();
        QCOMPARE(m_script->commandCount(), std::size_t(0));
        m_flow->openFiles({QStringLiteral("/tmp/one.xml")});
        PreviewSheet* preview = m_flow->previewSheet();
        QTRY_VERIFY(preview->isShown());
        giveWords(preview);
        preview->findChild<QPushButton*>(QStringLiteral("commit"))->click();
        QVERIFY(m_stored.empty());
    }

private:
    void drop(const QStringList& paths)
    {
        auto data = std::make_unique<QMimeData>();
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls << QUrl::fromLocalFile(path);
        data->setUrls(urls);
        QVERIFY(m_page->acceptDrops());
        QDragEnterEvent enter(
            QPoint(5, 5), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, data.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_page, &event);
    }

    static void giveWords(QWidget* sheet)
    {
        for (auto* box : sheet->findChildren<QComboBox*>()) {
            if (box->findData(QStringLiteral("OTHER")) >= 0)
                box->setCurrentIndex(box->findData(QStringLiteral("OTHER")));
        }
        sheet->findChild<QPlainTextEdit*>()->setPlainText(QStringLiteral("from the portal"));
    }

    FileSheet* shown(const Snapshot<UploadFile>& file)
    {
        auto* model = qobject_cast<SheetModel*>(m_page->table()->model());
        ImportPage page;
        ImportRow row;
        row.importId = file->uploadId;
        page.rows = {row};
        Q_EMIT m_reader->importsRead(std::make_shared<ImportPage>(page));
        m_page->table()->selectId(model->idAt(0));
        m_flow->decide();
        Q_EMIT m_reader->fileRead(file);
        return m_flow->fileSheet();
    }

    std::vector<FileOrder> m_stored;
    std::atomic<qint64> m_lines = 0;
    std::unique_ptr<DeskScript> m_script;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Reader> m_reader;
    FilesPage* m_page = nullptr;
    std::unique_ptr<DeskBridge> m_desk;
    std::unique_ptr<FileBridge> m_files;
    FilesFlow* m_flow = nullptr;
};

QTEST_MAIN(FilesFlowTest)

#include "files_flow_test.moc"
