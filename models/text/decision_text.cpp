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
    {"HOLD", QT_TRANSLATE_NOOP("DecisionText", "Hold")},
    {"PROFILE", QT_TRANSLATE_NOOP("DecisionText", "Provider profile")},
    {"ADMIT_CORE", QT_TRANSLATE_NOOP("DecisionText", "Admit a core")},
    {"EXCUSE_CORE", QT_TRANSLATE_NOOP("DecisionText", "Excuse a missing core")},
    {"CLOSE_JOURNAL", QT_TRANSLATE_NOOP("DecisionText", "Close a lost journal")},
    {"MATCH_RULES", QT_TRANSLATE_NOOP("DecisionText", "Rules of matching")},
    {"ACCEPT_FILE", QT_TRANSLATE_NOOP("DecisionText", "Accept a file")},
};

constexpr CodeText kReason[] = {
    {"PROVIDER_CONFIRMS", QT_TRANSLATE_NOOP("DecisionText", "The provider confirms the charge")},
    {"STATEMENT_SHOWS", QT_TRANSLATE_NOOP("DecisionText", "A statement shows it")},
    {"PAYEE_CONFIRMS", QT_TRANSLATE_NOOP("DecisionText", "The payee confirms it")},
    {"PROVIDER_DENIES",
     QT_TRANSLATE_NOOP("DecisionText", "The provider says there is no such charge")},
    {"NOT_ON_STATEMENT", QT_TRANSLATE_NOOP("DecisionText", "No statement shows it")},
    {"PAYEE_NOT_PAID", QT_TRANSLATE_NOOP("DecisionText", "The payee says it was not paid")},
    {"PAID_OTHERWISE", QT_TRANSLATE_NOOP("DecisionText", "It was paid in another way")},
    {"RISK_ACCEPTED", QT_TRANSLATE_NOOP("DecisionText", "The risk of paying twice is accepted")},
    {"NOT_A_DOUBLE", QT_TRANSLATE_NOOP("DecisionText", "It is not a double")},
    {"IS_A_DOUBLE", QT_TRANSLATE_NOOP("DecisionText", "It is a double")},
    {"NO_LONGER_OWED", QT_TRANSLATE_NOOP("DecisionText", "It is no longer owed")},
    {"WRONG_DETAILS", QT_TRANSLATE_NOOP("DecisionText", "Its details are wrong")},
    {"TO_BE_CHECKED", QT_TRANSLATE_NOOP("DecisionText", "It has to be checked first")},
    {"DETAILS_IN_DOUBT", QT_TRANSLATE_NOOP("DecisionText", "Its details are in doubt")},
    {"NEW_CORE", QT_TRANSLATE_NOOP("DecisionText", "It is a new core")},
    {"REPLACES_A_CORE", QT_TRANSLATE_NOOP("DecisionText", "It replaces another core")},
    {"HOST_IS_DOWN", QT_TRANSLATE_NOOP("DecisionText", "Its host is down")},
    {"NEEDED_ELSEWHERE", QT_TRANSLATE_NOOP("DecisionText", "Its host is needed elsewhere")},
    {"JOURNAL_LOST", QT_TRANSLATE_NOOP("DecisionText", "Its journal is lost")},
    {"HOST_LOST", QT_TRANSLATE_NOOP("DecisionText", "Its host is lost")},
    {"NO_LONGER_USED", QT_TRANSLATE_NOOP("DecisionText", "It is no longer used")},
    {"FROM_BANK_PORTAL", QT_TRANSLATE_NOOP("DecisionText", "Fetched from the bank's portal")},
    {"SENT_BY_BANK", QT_TRANSLATE_NOOP("DecisionText", "Sent by the bank")},
    {"CHANNEL_FAILED", QT_TRANSLATE_NOOP("DecisionText", "Its own channel failed")},
    {"WORKING", QT_TRANSLATE_NOOP("DecisionText", "I am working on it")},
    {"TAKE_OVER", QT_TRANSLATE_NOOP("DecisionText", "I take it over")},
    {"REOPEN", QT_TRANSLATE_NOOP("DecisionText", "It has to be looked at again")},
    {"WAITING_PROVIDER", QT_TRANSLATE_NOOP("DecisionText", "Waiting for the provider")},
    {"WAITING_PAYEE", QT_TRANSLATE_NOOP("DecisionText", "Waiting for the payee")},
    {"WAITING_STATEMENT", QT_TRANSLATE_NOOP("DecisionText", "Waiting for a statement")},
    {"OTHER", QT_TRANSLATE_NOOP("DecisionText", "Another reason, in the note")},
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

QString DecisionText::reasonCode(const QString& code)
{
    return say(kReason, code);
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
