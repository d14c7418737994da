// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/files/files_flow.h"

#include "models/act/desk_bridge.h"
#include "models/files/file_facts_shown.h"
#include "models/read/reader.h"
#include "models/text/decision_text.h"
#include "models/text/error_text.h"
#include "models/text/file_text.h"
#include "views/files/file_sheet.h"
#include "views/files/files_page.h"
#include "views/files/preview_sheet.h"
#include "views/plain_label.h"
#include "views/sheet/sheet_view.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>

#include <utility>

namespace onceover {

namespace {

constexpr int kShownLines = 1000;
// More would be a folder by mistake.
constexpr int kMaxFiles = 100;

} // namespace

FilesFlow::FilesFlow(FilesPage* page, Ports ports, QWidget* window)
    : QObject(window)
    , m_page(page)
    , m_ports(std::move(ports))
    , m_window(window)
{
    buildBar(window);
    connect(m_page, &FilesPage::filesDropped, this, &FilesFlow::openFiles);
    connect(m_page, &FilesPage::fileOpened, this, &FilesFlow::decide);
    connect(m_ports.reader, &Reader::fileRead, this, &FilesFlow::showFile);
    connect(
        m_ports.files, &FileBridge::progressed, this, [this](const QString& path, qint64 lines) {
            if (m_preview != nullptr)
                m_preview->showProgress(path, lines);
        });
    connect(m_ports.files, &FileBridge::previewed, this, [this](const FilePreview& preview) {
        if (m_preview != nullptr)
            m_preview->showPreview(preview);
    });
    connect(m_ports.files, &FileBridge::stored, this, &FilesFlow::showStored);
    connect(m_ports.desk, &DeskBridge::answered, this, &FilesFlow::showAnswer);
    connect(m_ports.desk, &DeskBridge::checking, this, [this] {
        if (m_sheet != nullptr)
            m_sheet->setBusy(
                true,
                tr("The answer was lost. Reading the record to see what happened; nothing is given "
                   "twice."));
    });
}

FilesFlow::~FilesFlow() = default;

void FilesFlow::buildBar(QWidget* window)
{
    m_open = new QAction(tr("Open statement files…"), this);
    m_open->setShortcut(QKeySequence::Open);
    connect(m_open, &QAction::triggered, this, &FilesFlow::choose);
    m_decide = new QAction(tr("Decide on the file…"), this);
    m_decide->setShortcut(QKeySequence(tr("Ctrl+D")));
    connect(m_decide, &QAction::triggered, this, &FilesFlow::decide);
    auto* bar = new QWidget(window);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    m_notice = new PlainLabel(bar);
    m_notice->setAccessibleName(tr("About the last file"));
    row->addWidget(m_notice);
    for (QAction* action : {m_open, m_decide}) {
        auto* button = new QPushButton(action->text(), bar);
        button->setToolTip(action->shortcut().toString(QKeySequence::NativeText));
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::enabledChanged, button, &QWidget::setEnabled);
        row->addWidget(button);
        window->addAction(action);
    }
    m_page->attach(bar);
}

QList<QAction*> FilesFlow::actions() const
{
    return {m_open, m_decide};
}

PreviewSheet* FilesFlow::previewSheet()
{
    return m_preview;
}

FileSheet* FilesFlow::fileSheet()
{
    return m_sheet;
}

void FilesFlow::setBlocked(const QString& why)
{
    m_blockedWhy = why;
}

void FilesFlow::setPerson(const QString& personId, const QStringList& roles)
{
    m_personId = personId;
    m_roles = roles;
}

