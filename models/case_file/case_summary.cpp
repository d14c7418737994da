// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_summary.h"

#include "models/text/condition_text.h"
#include "models/text/evidence_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace onceover {

namespace {

std::optional<std::int64_t> dueOf(const QJsonObject& condition)
{
    for (const char* name : {"due_at_us", "due_us", "when_us"}) {
        const QJsonValue value = condition.value(QLatin1String(name));
        if (value.isDouble())
            return value.toInteger();
    }
    return std::nullopt;
}

} // namespace

CaseSummary::CaseSummary(const CaseFile& file)
    : m_file(file)
    , m_profile(ProfileFacts::fromJson(file.profile))
{}

QString CaseSummary::amount() const
{
    return MoneyText::amount(m_file.payment.amountMinor, m_file.payment.currency);
}

QString CaseSummary::payee() const
{
    const QString name = UntrustedText::line(m_file.payment.payee, 200);
    return m_file.payment.direction == QLatin1String("IN") ? CaseSummary::tr("in from %1").arg(name)
                                                           : CaseSummary::tr("out to %1").arg(name);
}

QString CaseSummary::payeeAccount() const
{
    return UntrustedText::account(m_file.payment.payeeAccount);
}

bool CaseSummary::payeeLooksAlike() const
{
    return UntrustedText::mixesScripts(m_file.payment.payee);
}

QString CaseSummary::stateLine() const
{
    const PaymentRow& payment = m_file.payment;
    const QString status = StateText::status(payment.status);
    QString why;
    if (!payment.holdReason.isEmpty())
        why = StateText::holdReason(payment.holdReason);
    else if (payment.status == QLatin1String("UNKNOWN"))
        why = StateText::unknownReason(payment.unknownReason);
    else if (payment.status == QLatin1String("REVIEW"))
        why = StateText::reviewReason(payment.reviewReason);
    else if (payment.status == QLatin1String("FAILED"))
        why = StateText::failureKind(payment.failureKind);
    else if (payment.status == QLatin1String("SUCCEEDED"))
        why = CaseSummary::tr("by %1").arg(StateText::basis(payment.basis));
    return why.isEmpty() ? status : CaseSummary::tr("%1: %2").arg(status, why);
}

Tone CaseSummary::stateTone() const
{
    const PaymentRow& payment = m_file.payment;
    if (payment.status == QLatin1String("REVIEW"))
        return Tone::Danger;
    if (payment.status == QLatin1String("UNKNOWN") || !payment.holdReason.isEmpty())
        return Tone::Warning;
    if (payment.status == QLatin1String("SUCCEEDED"))
        return Tone::Good;
    return Tone::Muted;
}

int CaseSummary::sentCount() const
{
    return static_cast<int>(std::count_if(
        m_file.attempts.begin(), m_file.attempts.end(), [](const AttemptRow& attempt) {
            return attempt.answer != QLatin1String("NOT_SENT");
        }));
}

int CaseSummary::openAttemptCount() const
{
    return static_cast<int>(std::count_if(
        m_file.attempts.begin(), m_file.attempts.end(), [](const AttemptRow& attempt) {
            return attempt.closedHow.isEmpty();
        }));
}

int CaseSummary::possibleCount() const
{
    return static_cast<int>(std::count_if(
        m_file.attempts.begin(), m_file.attempts.end(), [](const AttemptRow& attempt) {
            return attempt.fate == QLatin1String("POSSIBLE");
        }));
}

bool CaseSummary::isKeyUnused() const
{
    return !m_file.attempts.isEmpty()
           && std::none_of(
               m_file.attempts.begin(), m_file.attempts.end(), [this](const AttemptRow& attempt) {
                   return attempt.generation == m_file.payment.generation;
               });
}

MaybeUs CaseSummary::keyExpiresUs() const
{
    if (!m_profile.keyCollapses || m_profile.keyLifetimeMs <= 0)
        return std::nullopt;
    MaybeUs first;
    for (const AttemptRow& attempt : m_file.attempts) {
        const std::int64_t sentUs = attempt.startedUs.value_or(attempt.claimedUs);
        if (attempt.generation == m_file.payment.generation && (!first || sentUs < *first))
            first = sentUs;
    }
    if (!first)
        return std::nullopt;
    return *first + m_profile.keyLifetimeMs * 1000;
}

QString CaseSummary::sentLine() const
{
    if (m_file.attempts.isEmpty())
        return CaseSummary::tr("Not sent yet.");
    const AttemptRow& last = m_file.attempts.last();
    const QString when = TimeText::dateTime(last.startedUs.value_or(last.claimedUs));
    QString line = CaseSummary::tr("Sent %n time(s), last %1.", nullptr, sentCount()).arg(when);
    const MaybeUs expires = keyExpiresUs();
    if (expires && *expires > m_file.readUs)
        line += QLatin1Char(' ')
                + CaseSummary::tr("Key %1 protects until %2.")
                      .arg(last.providerKey, TimeText::dateTime(*expires));
    else if (expires)
        line += QLatin1Char(' ')
                + CaseSummary::tr("Key %1 stopped protecting %2.")
                      .arg(last.providerKey, TimeText::dateTime(*expires));
    else if (m_profile.isKnown)
        line +=
            QLatin1Char(' ') + CaseSummary::tr("This provider does not collapse repeated keys.");
    return line;
}

