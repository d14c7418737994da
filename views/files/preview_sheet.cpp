// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/files/preview_sheet.h"

#include "models/decide/command_draft.h"
#include "models/files/file_tables.h"
#include "models/sheet/sheet_model.h"
#include "models/text/decision_text.h"
#include "models/text/file_text.h"
#include "models/text/untrusted_text.h"
#include "views/files/file_reasons.h"
#include "views/files/reading_bar.h"
#include "views/labelled_row.h"
#include "views/plain_label.h"
#include "views/sheet/sheet_view.h"
#include "views/theme.h"

#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QVBoxLayout>

namespace onceover {

namespace {

constexpr int kMaxWarnings = 6;

QFrame* noticeOf(const char* name, QWidget* parent, PlainLabel*& text)
{
    auto* frame = new QFrame(parent);
    frame->setObjectName(QLatin1String(name));
    auto* layout = new QHBoxLayout(frame);
    layout->setContentsMargins(12, 6, 12, 6);
    text = new PlainLabel(frame);
    text->setWrapped();
    layout->addWidget(text, 1);
    frame->setVisible(false);
    return frame;
}

// A table under its name, whose letter leads to it.
SheetView* addTable(
    QVBoxLayout* layout, const QString& name, SheetModel* model, QWidget* parent, int stretch)
{
    auto* label = new PlainLabel(name, parent);
    label->setFont(Theme::strong());
    auto* view = new SheetView(QString(name).remove(QLatin1Char('&')), parent);
    view->setSheet(model);
    label->setBuddy(view);
    layout->addWidget(label);
    layout->addWidget(view, stretch);
    return view;
}

} // namespace

PreviewSheet::PreviewSheet(const QStringList& profiles, QWidget* parent)
    : QDialog(parent)
    , m_profiles(profiles)
    , m_fileModel(new SheetModel({tr("File"), tr("Format"), tr("State")}, this))
    , m_statements(new SheetModel(FileTables::statementColumns(), this))
    , m_lines(new SheetModel(FileTables::lineColumns(), this))
{
    build();
    showCurrent();
    m_fileView->setFocus(Qt::OtherFocusReason);
}

void PreviewSheet::build()
{
    setWindowTitle(tr("What was understood"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 14);
    layout->setSpacing(6);
    addFiles(layout);
    addReading(layout);
    addTables(layout);
    addStoring(layout);
    addButtons(layout);
    resize(QSize(1080, 860).boundedTo(screen()->availableGeometry().size() - QSize(40, 60)));
}

void PreviewSheet::addFiles(QVBoxLayout* layout)
{
    m_fileView = addTable(layout, tr("&Files"), m_fileModel, this, 0);
    m_fileView->setColumnWidths({420, 120, 360}, 2);
    m_fileView->setFitsRows(4);
    connect(m_fileView, &SheetView::currentIdChanged, this, &PreviewSheet::choose);
    m_facts = new PlainLabel(this);
    m_facts->setWrapped();
    m_facts->setCopyable();
    // Read with the table above it; Tab passes by.
    m_facts->setFocusPolicy(Qt::ClickFocus);
    layout->addWidget(m_facts);
}

void PreviewSheet::addReading(QVBoxLayout* layout)
{
    m_reading = new ReadingBar(m_profiles, this);
    layout->addWidget(m_reading);
    connect(m_reading, &ReadingBar::readAgain, this, &PreviewSheet::readAgain);
    m_refusal = noticeOf("dangerNotice", this, m_refusalText);
    m_warning = noticeOf("warningNotice", this, m_warningText);
    layout->addWidget(m_refusal);
    layout->addWidget(m_warning);
}

void PreviewSheet::addTables(QVBoxLayout* layout)
{
    SheetView* statements = addTable(layout, tr("State&ments"), m_statements, this, 0);
    statements->setColumnWidths({150, 160, 104, 96, 96, 104, 48, 92}, 7);
    statements->setFitsRows(3);
    SheetView* lines = addTable(layout, tr("&Lines, numbered as in the file"), m_lines, this, 1);
    lines->setColumnWidths({60, 100, 140, 220, 400}, 4);
    lines->setMinimumHeight(120);
    m_lineCount = new PlainLabel(this);
    m_lineCount->setTone(Tone::Muted);
    m_lineCount->setFont(Theme::small());
    layout->addWidget(m_lineCount);
}

void PreviewSheet::addStoring(QVBoxLayout* layout)
{
    m_will = new PlainLabel(this);
    m_will->setWrapped();
    m_will->setText(
        tr("Stored, the file waits for a second person, who sees its hash and what it covers. "
           "Until then it settles nothing, links nothing and holds nothing up."));
    layout->addWidget(m_will);
    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft);
    form->setHorizontalSpacing(14);
    m_reason = new QComboBox(this);
    fillFileReasons(m_reason);
    addLabelledRow(form, tr("Rea&son"), m_reason);
    m_note = new QPlainTextEdit(this);
    m_note->setTabChangesFocus(true);
    m_note->setFixedHeight(56);
    m_note->setPlaceholderText(tr("In words, for whoever accepts it: where the file comes from"));
    addLabelledRow(form, tr("N&ote"), m_note);
    layout->addLayout(form);
    connect(m_reason, &QComboBox::currentIndexChanged, this, &PreviewSheet::checkComplete);
    connect(m_note, &QPlainTextEdit::textChanged, this, &PreviewSheet::checkComplete);
}

void PreviewSheet::addButtons(QVBoxLayout* layout)
{
    m_hint = new PlainLabel(this);
    m_hint->setTone(Tone::Muted);
    m_hint->setFont(Theme::small());
    m_hint->setWrapped();
    m_stop = new QPushButton(tr("S&top reading"), this);
    m_stop->setAutoDefault(false);
    m_stop->setVisible(false);
    m_close = new QPushButton(tr("&Close"), this);
    m_close->setDefault(true);
    m_commit = new QPushButton(tr("Store and propose"), this);
    m_commit->setObjectName(QStringLiteral("commit"));
    m_commit->setAutoDefault(false);
    m_commit->setProperty("emphasis", QStringLiteral("primary"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_hint, 1);
    row->addWidget(m_stop);
    row->addWidget(m_close);
    row->addWidget(m_commit);
    layout->addLayout(row);
    connect(m_stop, &QPushButton::clicked, this, &PreviewSheet::stopRequested);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_commit, &QPushButton::clicked, this, &PreviewSheet::commit);
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* chord = new QShortcut(QKeySequence(Qt::CTRL | key), this);
        chord->setAutoRepeat(false);
        connect(chord, &QShortcut::activated, this, &PreviewSheet::commit);
    }
}