void FilesFlow::choose()
{
    auto* dialog = new QFileDialog(m_window, tr("Open statement files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &FilesFlow::openFiles);
    dialog->open();
}

void FilesFlow::openPreview()
{
    m_preview = new PreviewSheet(m_ports.profiles, m_window);
    m_preview->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_preview, &PreviewSheet::readRequested, m_ports.files, &FileBridge::preview);
    connect(m_preview, &PreviewSheet::stopRequested, m_ports.files, &FileBridge::cancel);
    connect(m_preview, &PreviewSheet::storeRequested, this, &FilesFlow::store);
    connect(m_preview, &QDialog::finished, m_ports.files, &FileBridge::cancel);
    m_preview->open();
}

void FilesFlow::openFiles(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    if (m_preview == nullptr)
        openPreview();
    for (const QString& path : paths.mid(0, kMaxFiles)) {
        m_preview->addFile(path);
        FileQuestion question;
        question.path = path;
        m_ports.files->preview(question);
    }
}

void FilesFlow::store()
{
    const FilePreview& shown = m_preview->current();
    if (!m_blockedWhy.isEmpty()) {
        m_preview->showStored(shown.question.path, false, m_blockedWhy);
        return;
    }
    // Each press is an order of its own; one whose answer was lost is looked after below.
    m_order = {};
    m_order.question = shown.question;
    m_order.shownSha256 = shown.sha256;
    m_order.uploadId = m_ports.newId();
    m_order.decisionId = m_ports.newId();
    m_order.reasonCode = m_preview->reasonCode();
    m_order.note = m_preview->note();
    m_preview->setBusy(true, tr("Under way…"));
    m_ports.files->store(m_order);
}

void FilesFlow::showStored(const FileStored& stored)
{
    const QString code = QString::fromStdString(stored.answer.code);
    const QString detail = QString::fromStdString(stored.answer.detail);
    QString text;
    if (stored.answer.isDone())
        text = stored.isProposed
                   ? tr("stored; it waits for a second person")
                   : tr("stored, and not proposed: %1").arg(FileText::refusal(code, 0, detail));
    else if (stored.answer.outcome == CommandAnswer::Outcome::Unknown)
        text = tr("It is not known whether the file was stored: look at the list before you try "
                  "again.");
    else
        text = FileText::refusal(code, stored.line, detail) + QLatin1Char(' ')
               + tr("Nothing was stored.");
    m_notice->setText(text);
    if (m_preview != nullptr)
        m_preview->showStored(stored.path, stored.answer.isDone(), text);
    Q_EMIT done();
}

void FilesFlow::decide()
{
    if (m_sheet != nullptr)
        return;
    m_wantedFile = m_page->table()->currentId();
    if (!m_wantedFile.isEmpty())
        m_ports.reader->requestFile(m_wantedFile, kShownLines);
}

QString FilesFlow::whyNot(const UploadFile& file) const
{
    if (file.personId == m_personId)
        return tr("You uploaded this file: another person accepts it.");
    if (!m_roles.contains(QStringLiteral("onceover_approver")))
        return tr("Your login approves nothing.");
    return {};
}

void FilesFlow::showFile(const Snapshot<UploadFile>& file)
{
    if (m_wantedFile.isEmpty() || m_sheet != nullptr)
        return;
    m_wantedFile.clear();
    if (!file->exists || file->state == QLatin1String("ACCEPTED")) {
        m_notice->setText(tr("There is nothing to decide about this file."));
        return;
    }
    m_notice->clear();
    m_sheet = new FileSheet(file, whyNot(*file), m_window);
    m_sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_sheet, &FileSheet::committed, this, &FilesFlow::commit);
    connect(m_sheet, &FileSheet::turnedDown, this, &FilesFlow::turnDown);
    m_sheet->open();
}

void FilesFlow::commit()
{
    if (m_sheet == nullptr || !m_blockedWhy.isEmpty()) {
        if (m_sheet != nullptr)
            m_sheet->showRefusal(m_blockedWhy);
        return;
    }
    const UploadFile& file = *m_sheet->file();
    const std::string digest = shownFileDigest(file);
    const bool isApproval = m_sheet->isApproval();
    const auto subject =
        Uuid::fromText((isApproval ? file.openDecisionId : file.uploadId).toStdString());
    if (!subject)
        return;
    m_sheet->setBusy(true, tr("Under way…"));
    if (isApproval)
        m_ports.desk->submit(Approval{m_ports.newId(), *subject, digest});
    else
        m_ports.desk->submit(UploadProposal{
            m_ports.newId(),
            *subject,
            m_sheet->reasonCode().toStdString(),
            m_sheet->note().toStdString(),
            digest});
}

void FilesFlow::turnDown()
{
    if (m_sheet == nullptr)
        return;
    const auto decision = Uuid::fromText(m_sheet->file()->openDecisionId.toStdString());
    if (!m_blockedWhy.isEmpty() || !decision) {
        m_sheet->showRefusal(m_blockedWhy);
        return;
    }
    m_sheet->setBusy(true, tr("Under way…"));
    m_ports.desk->submit(Withdrawal{m_ports.newId(), *decision, m_sheet->note().toStdString()});
}

void FilesFlow::showAnswer(const CommandAnswer& answer)
{
    if (answer.isDone()) {
        m_notice->setText(
            tr("Done: %1.").arg(DecisionText::state(QString::fromStdString(answer.state))));
        if (m_sheet != nullptr) {
            m_sheet->disconnect(this);
            m_sheet->accept();
        }
    } else {
        const QString text =
            ErrorText::of(
                QString::fromStdString(answer.code), QString::fromStdString(answer.detail), true)
                .all();
        m_notice->setText(text);
        if (m_sheet != nullptr)
            m_sheet->showRefusal(text);
    }
    Q_EMIT done();
}

} // namespace onceover
