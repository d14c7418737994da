// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/answer_text.h"

#include "models/text/code_table.h"

namespace onceover {

namespace {

constexpr CodeText kAnswer[] = {
    {"SUCCEEDED", QT_TRANSLATE_NOOP("AnswerText", "succeeded")},
    {"REJECTED_FINAL", QT_TRANSLATE_NOOP("AnswerText", "refused for good")},
    {"REJECTED_RETRYABLE", QT_TRANSLATE_NOOP("AnswerText", "refused, may be tried again")},
    {"PROCESSING", QT_TRANSLATE_NOOP("AnswerText", "still processing")},
    {"EXISTS", QT_TRANSLATE_NOOP("AnswerText", "number already known")},
    {"NOT_SENT", QT_TRANSLATE_NOOP("AnswerText", "nothing was sent")},
    {"UNKNOWN", QT_TRANSLATE_NOOP("AnswerText", "nothing that counts")},
};

constexpr CodeText kReason[] = {
    {"deadline", QT_TRANSLATE_NOOP("AnswerText", "no answer in time")},
    {"connection_reset", QT_TRANSLATE_NOOP("AnswerText", "connection reset")},
    {"connection_closed", QT_TRANSLATE_NOOP("AnswerText", "connection closed")},
    {"empty_answer", QT_TRANSLATE_NOOP("AnswerText", "empty answer")},
    {"truncated", QT_TRANSLATE_NOOP("AnswerText", "answer cut short")},
    {"not_well_formed", QT_TRANSLATE_NOOP("AnswerText", "answer not readable")},
    {"too_large", QT_TRANSLATE_NOOP("AnswerText", "answer too large")},
    {"redirect", QT_TRANSLATE_NOOP("AnswerText", "redirected")},
    {"echo_mismatch_amount", QT_TRANSLATE_NOOP("AnswerText", "answer names another amount")},
    {"echo_mismatch_currency", QT_TRANSLATE_NOOP("AnswerText", "answer names another currency")},
    {"echo_mismatch_reference", QT_TRANSLATE_NOOP("AnswerText", "answer names another reference")},
    {"echo_mismatch_account", QT_TRANSLATE_NOOP("AnswerText", "answer names another account")},
    {"connect_failed", QT_TRANSLATE_NOOP("AnswerText", "could not connect")},
    {"name_not_resolved", QT_TRANSLATE_NOOP("AnswerText", "host name not found")},
    {"tls_failed", QT_TRANSLATE_NOOP("AnswerText", "TLS failed")},
    {"not_expressible", QT_TRANSLATE_NOOP("AnswerText", "provider cannot express it")},
    {"found", QT_TRANSLATE_NOOP("AnswerText", "found")},
    {"processing", QT_TRANSLATE_NOOP("AnswerText", "still processing")},
    {"not_in_list", QT_TRANSLATE_NOOP("AnswerText", "not in the list")},
    {"passes_disagree", QT_TRANSLATE_NOOP("AnswerText", "the list changed while it was read")},
    {"not_offered", QT_TRANSLATE_NOOP("AnswerText", "provider cannot be asked")},
    {"listed", QT_TRANSLATE_NOOP("AnswerText", "listed")},
    {"too_many_pages", QT_TRANSLATE_NOOP("AnswerText", "list too long")},
};

constexpr CodeText kTabled[] = {
    {"answered_by_table", QT_TRANSLATE_NOOP("AnswerText", "profile row “%1”")},
    {"refused_by_table", QT_TRANSLATE_NOOP("AnswerText", "refused, profile row “%1”")},
    {"absent_by_table", QT_TRANSLATE_NOOP("AnswerText", "no such charge, profile row “%1”")},
};

} // namespace

QString AnswerText::answer(const QString& code)
{
    return textOfCode("AnswerText", kAnswer, code);
}

QString AnswerText::reason(const QString& code)
{
    const QString lower = code.toLower();
    if (knowsCode(kReason, lower))
        return textOfCode("AnswerText", kReason, lower);
    const auto colon = code.indexOf(QLatin1Char(':'));
    if (colon > 0 && knowsCode(kTabled, lower.left(colon)))
        return textOfCode("AnswerText", kTabled, lower.left(colon)).arg(code.mid(colon + 1));
    if (lower.startsWith(QLatin1String("http_")))
        return QCoreApplication::translate("AnswerText", "HTTP %1, not in the profile")
            .arg(lower.mid(5));
    return code;
}

} // namespace onceover