void PreviewSheet::addFile(const QString& path)
{
    if (!m_order.contains(path))
        m_order << path;
    m_states.insert(path, tr("is read…"));
    m_stop->setVisible(true);
    showFiles();
    if (m_currentPath.isEmpty())
        m_fileView->selectId(path);
}

void PreviewSheet::showProgress(const QString& path, qint64 lines)
{
    m_states.insert(path, tr("is read: %1 lines").arg(QLocale::c().toString(lines)));
    showFiles();
}

void PreviewSheet::showPreview(const FilePreview& preview)
{
    const QString path = preview.question.path;
    m_previews.insert(path, preview);
    m_states.insert(
        path,
        preview.isStorable() ? tr("understood: %n line(s)", nullptr, int(preview.lineCount))
                             : tr("not to be stored"));
    bool isReading = false;
    for (const QString& each : m_order)
        isReading = isReading || !m_previews.contains(each);
    m_stop->setVisible(isReading);
    showFiles();
    if (m_currentPath == path)
        choose(path);
}

void PreviewSheet::showFiles()
{
    QList<SheetRow> rows;
    for (const QString& path : m_order) {
        const auto known = m_previews.constFind(path);
        const bool isBad = known != m_previews.constEnd() && !known->isStorable();
        rows.append(
            {path,
             {{UntrustedText::line(QFileInfo(path).fileName(), 255),
               Tone::Normal,
               CellKind::Text,
               path},
              {known == m_previews.constEnd() || known->format.isEmpty() ? QStringLiteral("–")
                                                                         : known->format,
               Tone::Muted,
               CellKind::Text,
               {}},
              {m_states.value(path), isBad ? Tone::Danger : Tone::Normal, CellKind::Text, {}}},
             {}});
    }
    m_fileModel->setRows(rows);
}

void PreviewSheet::choose(const QString& path)
{
    if (path.isEmpty())
        return;
    const bool isOther = path != m_currentPath;
    m_currentPath = path;
    m_current = m_previews.value(path);
    if (isOther)
        m_reading->showQuestion(m_current.question);
    showCurrent();
}

