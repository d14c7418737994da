// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/decision/decision_sheet.h"

#include "models/case_file/consequences.h"
#include "models/text/decision_text.h"
#include "views/decision/resend_choice.h"
#include "views/labelled_row.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QComboBox>
#include <QDateTimeEdit>
#include <QFormLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QScreen>
#include <QShortcut>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace onceover {

namespace {

QString bullets(const QStringList& lines)
{
    QStringList marked;
    for (const QString& line : lines)
        marked << QStringLiteral("•  ") + line;
    return marked.join(QLatin1Char('\n'));
}

} // namespace

DecisionSheet::DecisionSheet(CaseCommand command, const Snapshot<CaseFile>& file, QWidget* parent)
    : QDialog(parent)
    , m_command(command)
    , m_file(file)
{
    build();
    fill();
    checkComplete();
    // Qt would give the focus to Cancel, and the first blank typed would close the sheet.
    QWidget* first = m_resend != nullptr   ? m_resend->firstControl()
                     : m_until != nullptr  ? static_cast<QWidget*>(m_until)
                     : m_reason != nullptr ? static_cast<QWidget*>(m_reason)
                     : m_note != nullptr   ? static_cast<QWidget*>(m_note)
                                           : static_cast<QWidget*>(m_cancel);
    first->setFocus(Qt::OtherFocusReason);
}

void DecisionSheet::build()
{
    setMinimumWidth(620);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 18);
    layout->setSpacing(12);
    addFacts(layout);
    if (m_command == CaseCommand::Resend) {
        m_resend = new ResendChoice(this);
        layout->addWidget(m_resend);
        connect(m_resend, &ResendChoice::changed, this, &DecisionSheet::checkComplete);
    }
    addReason(layout);
    addButtons(layout);
}

void DecisionSheet::addList(QVBoxLayout* layout, const QString& title, PlainLabel*& label)
{
    auto* name = new PlainLabel(title, this);
    name->setFont(Theme::strong());
    label = new PlainLabel(this);
    label->setWrapped();
    label->setAccessibleName(title);
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(name);
    column->addWidget(label);
    layout->addLayout(column);
}

void DecisionSheet::addFacts(QVBoxLayout* layout)
{
    m_heading = new PlainLabel(this);
    m_heading->setFont(Theme::title());
    m_heading->setWrapped();
    layout->addWidget(m_heading);
    m_proposal = new PlainLabel(this);
    m_proposal->setWrapped();
    m_proposal->setChip(Tone::Accent);
    layout->addWidget(m_proposal);
    addList(layout, tr("What will happen"), m_will);
    addList(layout, tr("What will not"), m_willNot);
    m_lossFrame = new QFrame(this);
    m_lossFrame->setObjectName(QStringLiteral("warningNotice"));
    auto* loss = new QVBoxLayout(m_lossFrame);
    loss->setContentsMargins(12, 8, 12, 8);
    loss->setSpacing(2);
    auto* title = new PlainLabel(tr("The largest loss if this is wrong"), m_lossFrame);
    title->setFont(Theme::strong());
    title->setTone(Tone::Warning);
    m_loss = new PlainLabel(m_lossFrame);
    m_loss->setWrapped();
    m_openAttempts = new PlainLabel(m_lossFrame);
    m_openAttempts->setWrapped();
    loss->addWidget(title);
    loss->addWidget(m_loss);
    loss->addWidget(m_openAttempts);
    layout->addWidget(m_lossFrame);
}