QString CaseSummary::doubtLine() const
{
    if (m_file.payment.possibleMinor == 0)
        return isContradicted() ? CaseSummary::tr("Not in doubt, but contradicted")
                                : CaseSummary::tr("Nothing is in doubt.");
    return CaseSummary::tr("In doubt: %1")
        .arg(MoneyText::amount(m_file.payment.possibleMinor, m_file.payment.currency));
}

QString CaseSummary::takenLine(const QString& myPersonId) const
{
    const PaymentRow& payment = m_file.payment;
    if (payment.takenBy.isEmpty())
        return CaseSummary::tr("Nobody has taken this case.");
    const QString since = payment.takenUs ? TimeText::dateTime(*payment.takenUs) : QString();
    return payment.takenBy == myPersonId
               ? CaseSummary::tr("Taken by you, %1").arg(since)
               : CaseSummary::tr("Taken by %1, %2")
                     .arg(UntrustedText::line(payment.takenByName, 80), since);
}

QString CaseSummary::why() const
{
    const PaymentRow& payment = m_file.payment;
    if (!payment.holdReason.isEmpty())
        return StateText::holdSentence(payment.holdReason);
    if (payment.status == QLatin1String("REVIEW"))
        return StateText::reviewSentence(payment.reviewReason);
    if (payment.status == QLatin1String("UNKNOWN"))
        return StateText::unknownSentence(payment.unknownReason);
    if (payment.status == QLatin1String("FAILED"))
        return CaseSummary::tr("It failed: %1.").arg(StateText::failureKind(payment.failureKind));
    if (payment.status == QLatin1String("SUCCEEDED"))
        return CaseSummary::tr("It succeeded, by %1.").arg(StateText::basis(payment.basis));
    return CaseSummary::tr("It waits for its core to send it.");
}

QStringList CaseSummary::contradictions() const
{
    QStringList lines;
    for (const ContradictionRow& row : m_file.contradictions)
        lines << EvidenceText::contradiction(row.kind) + QStringLiteral(", ")
                     + TimeText::dateTime(row.openedUs);
    return lines;
}

QList<CaseSummary::Condition> CaseSummary::absenceConditions() const
{
    QList<Condition> conditions;
    const QJsonArray array =
        QJsonDocument::fromJson(m_file.payment.absenceConditions.toUtf8()).array();
    for (const QJsonValue& each : array) {
        const QJsonObject object = each.toObject();
        Condition condition;
        // Written by the core as "condition"; an older one said "code".
        condition.code = object.value(QLatin1String("condition"))
                             .toString(object.value(QLatin1String("code")).toString());
        condition.text = condition.code.isEmpty() ? CaseSummary::tr("a condition without a name")
                                                  : ConditionText::sentence(condition.code);
        condition.isMet = object.value(QLatin1String("is_met"))
                              .toBool(object.value(QLatin1String("met")).toBool());
        if (const auto due = dueOf(object); due && !condition.isMet)
            condition.when = TimeText::until(*due, m_file.readUs) + QStringLiteral(", ")
                             + TimeText::dateTime(*due);
        conditions.append(condition);
    }
    return conditions;
}

bool CaseSummary::isContradicted() const
{
    return m_file.payment.hasContradiction || !m_file.contradictions.isEmpty();
}

QString CaseSummary::onlyPeople() const
{
    const PaymentRow& payment = m_file.payment;
    const bool isReview = payment.status == QLatin1String("REVIEW");
    if (!payment.holdReason.isEmpty())
        return CaseSummary::tr(
            "Nothing: it is held back before sending. People release or cancel it.");
    if (payment.status == QLatin1String("SUCCEEDED") || payment.status == QLatin1String("FAILED"))
        return CaseSummary::tr("It is settled. Late evidence that disagrees opens it again.");
    if (payment.status == QLatin1String("PENDING") || payment.status == QLatin1String("SUBMITTING"))
        return CaseSummary::tr("It is not in doubt: it has still to be sent and answered.");
    if (isContradicted())
        return CaseSummary::tr(
            "Nothing. Two accounts disagree, and no further look decides between them: people do. "
            "Every further send is frozen until then.");
    if (isReview && payment.reviewReason == QLatin1String("PARTIAL"))
        return CaseSummary::tr(
            "Nothing: another amount is on record than was sent. People decide.");
    if (isReview && payment.reviewReason == QLatin1String("AMBIGUOUS"))
        return CaseSummary::tr(
            "Nothing: more than one record may be this payment. People decide which.");
    const QList<Condition> conditions = absenceConditions();
    const bool cannotProve =
        std::any_of(conditions.begin(), conditions.end(), [](const Condition& condition) {
            return condition.code == QLatin1String("source_can_prove") && !condition.isMet;
        });
    if (cannotProve)
        return CaseSummary::tr(
            "Only a charge or a bank line that shows it. This provider cannot prove that it did "
            "not happen; if nothing shows it, people decide.");
    return {};
}

QString CaseSummary::nextLine() const
{
    QStringList parts;
    const PaymentRow& payment = m_file.payment;
    if (payment.nextLookUs)
        parts << CaseSummary::tr("Next look %1 (%2).")
                     .arg(
                         TimeText::until(*payment.nextLookUs, m_file.readUs),
                         TimeText::time(*payment.nextLookUs));
    if (payment.nextEvidenceUs && payment.nextEvidenceUs != payment.nextLookUs)
        parts << CaseSummary::tr("New evidence is possible %1 (%2).")
                     .arg(
                         TimeText::until(*payment.nextEvidenceUs, m_file.readUs),
                         TimeText::dateTime(*payment.nextEvidenceUs));
    return parts.join(QLatin1Char(' '));
}

} // namespace onceover
