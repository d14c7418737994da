// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/event_text.h"

#include "models/text/code_table.h"

namespace onceover {

namespace {

constexpr CodeText kKind[] = {
    {"ACCEPTED", QT_TRANSLATE_NOOP("EventText", "Payment accepted")},
    {"HELD", QT_TRANSLATE_NOOP("EventText", "Held back")},
    {"RELEASED", QT_TRANSLATE_NOOP("EventText", "Released")},
    {"INVALID", QT_TRANSLATE_NOOP("EventText", "Refused: the provider cannot express it")},
    {"RECOVERED", QT_TRANSLATE_NOOP("EventText", "Found after a restore")},
    {"PERMIT_GRANTED", QT_TRANSLATE_NOOP("EventText", "Send permitted")},
    {"PERMIT_REVOKED", QT_TRANSLATE_NOOP("EventText", "Permit revoked")},
    {"CLAIMED", QT_TRANSLATE_NOOP("EventText", "Claimed for sending")},
    {"REQUEST_STORED", QT_TRANSLATE_NOOP("EventText", "Request stored")},
    {"RESULT_RECORDED", QT_TRANSLATE_NOOP("EventText", "Answer recorded")},
    {"ABANDONED", QT_TRANSLATE_NOOP("EventText", "Attempt abandoned")},
    {"CLOSED_BY_PEOPLE", QT_TRANSLATE_NOOP("EventText", "Attempt closed by people")},
    {"LEASE_OVER", QT_TRANSLATE_NOOP("EventText", "Sender went silent")},
    {"STATUS_CHANGED", QT_TRANSLATE_NOOP("EventText", "State changed")},
    {"FATE_IN_DOUBT", QT_TRANSLATE_NOOP("EventText", "Attempt in doubt")},
    {"FATE_DECIDED", QT_TRANSLATE_NOOP("EventText", "Attempt decided, not proven")},
    {"FATE_HAPPENED", QT_TRANSLATE_NOOP("EventText", "Money moved")},
    {"FATE_HAPPENED_AGAIN", QT_TRANSLATE_NOOP("EventText", "Money moved again")},
    {"FATE_NOT_HAPPENED", QT_TRANSLATE_NOOP("EventText", "No money moved")},
    {"DUPLICATE_FOUND", QT_TRANSLATE_NOOP("EventText", "Duplicate charge found")},
    {"EVIDENCE_RECORDED", QT_TRANSLATE_NOOP("EventText", "Evidence recorded")},
    {"RECORD_LINKED", QT_TRANSLATE_NOOP("EventText", "Record linked")},
    {"CANDIDATE_FOUND", QT_TRANSLATE_NOOP("EventText", "Candidate found")},
    {"CONTRADICTION_OPENED", QT_TRANSLATE_NOOP("EventText", "Contradiction opened")},
    {"LOOK_SCHEDULED", QT_TRANSLATE_NOOP("EventText", "Next look scheduled")},
    {"FINALITY_RAISED", QT_TRANSLATE_NOOP("EventText", "Finality raised")},
    {"TAKEN", QT_TRANSLATE_NOOP("EventText", "Case taken")},
    {"TAKE_ENDED", QT_TRANSLATE_NOOP("EventText", "Case given back")},
    {"DEFERRED", QT_TRANSLATE_NOOP("EventText", "Case deferred")},
    {"ENQUIRED", QT_TRANSLATE_NOOP("EventText", "Provider enquired")},
    {"NOTED", QT_TRANSLATE_NOOP("EventText", "Note added")},
    {"PROPOSED", QT_TRANSLATE_NOOP("EventText", "Decision proposed")},
    {"APPROVED", QT_TRANSLATE_NOOP("EventText", "Decision approved")},
    {"WITHDRAWN", QT_TRANSLATE_NOOP("EventText", "Decision withdrawn")},
    {"PROPOSAL_VOIDED", QT_TRANSLATE_NOOP("EventText", "Proposal void: new evidence")},
    {"DECIDED", QT_TRANSLATE_NOOP("EventText", "Decision in force")},
    {"PROFILE_IN_FORCE", QT_TRANSLATE_NOOP("EventText", "Provider profile in force")},
    {"PERSON_ENROLLED", QT_TRANSLATE_NOOP("EventText", "Person enrolled")},
    {"LOGIN_ENROLLED", QT_TRANSLATE_NOOP("EventText", "Login enrolled")},
    {"LOGIN_DISABLED", QT_TRANSLATE_NOOP("EventText", "Login disabled")},
    {"CORE_REGISTERED", QT_TRANSLATE_NOOP("EventText", "Core registered")},
    {"CORE_ADMITTED", QT_TRANSLATE_NOOP("EventText", "Core admitted")},
    {"CORE_RETIRED", QT_TRANSLATE_NOOP("EventText", "Core retired")},
    {"CORE_EXCUSED", QT_TRANSLATE_NOOP("EventText", "Missing core excused")},
    {"CORE_PROVEN", QT_TRANSLATE_NOOP("EventText", "Core found its journal")},
    {"INSTALLED", QT_TRANSLATE_NOOP("EventText", "Installed")},
    {"ARMED", QT_TRANSLATE_NOOP("EventText", "Database armed")},
    {"CHECKING", QT_TRANSLATE_NOOP("EventText", "Database being checked")},
    {"FENCED", QT_TRANSLATE_NOOP("EventText", "Database fenced")},
    {"FILE_STORED", QT_TRANSLATE_NOOP("EventText", "File stored")},
    {"FILE_UPLOADED", QT_TRANSLATE_NOOP("EventText", "File uploaded by a person")},
    {"FILE_ACCEPTED", QT_TRANSLATE_NOOP("EventText", "File accepted by two people")},
    {"JOURNAL_CLOSED", QT_TRANSLATE_NOOP("EventText", "Lost journal closed")},
    {"RULES_IN_FORCE", QT_TRANSLATE_NOOP("EventText", "Rules of matching in force")},
    {"BACK_TESTED", QT_TRANSLATE_NOOP("EventText", "Rules tested against past cases")},
    {"CORE_PAUSED", QT_TRANSLATE_NOOP("EventText", "Core paused")},
    {"CORE_RESUMED", QT_TRANSLATE_NOOP("EventText", "Core resumed")},
};

constexpr CodeText kActor[] = {
    {"PERSON", QT_TRANSLATE_NOOP("EventText", "person")},
    {"CORE", QT_TRANSLATE_NOOP("EventText", "core")},
    {"INTAKE", QT_TRANSLATE_NOOP("EventText", "intake")},
    {"INGEST", QT_TRANSLATE_NOOP("EventText", "file ingest")},
    {"INSTALLER", QT_TRANSLATE_NOOP("EventText", "installer")},
    {"POLICY", QT_TRANSLATE_NOOP("EventText", "policy")},
};

constexpr CodeText kSubject[] = {
    {"PAYMENT", QT_TRANSLATE_NOOP("EventText", "Payment")},
    {"PERSON", QT_TRANSLATE_NOOP("EventText", "Person")},
    {"PROFILE", QT_TRANSLATE_NOOP("EventText", "Profile")},
    {"CORE", QT_TRANSLATE_NOOP("EventText", "Core")},
    {"INSTALLATION", QT_TRANSLATE_NOOP("EventText", "Installation")},
    {"IMPORT", QT_TRANSLATE_NOOP("EventText", "Import")},
    {"RECORD", QT_TRANSLATE_NOOP("EventText", "Record")},
    {"RULES", QT_TRANSLATE_NOOP("EventText", "Rules")},
};

} // namespace

QString EventText::kind(const QString& code)
{
    return textOfCode("EventText", kKind, code);
}

QString EventText::actor(const QString& code)
{
    return textOfCode("EventText", kActor, code);
}

QString EventText::subject(const QString& code)
{
    return textOfCode("EventText", kSubject, code);
}

} // namespace onceover
