// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/environment_strip.h"

#include "models/lists/witness_sentences.h"
#include "models/text/decision_text.h"
#include "models/text/money_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace onceover {

namespace {

constexpr std::int64_t kCoreSilentUs = 30'000'000;
constexpr int kShownCurrencies = 4;

QColor colourOf(const DeskPlace& place)
{
    switch (place.environment) {
    case Environment::Production:
        return {0xb0, 0x21, 0x2b};
    case Environment::Test:
        return {0x8a, 0x53, 0x00};
    case Environment::Demo:
        break;
    }
    return {0x1d, 0x55, 0xb0};
}

PlainLabel* part(QHBoxLayout* layout, const QString& accessibleName, QWidget* parent)
{
    auto* label = new PlainLabel(parent);
    label->setFont(Theme::small());
    label->setAccessibleName(accessibleName);
    layout->addWidget(label);
    return label;
}

QString paragraphs(const QStringList& lines)
{
    QString text;
    for (const QString& line : lines)
        text += QStringLiteral("<p>%1</p>").arg(line.toHtmlEscaped());
    return text;
}

} // namespace

QString EnvironmentStrip::environmentName(const DeskPlace& place)
{
    switch (place.environment) {
    case Environment::Production:
        return tr("PRODUCTION");
    case Environment::Test:
        return tr("TEST");
    case Environment::Demo:
        break;
    }
    return tr("DEMO");
}

