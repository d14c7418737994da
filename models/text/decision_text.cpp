// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/decision_text.h"

#include "models/text/code_table.h"

namespace onceover {

namespace {

constexpr CodeText kKind[] = {
    {"CONFIRM", QT_TRANSLATE_NOOP("DecisionText", "Confirm paid")},
    {"REJECT", QT_TRANSLATE_NOOP("DecisionText", "Reject: not paid")},
    {"RESEND", QT_TRANSLATE_NOOP("DecisionText", "Resend")},
    {"RELEASE", QT_TRANSLATE_NOOP("DecisionText", "Release")},
    {"CANCEL", QT_TRANSLATE_NOOP("DecisionText", "Cancel")},
    {"PROFILE", QT_TRANSLATE_NOOP("DecisionText", "Provider profile")},
};

constexpr CodeText kState[] = {
    {"OPEN", QT_TRANSLATE_NOOP("DecisionText", "waiting for a second person")},
    {"IN_FORCE", QT_TRANSLATE_NOOP("DecisionText", "in force")},
    {"WITHDRAWN", QT_TRANSLATE_NOOP("DecisionText", "withdrawn")},
    {"VOID", QT_TRANSLATE_NOOP("DecisionText", "void: new evidence")},
    {"EXPIRED", QT_TRANSLATE_NOOP("DecisionText", "expired")},
};

constexpr CodeText kNote[] = {
    {"NOTE", QT_TRANSLATE_NOOP("DecisionText", "Note")},
    {"DEFER", QT_TRANSLATE_NOOP("DecisionText", "Deferred")},
    {"ENQUIRY", QT_TRANSLATE_NOOP("DecisionText", "Enquiry")},
    {"TAKE", QT_TRANSLATE_NOOP("DecisionText", "Taken")},
};

constexpr CodeText kRole[] = {
    {"viewer", QT_TRANSLATE_NOOP("DecisionText", "viewer")},
    {"reviewer", QT_TRANSLATE_NOOP("DecisionText", "reviewer")},
    {"approver", QT_TRANSLATE_NOOP("DecisionText", "approver")},
    {"auditor", QT_TRANSLATE_NOOP("DecisionText", "auditor")},
    {"officer", QT_TRANSLATE_NOOP("DecisionText", "officer")},
};

QString say(std::span<const CodeText> table, const QString& code)
{
    return textOfCode("DecisionText", table, code);
}

} // namespace

QString DecisionText::kind(const QString& code)
{
    return say(kKind, code);
}

QString DecisionText::state(const QString& code)
{
    return say(kState, code);
}

QString DecisionText::noteKind(const QString& code)
{
    return say(kNote, code);
}

QString DecisionText::role(const QString& code)
{
    return say(kRole, code);
}

} // namespace onceover