void DecisionSheet::addReason(QVBoxLayout* layout)
{
    auto* form = new QFormLayout;
    form->setLabelAlignment(Qt::AlignLeft);
    form->setHorizontalSpacing(14);
    const Consequences consequences = ConsequenceText::of(m_command, *m_file);
    if (m_command == CaseCommand::Defer) {
        m_until = new QDateTimeEdit(
            QDateTime::fromMSecsSinceEpoch(m_file->readUs / 1000).addDays(1), this);
        m_until->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm t"));
        m_until->setCalendarPopup(true);
        addLabelledRow(form, tr("&Until"), m_until);
    }
    if (!consequences.reasonCodes.isEmpty()) {
        m_reason = new QComboBox(this);
        m_reason->setPlaceholderText(tr("Choose a reason"));
        for (const QString& code : consequences.reasonCodes)
            m_reason->addItem(DecisionText::reasonCode(code), code);
        m_reason->setCurrentIndex(
            consequences.isAboutMoney || consequences.reasonCodes.size() > 1 ? -1 : 0);
        addLabelledRow(form, tr("&Reason"), m_reason);
        connect(m_reason, &QComboBox::currentIndexChanged, this, &DecisionSheet::checkComplete);
    }
    if (m_command != CaseCommand::Approve) {
        m_note = new QPlainTextEdit(this);
        m_note->setTabChangesFocus(true);
        m_note->setFixedHeight(84);
        m_note->setPlaceholderText(tr("In words, for whoever reads the record later"));
        addLabelledRow(form, tr("N&ote"), m_note);
        connect(m_note, &QPlainTextEdit::textChanged, this, &DecisionSheet::checkComplete);
    }
    layout->addLayout(form);
}

void DecisionSheet::addButtons(QVBoxLayout* layout)
{
    m_notice = new QFrame(this);
    m_notice->setObjectName(QStringLiteral("dangerNotice"));
    auto* notice = new QHBoxLayout(m_notice);
    notice->setContentsMargins(12, 8, 12, 8);
    m_noticeText = new PlainLabel(m_notice);
    m_noticeText->setWrapped();
    m_useNew = new QPushButton(tr("&Decide on the new facts"), m_notice);
    m_useNew->setAutoDefault(false);
    m_useNew->setVisible(false);
    notice->addWidget(m_noticeText, 1);
    notice->addWidget(m_useNew);
    m_notice->setVisible(false);
    layout->addWidget(m_notice);
    m_hint = new PlainLabel(this);
    m_hint->setTone(Tone::Muted);
    m_hint->setFont(Theme::small());
    m_cancel = new QPushButton(tr("&Cancel"), this);
    m_cancel->setDefault(true);
    m_commit = new QPushButton(this);
    m_commit->setObjectName(QStringLiteral("commit"));
    m_commit->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(m_hint, 1);
    row->addWidget(m_cancel);
    row->addWidget(m_commit);
    layout->addLayout(row);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_commit, &QPushButton::clicked, this, &DecisionSheet::commit);
    connect(m_useNew, &QPushButton::clicked, this, [this] {
        m_file = m_newer;
        m_newer.reset();
        m_notice->setVisible(false);
        fill();
        checkComplete();
    });
    for (const auto key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* chord = new QShortcut(QKeySequence(Qt::CTRL | key), this);
        chord->setAutoRepeat(false);
        connect(chord, &QShortcut::activated, this, &DecisionSheet::commit);
    }
}

void DecisionSheet::fill()
{
    const Consequences consequences = ConsequenceText::of(m_command, *m_file);
    setWindowTitle(consequences.verb);
    m_heading->setText(consequences.heading);
    const auto proposal = ConsequenceText::openProposal(*m_file);
    const bool isOnProposal =
        m_command == CaseCommand::Approve || m_command == CaseCommand::Withdraw;
    m_proposal->setVisible(isOnProposal && proposal.has_value());
    if (isOnProposal && proposal)
        m_proposal->setText(ConsequenceText::proposal(*proposal));
    m_will->setText(bullets(consequences.willHappen));
    m_willNot->setText(bullets(consequences.willNotHappen));
    m_willNot->parentWidget()->setVisible(true);
    m_loss->setText(consequences.largestLoss);
    const QString open = ConsequenceText::openAttempts(*m_file);
    m_openAttempts->setText(open);
    m_openAttempts->setVisible(!open.isEmpty());
    m_lossFrame->setVisible(!consequences.largestLoss.isEmpty());
    if (m_resend != nullptr)
        m_resend->showFacts(*m_file);
    m_commit->setText(consequences.verb);
    m_commit->setProperty(
        "emphasis",
        consequences.isAboutMoney ? QStringLiteral("danger") : QStringLiteral("primary"));
    m_commit->style()->unpolish(m_commit);
    m_commit->style()->polish(m_commit);
}

