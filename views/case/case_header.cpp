// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/case/case_header.h"

#include "models/case_file/case_summary.h"
#include "models/text/untrusted_text.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace onceover {

CaseHeader::CaseHeader(QWidget* parent)
    : QFrame(parent)
    , m_amount(new PlainLabel(this))
    , m_payee(new PlainLabel(this))
    , m_account(new PlainLabel(this))
    , m_alike(new PlainLabel(tr("letters of several scripts: look closely"), this))
    , m_state(new PlainLabel(this))
    , m_reference(new PlainLabel(this))
    , m_origin(new PlainLabel(this))
    , m_taken(new PlainLabel(this))
    , m_sent(new PlainLabel(this))
    , m_doubt(new PlainLabel(this))
{
    setObjectName(QStringLiteral("surface"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(18, 14, 18, 12);
    layout->setSpacing(6);
    layout->addLayout(buildTop());
    layout->addLayout(buildIdentity());
    auto* sent = new QHBoxLayout;
    m_sent->setWrapped();
    m_doubt->setFont(Theme::strong());
    m_sent->setAccessibleName(tr("Sends"));
    m_doubt->setAccessibleName(tr("In doubt"));
    sent->addWidget(m_sent, 1);
    sent->addWidget(m_doubt, 0, Qt::AlignTop);
    layout->addLayout(sent);
}

QLayout* CaseHeader::buildTop()
{
    m_amount->setFont(Theme::amount());
    m_amount->setAccessibleName(tr("Amount"));
    m_amount->setCopyable();
    m_payee->setFont(Theme::title());
    m_payee->setAccessibleName(tr("Payee"));
    m_payee->setCopyable();
    m_payee->setMinimumWidth(60);
    m_account->setTone(Tone::Muted);
    m_account->setAccessibleName(tr("Payee's account"));
    m_alike->setChip(Tone::Warning);
    m_alike->setVisible(false);
    m_state->setFont(Theme::strong());
    m_state->setAccessibleName(tr("State"));
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_amount);
    line->addStretch(1);
    line->addWidget(m_state, 0, Qt::AlignVCenter);
    auto* who = new QHBoxLayout;
    who->setSpacing(10);
    who->addWidget(m_payee, 0, Qt::AlignBaseline);
    who->addWidget(m_account, 0, Qt::AlignBaseline);
    who->addWidget(m_alike, 0, Qt::AlignVCenter);
    who->addStretch(1);
    auto* top = new QVBoxLayout;
    top->setSpacing(2);
    top->addLayout(line);
    top->addLayout(who);
    return top;
}

QLayout* CaseHeader::buildIdentity()
{
    m_reference->setFont(Theme::code());
    m_reference->setCopyable();
    m_reference->setAccessibleName(tr("Reference"));
    m_origin->setTone(Tone::Muted);
    m_origin->setCopyable();
    m_origin->setWrapped();
    m_origin->setAccessibleName(tr("Source, key and provider"));
    m_taken->setAccessibleName(tr("Taken by"));
    auto* copy = new QToolButton(this);
    copy->setIcon(Theme::icon(QStringLiteral("copy")));
    copy->setAccessibleName(tr("Copy the reference"));
    copy->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    copy->setToolTip(QStringLiteral("%1 (%2)").arg(
        copy->accessibleName(), copy->shortcut().toString(QKeySequence::NativeText)));
    connect(copy, &QToolButton::clicked, this, [this] {
        QApplication::clipboard()->setText(m_reference->text());
    });
    auto* identity = new QHBoxLayout;
    identity->setSpacing(8);
    identity->addWidget(m_reference);
    identity->addWidget(copy);
    identity->addWidget(m_origin, 1);
    identity->addWidget(m_taken);
    return identity;
}

void CaseHeader::show(const CaseFile& file, const QString& myPersonId)
{
    const CaseSummary summary(file);
    m_amount->setText(summary.amount());
    m_payee->setText(summary.payee());
    m_payee->setToolTip(
        QStringLiteral("<p>%1</p>").arg(UntrustedText::line(file.payment.payee).toHtmlEscaped()));
    m_account->setText(summary.payeeAccount());
    m_alike->setVisible(summary.payeeLooksAlike());
    m_state->setText(summary.stateLine());
    m_state->setChip(summary.stateTone());
    m_reference->setText(file.payment.reference);
    m_origin->setText(UntrustedText::line(
        file.payment.source + QStringLiteral(" / ") + file.payment.idempotencyKey
            + QStringLiteral("  ·  ") + file.payment.provider,
        200));
    m_taken->setText(summary.takenLine(myPersonId));
    m_taken->setTone(file.payment.takenBy.isEmpty() ? Tone::Muted : Tone::Accent);
    m_sent->setText(summary.sentLine());
    m_doubt->setText(summary.doubtLine());
    m_doubt->setTone(
        summary.isContradicted()         ? Tone::Danger
        : file.payment.possibleMinor > 0 ? Tone::Warning
                                         : Tone::Muted);
}

} // namespace onceover
