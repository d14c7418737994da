// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/files/file_sheet.h"

#include "models/decide/command_draft.h"
#include "models/files/file_tables.h"
#include "models/sheet/sheet_model.h"
#include "models/text/decision_text.h"
#include "models/text/untrusted_text.h"
#include "views/files/file_reasons.h"
#include "views/labelled_row.h"
#include "views/plain_label.h"
#include "views/sheet/sheet_view.h"
#include "views/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QFrame>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QVBoxLayout>

namespace onceover {

FileSheet::FileSheet(const Snapshot<UploadFile>& file, const QString& whyNot, QWidget* parent)
    : QDialog(parent)
    , m_file(file)
    , m_whyNot(whyNot)
    , m_statements(new SheetModel(FileTables::statementColumns(), this))
    , m_lines(new SheetModel(FileTables::lineColumns(), this))
{
    build();
    m_statements->setRows(FileTables::statements(*m_file));
    m_lines->setRows(FileTables::lines(*m_file));
    checkComplete();
    (m_reason != nullptr ? static_cast<QWidget*>(m_reason) : m_note)
        ->setFocus(Qt::OtherFocusReason);
}

void FileSheet::build()
{
    setWindowTitle(isApproval() ? tr("Accept a file") : tr("Propose to accept a file"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 18, 24, 16);
    layout->setSpacing(8);
    addFacts(layout);
    addTables(layout);
    addWords(layout);
    addButtons(layout);
    resize(QSize(1040, 780).boundedTo(screen()->availableGeometry().size() - QSize(40, 60)));
}

void FileSheet::addFacts(QVBoxLayout* layout)
{
    auto* heading = new PlainLabel(
        tr("%1, uploaded by %2")
            .arg(
                UntrustedText::line(m_file->fileName, 255),
                UntrustedText::line(m_file->personName, 80)),
        this);
    heading->setFont(Theme::title());
    heading->setWrapped();
    layout->addWidget(heading);
    QStringList facts{m_file->format};
    if (!m_file->reading.isEmpty())
        facts << UntrustedText::line(m_file->reading, 60);
    facts << tr("%1 bytes").arg(m_file->byteCount) << tr("%1 records").arg(m_file->recordCount);
    layout->addWidget(new PlainLabel(facts.join(QStringLiteral(" · ")), this));
    auto* hash = new PlainLabel(tr("SHA-256 %1").arg(m_file->sha256), this);
    hash->setFont(Theme::code());
    layout->addWidget(hash);
    if (!isApproval())
        return;
    auto* proposal = new PlainLabel(
        tr("%1 proposes to accept it: %2. %3")
            .arg(
                UntrustedText::line(m_file->openProposedBy, 80),
                DecisionText::reasonCode(m_file->openReasonCode),
                UntrustedText::block(m_file->openNote, 600)),
        this);
    proposal->setWrapped();
    proposal->setChip(Tone::Accent);
    layout->addWidget(proposal);
}

void FileSheet::addTables(QVBoxLayout* layout)
{
    const auto add = [&](const QString& name, SheetModel* model, int stretch) {
        auto* label = new PlainLabel(name, this);
        label->setFont(Theme::strong());
        auto* view = new SheetView(QString(name).remove(QLatin1Char('&')), this);
        view->setSheet(model);
        label->setBuddy(view);
        layout->addWidget(label);
        layout->addWidget(view, stretch);
        return view;
    };
    SheetView* statements = add(tr("&What it covers"), m_statements, 0);
    statements->setColumnWidths({170, 170, 118, 110, 110, 118, 52, 100}, 7);
    statements->setFitsRows(4);
    SheetView* lines = add(tr("Its first &lines"), m_lines, 1);
    lines->setColumnWidths({60, 100, 140, 200, 400}, 4);
    lines->setMinimumHeight(110);
}

void FileSheet::addWords(QVBoxLayout* layout)
{
    auto* will = new PlainLabel(
        isApproval()
            ? tr("Accepted, its lines are stored as records and linked by exact reference, as a "
                 "file of an approved channel. That cannot be taken back; compare hash and sums "
                 "with what the bank shows you.")
            : tr("Proposed, the file waits 24 hours for a second person. It settles nothing, links "
                 "nothing and holds nothing up before that person accepts it."),
        this);
    will->setWrapped();
    layout->addWidget(will);
    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft);
    form->setHorizontalSpacing(14);
    if (!isApproval()) {
        m_reason = new QComboBox(this);
        fillFileReasons(m_reason);
        addLabelledRow(form, tr("&Reason"), m_reason);
        connect(m_reason, &QComboBox::currentIndexChanged, this, &FileSheet::checkComplete);
    }
    m_note = new QPlainTextEdit(this);
    m_note->setTabChangesFocus(true);
    m_note->setFixedHeight(60);
    m_note->setPlaceholderText(
        isApproval() ? tr("Only to turn it down: why") : tr("In words, for whoever accepts it"));
    addLabelledRow(form, tr("N&ote"), m_note);
    layout->addLayout(form);
    connect(m_note, &QPlainTextEdit::textChanged, this, &FileSheet::checkComplete);
}

void FileSheet::addButtons(QVBoxLayout* layout)
{
    m_notice = new QFrame(this);
    m_notice->setObjectName(QStringLiteral("dangerNotice"));
    auto* notice = new QHBoxLayout(m_notice);
    notice->setContentsMargins(12, 6, 12, 6);
    m_noticeText = new PlainLabel(m_notice);
    m_noticeText->setWrapped();
    notice->addWidget(m_noticeText, 1);
    m_notice->setVisible(false);
    layout->addWidget(m_notice);
    m_hint = new PlainLabel(this);
    m_hint->setTone(Tone::Muted);
    m_hint->setFont(Theme::small());
    m_turnDown = new QPushButton(tr("&Turn down"), this);
    m_turnDown->setAutoDefault(false);
    m_turnDown->setVisible(isApproval());
    m_cancel = new QPushButton(tr("&Cancel"), this);
    m_cancel->setDefault(true);
    m_commit = new QPushButton(isApproval() ? tr("Accept this file") : tr("Propose"), this);
    m_commit->setObjectName(QStringLiteral("commit"));
    m_commit->setAutoDefault(false);
    m_commit->setProperty("emphasis", QStringLiteral("primary"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_hint, 1);
    row->addWidget(m_turnDown);
    row->addWidget(m_cancel);
    row->addWidget(m_commit);
    layout->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_commit, &QPushButton::clicked, this, &FileSheet::commit);
    connect(m_turnDown, &QPushButton::clicked, this, &FileSheet::turnedDown);
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* chord = new QShortcut(QKeySequence(Qt::CTRL | key), this);
        chord->setAutoRepeat(false);
        connect(chord, &QShortcut::activated, this, &FileSheet::commit);
    }
}