// Wrapped lines need a height for their width, which a dialog does not ask its layout for; without
// it the last line of the loss is cut where a script stands taller.
void DecisionSheet::grow()
{
    // A box tells its parent of new texts only with a later event; its height is asked for here.
    const QMargins margins = layout()->contentsMargins();
    const int inner = width() - margins.left() - margins.right();
    for (QFrame* box : {m_lossFrame, m_notice}) {
        const QMargins around = box->layout()->contentsMargins();
        for (auto* label : box->findChildren<PlainLabel*>()) {
            const int wide = inner - around.left() - around.right();
            label->setMinimumHeight(
                std::max(label->heightForWidth(wide), label->fontMetrics().lineSpacing()));
        }
        box->layout()->invalidate();
        box->setMinimumHeight(box->layout()->totalHeightForWidth(inner));
    }
    layout()->invalidate();
    layout()->activate();
    const int wanted = std::min(
        layout()->totalHeightForWidth(width()), screen()->availableGeometry().height() - 40);
    setMinimumHeight(wanted);
    resize(width(), std::max(height(), wanted));
}

void DecisionSheet::showEvent(QShowEvent* event)
{
    // Only now do the labels have their fonts.
    grow();
    QDialog::showEvent(event);
}

void DecisionSheet::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        grow();
}

QString DecisionSheet::missing() const
{
    if (m_newer != nullptr)
        return tr("The case has changed");
    if (m_resend != nullptr && !m_resend->missing().isEmpty())
        return m_resend->missing();
    if (m_reason != nullptr && m_reason->currentIndex() < 0)
        return tr("Choose a reason");
    if (m_note != nullptr && m_note->toPlainText().trimmed().isEmpty())
        return tr("Write a note");
    if (m_note != nullptr
        && m_note->toPlainText().toUcs4().size() > CommandDraft::kMaxNoteCharacters)
        return tr("The note is too long");
    return {};
}

void DecisionSheet::checkComplete()
{
    const QString what = missing();
    m_commit->setEnabled(what.isEmpty() && !m_isBusy);
    m_hint->setText(what.isEmpty() ? tr("Ctrl+Enter: %1").arg(m_commit->text()) : what);
}

void DecisionSheet::commit()
{
    if (m_commit->isEnabled())
        Q_EMIT committed();
}

CommandDraft DecisionSheet::draft() const
{
    CommandDraft draft;
    if (m_reason != nullptr)
        draft.reasonCode = m_reason->currentData().toString();
    if (m_note != nullptr)
        draft.note = m_note->toPlainText().trimmed();
    if (m_resend != nullptr) {
        draft.generation = m_resend->generation();
        draft.closesOpenAttempts = m_resend->closesOpenAttempts();
    }
    if (m_until != nullptr)
        draft.untilUs = m_until->dateTime().toMSecsSinceEpoch() * 1000;
    return draft;
}

void DecisionSheet::setDraft(const CommandDraft& draft)
{
    if (m_reason != nullptr && !draft.reasonCode.isEmpty())
        m_reason->setCurrentIndex(m_reason->findData(draft.reasonCode));
    if (m_note != nullptr)
        m_note->setPlainText(draft.note);
    checkComplete();
}

void DecisionSheet::setBusy(bool isBusy, const QString& text)
{
    m_isBusy = isBusy;
    for (QWidget* each :
         {static_cast<QWidget*>(m_reason),
          static_cast<QWidget*>(m_note),
          static_cast<QWidget*>(m_until)}) {
        if (each != nullptr)
            each->setEnabled(!isBusy);
    }
    checkComplete();
    if (isBusy)
        m_hint->setText(text);
}

void DecisionSheet::showRefusal(const QString& text)
{
    setBusy(false, QString());
    m_noticeText->setText(text);
    m_noticeText->setAccessibleName(text);
    m_notice->setVisible(true);
    grow();
}

void DecisionSheet::showNewFacts(const Snapshot<CaseFile>& file)
{
    if (m_isBusy)
        return;
    m_newer = file;
    m_noticeText->setText(tr("New facts arrived while this sheet was open. Look at the case behind "
                             "it; what you wrote here is kept."));
    m_useNew->setVisible(true);
    m_notice->setVisible(true);
    grow();
    checkComplete();
}

} // namespace onceover
