// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/state_text.h"

#include "models/text/answer_text.h"
#include "models/text/code_table.h"

namespace onceover {

namespace {

constexpr CodeText kStatus[] = {
    {"PENDING", QT_TRANSLATE_NOOP("StateText", "Waiting to be sent")},
    {"SUBMITTING", QT_TRANSLATE_NOOP("StateText", "Being sent")},
    {"SUCCEEDED", QT_TRANSLATE_NOOP("StateText", "Succeeded")},
    {"FAILED", QT_TRANSLATE_NOOP("StateText", "Failed")},
    {"UNKNOWN", QT_TRANSLATE_NOOP("StateText", "Outcome unknown")},
    {"REVIEW", QT_TRANSLATE_NOOP("StateText", "In review")},
};

constexpr CodeText kUnknownReason[] = {
    {"CLAIM_LOST", QT_TRANSLATE_NOOP("StateText", "sender went silent")},
    {"ABANDONED", QT_TRANSLATE_NOOP("StateText", "sender stopped")},
    {"RECOVERED", QT_TRANSLATE_NOOP("StateText", "found after a restore")},
    {"PROCESSING", QT_TRANSLATE_NOOP("StateText", "provider still working")},
    {"EXISTS", QT_TRANSLATE_NOOP("StateText", "provider says it exists")},
    {"EARLIER_ATTEMPT_OPEN", QT_TRANSLATE_NOOP("StateText", "earlier attempt open")},
};

constexpr CodeText kUnknownSentence[] = {
    {"CLAIM_LOST",
     QT_TRANSLATE_NOOP(
         "StateText",
         "The core that was sending this payment went silent. It may have sent the request before "
         "that.")},
    {"ABANDONED",
     QT_TRANSLATE_NOOP(
         "StateText",
         "The core stopped in the middle of sending. Nothing proves that no request left it.")},
    {"RECOVERED",
     QT_TRANSLATE_NOOP(
         "StateText",
         "The database was restored and a witness outside it knows this payment. It may have been "
         "sent.")},
    {"PROCESSING",
     QT_TRANSLATE_NOOP(
         "StateText", "The provider took the payment and has not said how it ended.")},
    {"EXISTS",
     QT_TRANSLATE_NOOP(
         "StateText",
         "The provider answered that it already knows this number, without saying how that charge "
         "ended.")},
};

constexpr CodeText kReviewReason[] = {
    {"AMBIGUOUS", QT_TRANSLATE_NOOP("StateText", "several records fit")},
    {"CONTRADICTION", QT_TRANSLATE_NOOP("StateText", "contradiction")},
    {"PARTIAL", QT_TRANSLATE_NOOP("StateText", "amount differs")},
    {"KEY_EXPIRED", QT_TRANSLATE_NOOP("StateText", "key expired")},
    {"EXHAUSTED", QT_TRANSLATE_NOOP("StateText", "looks exhausted")},
    {"EARLIER_ATTEMPT_OPEN", QT_TRANSLATE_NOOP("StateText", "earlier attempt open")},
    {"TAKEN", QT_TRANSLATE_NOOP("StateText", "taken by a person")},
    {"RECOVERED", QT_TRANSLATE_NOOP("StateText", "found after a restore")},
    {"OVERDUE", QT_TRANSLATE_NOOP("StateText", "not arrived in time")},
    {"REOPENED", QT_TRANSLATE_NOOP("StateText", "reopened")},
    {"EVIDENCE_ARRIVED", QT_TRANSLATE_NOOP("StateText", "late evidence")},
};

constexpr CodeText kReviewSentence[] = {
    {"AMBIGUOUS",
     QT_TRANSLATE_NOOP(
         "StateText",
         "More than one record may be this payment, or one record may be more than one payment. "
         "The machine does not guess.")},
    {"CONTRADICTION",
     QT_TRANSLATE_NOOP(
         "StateText",
         "Two sources say different things about this payment. Both are shown below.")},
    {"PARTIAL",
     QT_TRANSLATE_NOOP("StateText", "A record carries our reference with another amount.")},
    {"KEY_EXPIRED",
     QT_TRANSLATE_NOOP(
         "StateText",
         "The provider's protection against a second charge under the same key has ended, and the "
         "outcome is still unknown.")},
    {"EXHAUSTED",
     QT_TRANSLATE_NOOP(
         "StateText",
         "Every source was asked for as long as the provider's profile says, and none settled it. "
         "Slow looks go on.")},
    {"EARLIER_ATTEMPT_OPEN",
     QT_TRANSLATE_NOOP(
         "StateText", "An earlier attempt of this payment may still have moved money.")},
    {"TAKEN",
     QT_TRANSLATE_NOOP("StateText", "A person took this payment out of the machine's hands.")},
    {"RECOVERED",
     QT_TRANSLATE_NOOP(
         "StateText",
         "The database was restored. What happened to this payment meanwhile has to be found "
         "out.")},
    {"OVERDUE",
     QT_TRANSLATE_NOOP(
         "StateText", "The money should have arrived by now and no statement shows it.")},
    {"REOPENED", QT_TRANSLATE_NOOP("StateText", "A person reopened this payment.")},
    {"EVIDENCE_ARRIVED",
     QT_TRANSLATE_NOOP(
         "StateText",
         "New evidence arrived after the next send was permitted. The permit was revoked.")},
};

constexpr CodeText kHold[] = {
    {"SUSPECTED_DOUBLE", QT_TRANSLATE_NOOP("StateText", "suspected double")},
    {"HELD_BY_PERSON", QT_TRANSLATE_NOOP("StateText", "held by a person")},
};

constexpr CodeText kHoldSentence[] = {
    {"SUSPECTED_DOUBLE",
     QT_TRANSLATE_NOOP(
         "StateText",
         "The same payee, account, amount and source came a short time before under another key. "
         "Nothing has been sent: two "
         "people release it, one cancels it.")},
    {"HELD_BY_PERSON",
     QT_TRANSLATE_NOOP(
         "StateText",
         "A person stopped it before it was sent. Nothing has been sent: two people release it, "
         "one "
         "cancels it.")},
};

constexpr CodeText kFailure[] = {
    {"NOT_SENT", QT_TRANSLATE_NOOP("StateText", "never left us")},
    {"INVALID", QT_TRANSLATE_NOOP("StateText", "provider cannot express it")},
    {"REJECTED_RETRYABLE", QT_TRANSLATE_NOOP("StateText", "refused, may be tried again")},
    {"REJECTED_FINAL", QT_TRANSLATE_NOOP("StateText", "refused for good")},
    {"ABSENT", QT_TRANSLATE_NOOP("StateText", "proven absent at the provider")},
    {"CANCELLED", QT_TRANSLATE_NOOP("StateText", "cancelled before sending")},
    {"DECIDED", QT_TRANSLATE_NOOP("StateText", "decided by people, not proven")},
};

constexpr CodeText kBasis[] = {
    {"DIRECT", QT_TRANSLATE_NOOP("StateText", "the provider's direct answer")},
    {"PROBE", QT_TRANSLATE_NOOP("StateText", "a probe")},
    {"QUERY", QT_TRANSLATE_NOOP("StateText", "a query by our key")},
    {"LIST", QT_TRANSLATE_NOOP("StateText", "the provider's list")},
    {"WEBHOOK", QT_TRANSLATE_NOOP("StateText", "a webhook")},
    {"SETTLEMENT", QT_TRANSLATE_NOOP("StateText", "a settlement file")},
    {"BANK", QT_TRANSLATE_NOOP("StateText", "a bank statement")},
    {"HUMAN", QT_TRANSLATE_NOOP("StateText", "people's decision")},
};

constexpr CodeText kFinality[] = {
    {"PROVISIONAL", QT_TRANSLATE_NOOP("StateText", "provisional")},
    {"SETTLED", QT_TRANSLATE_NOOP("StateText", "settled")},
    {"OVERDUE", QT_TRANSLATE_NOOP("StateText", "overdue")},
    {"RETURNED", QT_TRANSLATE_NOOP("StateText", "returned")},
    {"REVERSED", QT_TRANSLATE_NOOP("StateText", "reversed")},
};

constexpr CodeText kFate[] = {
    {"POSSIBLE", QT_TRANSLATE_NOOP("StateText", "may have happened")},
    {"HAPPENED", QT_TRANSLATE_NOOP("StateText", "happened")},
    {"NOT_HAPPENED", QT_TRANSLATE_NOOP("StateText", "did not happen")},
};

constexpr CodeText kDirection[] = {
    {"OUT", QT_TRANSLATE_NOOP("StateText", "out")},
    {"IN", QT_TRANSLATE_NOOP("StateText", "in")},
};

constexpr CodeText kCaseKind[] = {
    {"REVIEW", QT_TRANSLATE_NOOP("StateText", "In review")},
    {"HELD", QT_TRANSLATE_NOOP("StateText", "Held")},
    {"WATCHED", QT_TRANSLATE_NOOP("StateText", "Watched")},
};

QString say(std::span<const CodeText> table, const QString& code)
{
    return textOfCode("StateText", table, code);
}

} // namespace

QString StateText::status(const QString& code)
{
    return say(kStatus, code);
}

QString StateText::unknownReason(const QString& code)
{
    return knowsCode(kUnknownReason, code) ? say(kUnknownReason, code) : AnswerText::reason(code);
}

QString StateText::reviewReason(const QString& code)
{
    return say(kReviewReason, code);
}

QString StateText::unknownSentence(const QString& code)
{
    if (knowsCode(kUnknownSentence, code))
        return say(kUnknownSentence, code);
    return QCoreApplication::translate(
               "StateText",
               "The request was sent and its answer proves nothing (%1). The provider may have "
               "moved the money.")
        .arg(AnswerText::reason(code));
}

QString StateText::reviewSentence(const QString& code)
{
    return say(kReviewSentence, code);
}

QString StateText::holdReason(const QString& code)
{
    return say(kHold, code);
}

QString StateText::holdSentence(const QString& code)
{
    return say(kHoldSentence, code);
}

QString StateText::failureKind(const QString& code)
{
    return say(kFailure, code);
}

QString StateText::basis(const QString& code)
{
    return say(kBasis, code);
}

QString StateText::finality(const QString& code)
{
    return say(kFinality, code);
}

QString StateText::fate(const QString& code)
{
    return say(kFate, code);
}

QString StateText::direction(const QString& code)
{
    return say(kDirection, code);
}

QString StateText::caseKind(const QString& code)
{
    return say(kCaseKind, code);
}

} // namespace onceover
