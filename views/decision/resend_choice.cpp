// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/decision/resend_choice.h"

#include "models/case_file/case_summary.h"
#include "models/case_file/consequences.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QRadioButton>
#include <QVBoxLayout>

namespace onceover {

namespace {

constexpr int kSame = 1;
constexpr int kNew = 2;

} // namespace

ResendChoice::ResendChoice(QWidget* parent)
    : QWidget(parent)
    , m_key(new QButtonGroup(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_sameText = addKey(tr("With the &same key"), kSame, column);
    m_newText = addKey(tr("With a &new key"), kNew, column);
    m_closes = new QCheckBox(
        tr("C&lose the attempts whose sender may still send (both people answer for it)"), this);
    column->addWidget(m_closes);
    connect(m_key, &QButtonGroup::idToggled, this, &ResendChoice::changed);
    connect(m_closes, &QCheckBox::toggled, this, &ResendChoice::changed);
}

PlainLabel* ResendChoice::addKey(const QString& text, int id, QVBoxLayout* column)
{
    auto* radio = new QRadioButton(text, this);
    radio->setFont(Theme::strong());
    m_key->addButton(radio, id);
    auto* detail = new PlainLabel(this);
    detail->setWrapped();
    detail->setTone(Tone::Muted);
    detail->setContentsMargins(24, 0, 0, 4);
    column->addWidget(radio);
    column->addWidget(detail);
    return detail;
}

void ResendChoice::showFacts(const CaseFile& file)
{
    const CaseSummary summary(file);
    m_sameText->setText(ConsequenceText::sameKey(file));
    m_newText->setText(ConsequenceText::newKey(file));
    m_closes->setVisible(summary.openAttemptCount() > 0);
    QAbstractButton* same = m_key->button(kSame);
    same->setEnabled(!summary.isKeyUnused());
    if (!same->isEnabled() && same->isChecked()) {
        m_key->setExclusive(false);
        same->setChecked(false);
        m_key->setExclusive(true);
    }
}

QString ResendChoice::generation() const
{
    switch (m_key->checkedId()) {
    case kSame:
        return QStringLiteral("same");
    case kNew:
        return QStringLiteral("new");
    default:
        return {};
    }
}

bool ResendChoice::closesOpenAttempts() const
{
    // Not isVisible(): the sheet may be hidden while its draft is read.
    return !m_closes->isHidden() && m_closes->isChecked();
}

QString ResendChoice::missing() const
{
    if (generation().isEmpty())
        return tr("Choose the key");
    if (!m_closes->isHidden() && !m_closes->isChecked())
        return tr("Wait until the attempts are closed, or close them here");
    return {};
}

QWidget* ResendChoice::firstControl() const
{
    QAbstractButton* same = m_key->button(kSame);
    return same->isEnabled() ? same : m_key->button(kNew);
}

} // namespace onceover
