// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/evidence_text.h"

#include "models/text/code_table.h"

namespace onceover {

namespace {

constexpr CodeText kSource[] = {
    {"DIRECT", QT_TRANSLATE_NOOP("EvidenceText", "Direct answer")},
    {"QUERY", QT_TRANSLATE_NOOP("EvidenceText", "Query by our key")},
    {"PROBE", QT_TRANSLATE_NOOP("EvidenceText", "Probe")},
    {"WEBHOOK", QT_TRANSLATE_NOOP("EvidenceText", "Webhook")},
    {"LIST", QT_TRANSLATE_NOOP("EvidenceText", "Provider's list")},
    {"SETTLEMENT", QT_TRANSLATE_NOOP("EvidenceText", "Settlement file")},
    {"BANK", QT_TRANSLATE_NOOP("EvidenceText", "Bank statement")},
    {"ENQUIRY", QT_TRANSLATE_NOOP("EvidenceText", "Enquiry with the provider")},
    {"COMPLAINT", QT_TRANSLATE_NOOP("EvidenceText", "Customer complaint")},
    {"NOTE", QT_TRANSLATE_NOOP("EvidenceText", "Note")},
};

constexpr CodeText kKind[] = {
    {"ANSWER", QT_TRANSLATE_NOOP("EvidenceText", "answered")},
    {"FOUND", QT_TRANSLATE_NOOP("EvidenceText", "found")},
    {"ABSENT", QT_TRANSLATE_NOOP("EvidenceText", "not found")},
    {"INCONCLUSIVE", QT_TRANSLATE_NOOP("EvidenceText", "inconclusive")},
    {"QUERY_FAILED", QT_TRANSLATE_NOOP("EvidenceText", "could not be asked")},
    {"NOTE", QT_TRANSLATE_NOOP("EvidenceText", "noted")},
};

constexpr CodeText kRecordState[] = {
    {"SUCCEEDED", QT_TRANSLATE_NOOP("EvidenceText", "charged")},
    {"DECLINED", QT_TRANSLATE_NOOP("EvidenceText", "declined")},
    {"PROCESSING", QT_TRANSLATE_NOOP("EvidenceText", "still processing")},
    {"UNRECOGNISED", QT_TRANSLATE_NOOP("EvidenceText", "state not in the profile")},
    {"BOOKED", QT_TRANSLATE_NOOP("EvidenceText", "booked")},
    {"PENDING", QT_TRANSLATE_NOOP("EvidenceText", "pending")},
    {"INFO", QT_TRANSLATE_NOOP("EvidenceText", "for information")},
};

constexpr CodeText kLayer[] = {
    {"CHARGE", QT_TRANSLATE_NOOP("EvidenceText", "Provider's charge")},
    {"SETTLEMENT", QT_TRANSLATE_NOOP("EvidenceText", "Settlement line")},
    {"BANK", QT_TRANSLATE_NOOP("EvidenceText", "Bank line")},
};

constexpr CodeText kRole[] = {
    {"PROOF", QT_TRANSLATE_NOOP("EvidenceText", "proof")},
    {"DUPLICATE", QT_TRANSLATE_NOOP("EvidenceText", "duplicate")},
};

constexpr CodeText kTier[] = {
    {"EXACT", QT_TRANSLATE_NOOP("EvidenceText", "exact reference")},
    {"EXACT_REFERENCE", QT_TRANSLATE_NOOP("EvidenceText", "exact reference")},
    {"PROVIDER_ID", QT_TRANSLATE_NOOP("EvidenceText", "provider's id")},
    {"PROVIDER_KEY", QT_TRANSLATE_NOOP("EvidenceText", "our key at the provider")},
    {"NORMALISED", QT_TRANSLATE_NOOP("EvidenceText", "reference, normalised")},
    {"ACCOUNT_AMOUNT", QT_TRANSLATE_NOOP("EvidenceText", "account and amount")},
    {"NORMALISED_REFERENCE", QT_TRANSLATE_NOOP("EvidenceText", "reference, normalised")},
    {"ACCOUNT_AMOUNT_WINDOW", QT_TRANSLATE_NOOP("EvidenceText", "account, amount and days")},
};

constexpr CodeText kMatchReason[] = {
    {"RECORD_TAKEN", QT_TRANSLATE_NOOP("EvidenceText", "the line belongs to another payment")},
    {"NOT_BOOKED", QT_TRANSLATE_NOOP("EvidenceText", "the line is not booked")},
    {"REVERSAL", QT_TRANSLATE_NOOP("EvidenceText", "the line undoes a movement")},
    {"BUNDLE_TOTAL", QT_TRANSLATE_NOOP("EvidenceText", "the amount is a bundle's total")},
    {"NOTIFICATION_ONLY", QT_TRANSLATE_NOOP("EvidenceText", "only a notification shows it")},
    {"PAYMENT_HAS_RECORD", QT_TRANSLATE_NOOP("EvidenceText", "the payment has its line already")},
    {"NEVER_SENT", QT_TRANSLATE_NOOP("EvidenceText", "the payment was never sent")},
    {"CURRENCY_DIFFERS", QT_TRANSLATE_NOOP("EvidenceText", "another currency")},
    {"DIRECTION_DIFFERS", QT_TRANSLATE_NOOP("EvidenceText", "the other direction")},
    {"AMOUNT_PARTIAL", QT_TRANSLATE_NOOP("EvidenceText", "less than the payment")},
    {"AMOUNT_OVER", QT_TRANSLATE_NOOP("EvidenceText", "more than the payment")},
    {"ACCOUNT_DIFFERS", QT_TRANSLATE_NOOP("EvidenceText", "another account")},
    {"DATED_BEFORE_SEND", QT_TRANSLATE_NOOP("EvidenceText", "dated before it was sent")},
    {"OUTSIDE_WINDOW", QT_TRANSLATE_NOOP("EvidenceText", "outside the days of the rule")},
    {"DAMAGED_REFERENCE", QT_TRANSLATE_NOOP("EvidenceText", "the reference is damaged")},
    {"LOOK_ALIKE_REFERENCE", QT_TRANSLATE_NOOP("EvidenceText", "the reference only looks right")},
    {"DISGUISED_REFERENCE", QT_TRANSLATE_NOOP("EvidenceText", "the reference hides characters")},
    {"NAMES_ANOTHER", QT_TRANSLATE_NOOP("EvidenceText", "the line names another payment")},
    {"RECORD_NAMES_SEVERAL", QT_TRANSLATE_NOOP("EvidenceText", "the line names several payments")},
    {"PAYMENT_NAMED_BY_SEVERAL",
     QT_TRANSLATE_NOOP("EvidenceText", "several lines name the payment")},
    {"STRONGER_NAME_COMPETES",
     QT_TRANSLATE_NOOP("EvidenceText", "another line names the payment better")},
    {"PAYMENTS_COMPETE", QT_TRANSLATE_NOOP("EvidenceText", "equal payments compete for the line")},
    {"RECORDS_COMPETE", QT_TRANSLATE_NOOP("EvidenceText", "equal lines compete for the payment")},
    {"SECOND_CHARGE_POSSIBLE",
     QT_TRANSLATE_NOOP("EvidenceText", "a second charge of another payment is possible")},
    {"SET_COUNTS_DIFFER", QT_TRANSLATE_NOOP("EvidenceText", "not as many lines as equal payments")},
    {"SET_SENT_MORE_THAN_ONCE",
     QT_TRANSLATE_NOOP("EvidenceText", "one of the equal payments was sent more than once")},
    {"SET_NOT_CLOSED",
     QT_TRANSLATE_NOOP("EvidenceText", "one of the equal payments can still be sent")},
    {"SET_COVERAGE_INCOMPLETE",
     QT_TRANSLATE_NOOP("EvidenceText", "the statements do not cover all its days")},
    {"SET_WINDOWS_DIFFER",
     QT_TRANSLATE_NOOP("EvidenceText", "not every line fits every equal payment")},
    {"TIER_IS_FOR_PEOPLE", QT_TRANSLATE_NOOP("EvidenceText", "the rules leave it to people")},
};

constexpr CodeText kGround[] = {
    {"FIRST", QT_TRANSLATE_NOOP("EvidenceText", "first send")},
    {"NOT_SENT", QT_TRANSLATE_NOOP("EvidenceText", "nothing had left us")},
    {"REJECTED_RETRYABLE", QT_TRANSLATE_NOOP("EvidenceText", "refused, may be tried again")},
    {"PROVEN_ABSENT", QT_TRANSLATE_NOOP("EvidenceText", "proven absent")},
    {"APPROVED_RESEND", QT_TRANSLATE_NOOP("EvidenceText", "resend approved by two people")},
    {"LOSS_TOLERATED", QT_TRANSLATE_NOOP("EvidenceText", "loss policy")},
    {"PROBE", QT_TRANSLATE_NOOP("EvidenceText", "probe")},
    {"RECOVERED", QT_TRANSLATE_NOOP("EvidenceText", "found after a restore")},
};

constexpr CodeText kUse[] = {
    {"OPEN", QT_TRANSLATE_NOOP("EvidenceText", "open")},
    {"ATTEMPT", QT_TRANSLATE_NOOP("EvidenceText", "used")},
    {"REVOKED", QT_TRANSLATE_NOOP("EvidenceText", "revoked")},
};

constexpr CodeText kClosure[] = {
    {"RESULT", QT_TRANSLATE_NOOP("EvidenceText", "closed by its core: answer recorded")},
    {"ABANDONED", QT_TRANSLATE_NOOP("EvidenceText", "closed by its core: abandoned")},
    {"PEOPLE", QT_TRANSLATE_NOOP("EvidenceText", "closed by two people")},
};

constexpr CodeText kContradiction[] = {
    {"SUCCESS_NOT_LISTED",
     QT_TRANSLATE_NOOP("EvidenceText", "answered success, then does not know it")},
    {"SUCCESS_DECLINED",
     QT_TRANSLATE_NOOP("EvidenceText", "answered success, then shows it declined")},
    {"CHARGE_AFTER_FAILURE", QT_TRANSLATE_NOOP("EvidenceText", "counted as failed, then charged")},
    {"CHARGE_WITHOUT_SEND", QT_TRANSLATE_NOOP("EvidenceText", "charged although we never sent it")},
    {"REFUSAL_AFTER_CHARGE",
     QT_TRANSLATE_NOOP("EvidenceText", "refused, but a record shows the charge")},
    {"DUPLICATE", QT_TRANSLATE_NOOP("EvidenceText", "charged more than once")},
    {"RETURNED", QT_TRANSLATE_NOOP("EvidenceText", "the bank shows the money coming back")},
    {"RECORD_DIFFERS",
     QT_TRANSLATE_NOOP("EvidenceText", "settled, then a record under its name differs")},
    {"RECORD_OF_ANOTHER",
     QT_TRANSLATE_NOOP("EvidenceText", "shown with a record that proves another payment")},
    {"RECORD_CHANGED",
     QT_TRANSLATE_NOOP("EvidenceText", "the same charge, shown with another amount")},
    {"LATE_RECORD",
     QT_TRANSLATE_NOOP("EvidenceText", "linked by amount alone, then another such line came")},
    {"LATE_PAYMENT",
     QT_TRANSLATE_NOOP("EvidenceText", "linked by amount alone, then another such payment came")},
    {"CONFIRMED_BUT_ABSENT",
     QT_TRANSLATE_NOOP("EvidenceText", "confirmed by people, unknown to the provider")},
    {"CONFIRMED_BUT_ENDED",
     QT_TRANSLATE_NOOP(
         "EvidenceText", "confirmed by people, but every send proved to have failed")},
};

constexpr CodeText kChannel[] = {
    {"APPROVED_CHANNEL", QT_TRANSLATE_NOOP("EvidenceText", "approved channel")},
    {"UPLOAD", QT_TRANSLATE_NOOP("EvidenceText", "uploaded by a person")},
};

constexpr CodeText kAccount[] = {
    {"obligation", QT_TRANSLATE_NOOP("EvidenceText", "Obligation")},
    {"due", QT_TRANSLATE_NOOP("EvidenceText", "Due, not yet sent")},
    {"in_transit", QT_TRANSLATE_NOOP("EvidenceText", "In transit")},
    {"in_doubt", QT_TRANSLATE_NOOP("EvidenceText", "In doubt")},
    {"decided_not_proven", QT_TRANSLATE_NOOP("EvidenceText", "Decided, not proven")},
    {"settled", QT_TRANSLATE_NOOP("EvidenceText", "Settled")},
    {"refund_due", QT_TRANSLATE_NOOP("EvidenceText", "Refund due")},
    {"unexplained", QT_TRANSLATE_NOOP("EvidenceText", "Unexplained")},
};

QString say(std::span<const CodeText> table, const QString& code)
{
    return textOfCode("EvidenceText", table, code);
}

} // namespace

QString EvidenceText::source(const QString& code)
{
    return say(kSource, code);
}

QString EvidenceText::kind(const QString& code)
{
    return say(kKind, code);
}

QString EvidenceText::recordState(const QString& code)
{
    return say(kRecordState, code);
}

QString EvidenceText::matchReason(const QString& code)
{
    return say(kMatchReason, code);
}

QString EvidenceText::layer(const QString& code)
{
    return say(kLayer, code);
}

QString EvidenceText::role(const QString& code)
{
    return say(kRole, code);
}

QString EvidenceText::tier(const QString& code)
{
    return say(kTier, code);
}

QString EvidenceText::ground(const QString& code)
{
    return say(kGround, code);
}

QString EvidenceText::permitUse(const QString& code)
{
    return say(kUse, code);
}

QString EvidenceText::closure(const QString& how)
{
    return say(kClosure, how);
}

QString EvidenceText::contradiction(const QString& code)
{
    return say(kContradiction, code);
}

QString EvidenceText::channel(const QString& code)
{
    return say(kChannel, code);
}

QString EvidenceText::account(const QString& code)
{
    return say(kAccount, code);
}

} // namespace onceover