EnvironmentStrip::EnvironmentStrip(const DeskPlace& place, QWidget* parent)
    : QFrame(parent)
    , m_place(place)
{
    setObjectName(QStringLiteral("topBar"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 12, 0);
    layout->setSpacing(16);
    QString name = environmentName(place);
    if (place.isAudit)
        name += QStringLiteral("  ·  ") + tr("READ-ONLY AUDIT");
    m_environment = part(layout, tr("Environment"), this);
    m_environment->setText(name);
    m_environment->setFont(Theme::strong());
    m_environment->setStyleSheet(
        QStringLiteral("background: %1; color: #ffffff; padding: 9px 14px;")
            .arg(colourOf(place).name()));
    if (place.hasOwnCore)
        m_environment->setToolTip(tr("A core runs inside this program. Whoever controls this desk "
                                     "can bypass the controls.")
                                      .toHtmlEscaped());
    part(layout, tr("Profile"), this)->setText(UntrustedText::line(place.profileName, 60));
    m_person = part(layout, tr("Signed in as"), this);
    m_connection = part(layout, tr("Connection"), this);
    m_core = part(layout, tr("Cores"), this);
    m_pause = new QToolButton(this);
    m_pause->setObjectName(QStringLiteral("pauseCore"));
    m_pause->setFont(Theme::small());
    m_pause->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_pause->setAccessibleName(tr("Pause core"));
    m_pause->setVisible(false);
    layout->addWidget(m_pause);
    layout->addStretch(1);
    m_doubt = part(layout, tr("In doubt"), this);
    m_doubt->setFont(Theme::strong());
    connect(m_pause, &QToolButton::clicked, this, [this] { Q_EMIT pauseRequested(!m_isPaused); });
    showConnection(ConnectionState::Connecting, 0, QString());
}

QString EnvironmentStrip::doubtText(const DeskPulse& pulse) const
{
    QStringList sums;
    for (const LedgerRow& row : pulse.doubts) {
        if (row.account == QLatin1String("in_doubt") && row.balanceMinor != 0)
            sums << MoneyText::amount(row.balanceMinor, row.currency);
    }
    if (sums.isEmpty())
        return tr("Nothing in doubt");
    const auto more = sums.size() - kShownCurrencies;
    QString text = sums.mid(0, kShownCurrencies).join(QStringLiteral("  ·  "));
    if (more > 0)
        text += QStringLiteral("  ") + tr("+%n currencies", nullptr, static_cast<int>(more));
    return tr("In doubt  %1").arg(text);
}

void EnvironmentStrip::showPulse(const DeskPulse& pulse)
{
    QStringList roles;
    for (const QString& role : pulse.roles) {
        if (role != QLatin1String("viewer"))
            roles << DecisionText::role(role);
    }
    const QString name = pulse.personName.isEmpty() ? pulse.login : pulse.personName;
    m_person->setText(
        UntrustedText::line(name, 80)
        + (roles.isEmpty() ? QString() : QStringLiteral(", ") + roles.join(QStringLiteral(", "))));

    int running = 0;
    int paused = 0;
    for (const CoreRow& core : pulse.cores) {
        if (core.isPaused)
            ++paused;
        else if (pulse.readUs - core.lastSeenUs < kCoreSilentUs)
            ++running;
    }
    QString cores =
        running > 0 ? tr("%n core(s) running", nullptr, running) : tr("no core running");
    if (paused > 0)
        cores += QStringLiteral(", ") + tr("%n paused", nullptr, paused);
    const QString missing = WitnessSentences::missingNames(pulse);
    if (pulse.incarnationState == QLatin1String("CHECKING"))
        cores = missing.isEmpty()
                    ? tr("CHECKING after a restart: nothing moves")
                    : tr("CHECKING after a restart: nothing moves, missing %1").arg(missing);
    else if (pulse.incarnationState != QLatin1String("ARMED"))
        cores = tr("FENCED: nothing moves");
    // What a standby shows may be old, and what it shows of the fence is not its own.
    if (pulse.isStandby)
        cores = tr("STANDBY: may be behind, nothing is decided here");
    const auto open = WitnessSentences::proposals(pulse).size();
    if (open > 0)
        cores += QStringLiteral("  ·  ")
                 + tr("%n proposal(s) about cores", nullptr, static_cast<int>(open));
    m_core->setText(cores);
    m_core->setToolTip(paragraphs(WitnessSentences::everything(pulse)));
    const bool isLive = running > 0 && !pulse.isStandby;
    m_core->setTone(
        isLive && pulse.incarnationState == QLatin1String("ARMED") ? Tone::Normal : Tone::Danger);

    m_doubt->setText(doubtText(pulse));
    m_doubt->setTone(pulse.inDoubtCount > 0 ? Tone::Warning : Tone::Muted);
    const QString oldest = pulse.oldestDoubtUs ? TimeText::age(*pulse.oldestDoubtUs, pulse.readUs)
                                               : QStringLiteral("–");
    m_doubt->setToolTip(
        tr("%n payment(s) in doubt, oldest %1 h:min", nullptr, static_cast<int>(pulse.inDoubtCount))
            .arg(oldest)
            .toHtmlEscaped());
}

void EnvironmentStrip::showConnection(
    ConnectionState state, std::int64_t lastReadUs, const QString& why)
{
    switch (state) {
    case ConnectionState::Connecting:
        m_connection->setText(
            why.isEmpty() ? tr("○ connecting…") : tr("○ cannot connect, trying again"));
        m_connection->setTone(why.isEmpty() ? Tone::Muted : Tone::Danger);
        break;
    case ConnectionState::Online:
        m_connection->setText(tr("● live, %1").arg(TimeText::time(lastReadUs)));
        m_connection->setTone(Tone::Good);
        break;
    case ConnectionState::Stale:
        m_connection->setText(tr("▲ stale since %1, reconnecting").arg(TimeText::time(lastReadUs)));
        m_connection->setTone(Tone::Danger);
        break;
    }
    m_connection->setToolTip(QStringLiteral("<p>%1</p>").arg(why.toHtmlEscaped()));
}

void EnvironmentStrip::showCore(bool isPaused)
{
    m_isPaused = isPaused;
    m_pause->setVisible(true);
    m_pause->setText(isPaused ? tr("Resume core") : tr("Pause core"));
    m_pause->setIcon(Theme::icon(isPaused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_pause->setAccessibleName(m_pause->text());
    m_pause->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    m_pause->setToolTip(QStringLiteral("%1 (%2)").arg(
        m_pause->text(), m_pause->shortcut().toString(QKeySequence::NativeText)));
}

} // namespace onceover