void PreviewSheet::showCurrent()
{
    QStringList facts;
    if (isShown()) {
        facts << UntrustedText::line(m_current.fileName, 255);
        if (!m_current.format.isEmpty())
            facts << m_current.format;
        if (!m_current.encoding.isEmpty())
            facts << tr("%1: %2").arg(
                m_current.encoding, FileText::encodingReason(m_current.encodingReason));
        facts << tr("%1 bytes").arg(QLocale::c().toString(m_current.byteCount));
        if (!m_current.sha256.isEmpty())
            facts << tr("SHA-256 %1").arg(m_current.sha256);
    }
    m_facts->setText(
        facts.isEmpty() ? tr("The file is being read.") : facts.join(QStringLiteral(" · ")));
    m_statements->setRows(FileTables::statements(m_current));
    m_lines->setRows(FileTables::lines(m_current));
    const qint64 shown = m_current.lines.size();
    m_lineCount->setText(
        shown < m_current.lineCount ? tr("The first %1 of %2 lines are shown; all are stored.")
                                          .arg(shown)
                                          .arg(QLocale::c().toString(m_current.lineCount))
                                    : QString());
    m_lineCount->setVisible(!m_lineCount->text().isEmpty());
    showNotices();
    checkComplete();
}

void PreviewSheet::showNotices()
{
    m_refusalText->setText(
        m_current.refusalCode.isEmpty()
            ? QString()
            : FileText::refusal(
                m_current.refusalCode, m_current.refusalLine, m_current.refusalMessage));
    m_refusal->setVisible(!m_refusalText->text().isEmpty());
    QStringList warnings;
    for (const PreviewWarning& each : m_current.warnings) {
        if (warnings.size() < kMaxWarnings)
            warnings << FileText::warning(each.code, each.line, each.count, each.message);
    }
    if (m_current.warnings.size() > kMaxWarnings)
        warnings << tr("and %n more", nullptr, int(m_current.warnings.size()) - kMaxWarnings);
    m_warningText->setText(warnings.join(QLatin1Char('\n')));
    m_warning->setVisible(!warnings.isEmpty());
}

void PreviewSheet::readAgain()
{
    if (m_currentPath.isEmpty())
        return;
    FileQuestion question = m_reading->question();
    question.path = m_currentPath;
    m_previews.remove(m_currentPath);
    m_current = {};
    addFile(m_currentPath);
    showCurrent();
    Q_EMIT readRequested(question);
}

QString PreviewSheet::reasonCode() const
{
    return m_reason->currentData().toString();
}

QString PreviewSheet::note() const
{
    return m_note->toPlainText().trimmed();
}

QString PreviewSheet::missing() const
{
    if (!isShown())
        return tr("Choose a file");
    if (!m_current.isStorable())
        return tr("This file cannot be stored as it is read now");
    if (m_reason->currentIndex() < 0)
        return tr("Choose a reason");
    if (note().isEmpty())
        return tr("Write a note");
    if (note().toUcs4().size() > CommandDraft::kMaxNoteCharacters)
        return tr("The note is too long");
    return {};
}

void PreviewSheet::checkComplete()
{
    const QString what = missing();
    m_commit->setEnabled(what.isEmpty() && !m_isBusy);
    if (!m_isBusy)
        m_hint->setText(what.isEmpty() ? tr("Ctrl+Enter: %1").arg(m_commit->text()) : what);
}

void PreviewSheet::commit()
{
    if (m_commit->isEnabled())
        Q_EMIT storeRequested();
}

void PreviewSheet::setBusy(bool isBusy, const QString& text)
{
    m_isBusy = isBusy;
    m_reason->setEnabled(!isBusy);
    m_note->setEnabled(!isBusy);
    m_reading->setReadable(!isBusy);
    checkComplete();
    if (isBusy)
        m_hint->setText(text);
}

void PreviewSheet::showStored(const QString& path, bool isDone, const QString& text)
{
    setBusy(false, QString());
    m_states.insert(path, isDone ? text : tr("refused"));
    if (isDone) {
        // Stored once is stored.
        auto known = m_previews.find(path);
        if (known != m_previews.end()) {
            known->isRead = false;
            m_current.isRead = m_currentPath == path ? false : m_current.isRead;
        }
        m_note->clear();
    }
    showFiles();
    checkComplete();
    m_hint->setText(text);
    m_refusalText->setText(isDone ? QString() : text);
    m_refusal->setVisible(!isDone);
}

} // namespace onceover