QString FileSheet::reasonCode() const
{
    return m_reason == nullptr ? QString() : m_reason->currentData().toString();
}

QString FileSheet::note() const
{
    return m_note->toPlainText().trimmed();
}

QString FileSheet::missing() const
{
    if (note().toUcs4().size() > CommandDraft::kMaxNoteCharacters)
        return tr("The note is too long");
    if (isApproval())
        return m_whyNot;
    if (m_reason->currentIndex() < 0)
        return tr("Choose a reason");
    return note().isEmpty() ? tr("Write a note") : QString();
}

void FileSheet::checkComplete()
{
    const QString what = missing();
    m_commit->setEnabled(what.isEmpty() && !m_isBusy);
    m_turnDown->setEnabled(!note().isEmpty() && !m_isBusy);
    if (!m_isBusy)
        m_hint->setText(what.isEmpty() ? tr("Ctrl+Enter: %1").arg(m_commit->text()) : what);
}

void FileSheet::commit()
{
    if (m_commit->isEnabled())
        Q_EMIT committed();
}

void FileSheet::setBusy(bool isBusy, const QString& text)
{
    m_isBusy = isBusy;
    m_note->setEnabled(!isBusy);
    if (m_reason != nullptr)
        m_reason->setEnabled(!isBusy);
    checkComplete();
    if (isBusy)
        m_hint->setText(text);
}

void FileSheet::showRefusal(const QString& text)
{
    setBusy(false, QString());
    m_noticeText->setText(text);
    m_noticeText->setAccessibleName(text);
    m_notice->setVisible(true);
}

} // namespace onceover
