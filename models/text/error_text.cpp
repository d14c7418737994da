// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/error_text.h"

#include "models/text/code_table.h"
#include "models/text/untrusted_text.h"

namespace onceover {

namespace {

struct ErrorRow
{
    const char* code;
    const char* what;
    const char* next;
};

const char* const kLookAgain =
    QT_TRANSLATE_NOOP("ErrorText", "Read the case again and decide on what it shows now.");

const ErrorRow kErrors[] = {
    {"fence.not_armed",
     QT_TRANSLATE_NOOP(
         "ErrorText", "The database is fenced: nothing is accepted, sent or decided."),
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "This version cannot arm it again. All that is on record stays readable; ask whoever "
         "runs the database whether another server holds the same data unfenced.")},
    {"fence.checking",
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "The database was restarted: nothing moves until every core has found its journal in it."),
     QT_TRANSLATE_NOOP(
         "ErrorText", "Start the cores that are missing, or two people excuse them by name.")},
    {"fence.standby",
     QT_TRANSLATE_NOOP("ErrorText", "This server is a standby; nothing moves on it."),
     QT_TRANSLATE_NOOP("ErrorText", "Connect to the primary.")},
    {"fence.incarnation",
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "This is not the server the database was armed on: a failover, a restore or a copy."),
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "This version cannot arm it again. All that is on record stays readable; ask whoever "
         "runs the database whether another server holds the same data unfenced.")},
    {"database.unsafe_settings",
     QT_TRANSLATE_NOOP(
         "ErrorText", "The server runs with settings under which a commit proves nothing."),
     QT_TRANSLATE_NOOP(
         "ErrorText", "Tell whoever runs the database: fsync and full_page_writes have to be on.")},
    {"person.unknown",
     QT_TRANSLATE_NOOP("ErrorText", "This login does not belong to a person who may act here."),
     QT_TRANSLATE_NOOP("ErrorText", "Ask an officer to enrol you.")},
    {"version.stale",
     QT_TRANSLATE_NOOP("ErrorText", "New facts arrived after you read the case."),
     kLookAgain},
    {"digest.changed",
     QT_TRANSLATE_NOOP("ErrorText", "The facts on your screen are not the facts on record."),
     kLookAgain},
    {"person.proposer",
     QT_TRANSLATE_NOOP("ErrorText", "You proposed this yourself, under this login or another."),
     QT_TRANSLATE_NOOP("ErrorText", "Another person has to approve it.")},
    {"person.proposer_disabled",
     QT_TRANSLATE_NOOP("ErrorText", "Whoever proposed this was disabled since."),
     QT_TRANSLATE_NOOP("ErrorText", "Somebody else has to propose it again.")},
    {"core.running",
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "This core was heard of within the last five minutes; its journal can still speak."),
     QT_TRANSLATE_NOOP("ErrorText", "Stop it first, or let it finish its check.")},
    {"core.not_admitted",
     QT_TRANSLATE_NOOP("ErrorText", "This core is new to the database and claims nothing yet."),
     QT_TRANSLATE_NOOP("ErrorText", "Two people admit it.")},
    {"core.retired",
     QT_TRANSLATE_NOOP(
         "ErrorText", "This core was retired by two people; it claims nothing any more."),
     QT_TRANSLATE_NOOP(
         "ErrorText", "A core on this machine starts under a new id with a new journal.")},
    {"core.not_listed",
     QT_TRANSLATE_NOOP("ErrorText", "This core was admitted or retired before."),
     kLookAgain},
    {"core.not_awaited", QT_TRANSLATE_NOOP("ErrorText", "Nobody waits for this core."), kLookAgain},
    {"core.excuse_stale",
     QT_TRANSLATE_NOOP("ErrorText", "The server was restarted since this was proposed."),
     QT_TRANSLATE_NOOP("ErrorText", "Propose it again for this start of the server.")},
    {"core.journal_went_back",
     QT_TRANSLATE_NOOP(
         "ErrorText", "The core's journal is shorter than it was: it was restored from a copy."),
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "The core starts under a new id; two people close what the old one left open.")},
    {"person.role",
     QT_TRANSLATE_NOOP("ErrorText", "Your login has no right to this command."),
     QT_TRANSLATE_NOOP("ErrorText", "Ask an officer which role it needs.")},
    {"person.officer",
     QT_TRANSLATE_NOOP("ErrorText", "An officer enrols people and does not approve decisions."),
     QT_TRANSLATE_NOOP("ErrorText", "Somebody who is an approver has to do it.")},
    {"person.entered_evidence",
     QT_TRANSLATE_NOOP("ErrorText", "You entered or uploaded evidence of this case."),
     QT_TRANSLATE_NOOP("ErrorText", "A person who did not has to approve it.")},
    {"person.not_proposer",
     QT_TRANSLATE_NOOP(
         "ErrorText", "A proposal is withdrawn by its proposer or turned down by an approver."),
     QT_TRANSLATE_NOOP("ErrorText", "Speak with one of them.")},
    {"rules.invalid",
     QT_TRANSLATE_NOOP("ErrorText", "The rules of matching cannot be used."),
     QT_TRANSLATE_NOOP("ErrorText", "Mend the file and propose it again.")},
    {"rules.not_tested",
     QT_TRANSLATE_NOOP("ErrorText", "No core has tested these rules against past cases yet."),
     QT_TRANSLATE_NOOP("ErrorText", "Wait for a core's next round, then approve.")},
    {"rules.confirm_wrongly",
     QT_TRANSLATE_NOOP("ErrorText", "These rules would have confirmed past cases wrongly."),
     QT_TRANSLATE_NOOP("ErrorText", "Withdraw the proposal; narrow the rules.")},
    {"proposal.open",
     QT_TRANSLATE_NOOP("ErrorText", "Another proposal on this payment is open."),
     QT_TRANSLATE_NOOP("ErrorText", "Approve or withdraw it first.")},
    {"proposal.over", QT_TRANSLATE_NOOP("ErrorText", "This proposal is over."), kLookAgain},
    {"proposal.expired",
     QT_TRANSLATE_NOOP("ErrorText", "Nobody approved this proposal in time."),
     QT_TRANSLATE_NOOP("ErrorText", "Propose again on the facts of today.")},
    {"proposal.unknown", QT_TRANSLATE_NOOP("ErrorText", "There is no such proposal."), kLookAgain},
    {"decision.status",
     QT_TRANSLATE_NOOP("ErrorText", "The payment's state does not allow this decision any more."),
     kLookAgain},
    {"decision.unknown", QT_TRANSLATE_NOOP("ErrorText", "There is no such decision."), kLookAgain},
    {"command.reused",
     QT_TRANSLATE_NOOP("ErrorText", "This command was already given with another content."),
     kLookAgain},
    {"command.void",
     QT_TRANSLATE_NOOP(
         "ErrorText", "The command never arrived and was declared void; it cannot arrive later."),
     QT_TRANSLATE_NOOP("ErrorText", "Give it again on what the case shows now.")},
    {"case.taken",
     QT_TRANSLATE_NOOP("ErrorText", "Another person has taken this case."),
     QT_TRANSLATE_NOOP("ErrorText", "Speak with them, or take it over with a reason.")},
    {"case.not_yours",
     QT_TRANSLATE_NOOP("ErrorText", "This case is not taken by you."),
     kLookAgain},
    {"case.none",
     QT_TRANSLATE_NOOP("ErrorText", "The payment is settled: it is no case any more."),
     kLookAgain},
    {"defer.date",
     QT_TRANSLATE_NOOP("ErrorText", "A case is deferred to a date to come, within 400 days."),
     QT_TRANSLATE_NOOP("ErrorText", "Choose another date.")},
    {"resend.contradiction",
     QT_TRANSLATE_NOOP("ErrorText", "A contradiction is on record; it freezes every further send."),
     QT_TRANSLATE_NOOP("ErrorText", "Settle the contradiction first.")},
    {"resend.charge_on_record",
     QT_TRANSLATE_NOOP(
         "ErrorText", "A charge of this payment is on record; a resend would pay again."),
     QT_TRANSLATE_NOOP(
         "ErrorText", "Confirm the payment instead, or reject the record with the provider.")},
    {"resend.partial",
     QT_TRANSLATE_NOOP(
         "ErrorText", "A part of the amount is on record; a resend would pay the whole again."),
     QT_TRANSLATE_NOOP("ErrorText", "Settle the part with the provider first.")},
    {"resend.key_unused",
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "The newest key of this payment was never sent: the permit for it was taken back."),
     QT_TRANSLATE_NOOP(
         "ErrorText", "Resend with a new key, if two people find that the money is still owed.")},
    {"resend.too_late",
     QT_TRANSLATE_NOOP("ErrorText", "The payment was to be sent before a time that has passed."),
     QT_TRANSLATE_NOOP(
         "ErrorText", "Reject it, and let the source ask again if it is still owed.")},
    {"resend.attempt_open",
     QT_TRANSLATE_NOOP("ErrorText", "The sender of an earlier attempt may still send."),
     QT_TRANSLATE_NOOP("ErrorText", "Wait until it is closed, or close it with the resend.")},
    {"provider.unknown",
     QT_TRANSLATE_NOOP("ErrorText", "No profile of this provider is in force."),
     QT_TRANSLATE_NOOP("ErrorText", "Two people have to put one in force first.")},
    {"reason.unknown",
     QT_TRANSLATE_NOOP("ErrorText", "The reason does not belong to this command."),
     QT_TRANSLATE_NOOP("ErrorText", "Choose another reason.")},
    {"note.missing",
     QT_TRANSLATE_NOOP("ErrorText", "The command needs a note in words."),
     QT_TRANSLATE_NOOP("ErrorText", "Write one: it stands on the record for whoever looks later.")},
    {"note.too_long",
     QT_TRANSLATE_NOOP("ErrorText", "The note is longer than 4,096 characters."),
     QT_TRANSLATE_NOOP("ErrorText", "Shorten it.")},
    {"desk.away",
     QT_TRANSLATE_NOOP("ErrorText", "The database cannot be reached."),
     QT_TRANSLATE_NOOP(
         "ErrorText",
         "Nothing is kept for later: give the command again when the connection is back.")},
    {"desk.in_flight",
     QT_TRANSLATE_NOOP("ErrorText", "A command of yours is still on its way."),
     QT_TRANSLATE_NOOP("ErrorText", "Wait for its answer.")},
};

QString say(const char* text)
{
    return QCoreApplication::translate("ErrorText", text);
}

} // namespace

ErrorSentences ErrorText::of(const QString& code, const QString& detail, bool isProvenWithoutEffect)
{
    ErrorSentences sentences;
    sentences.money =
        isProvenWithoutEffect
            ? say(QT_TRANSLATE_NOOP("ErrorText", "Nothing was done and no money moved."))
            : say(QT_TRANSLATE_NOOP("ErrorText", "It may have taken effect."));
    sentences.next = isProvenWithoutEffect
                         ? QString()
                         : say(QT_TRANSLATE_NOOP(
                             "ErrorText", "Do not repeat it: the record is being read to see."));
    for (const ErrorRow& row : kErrors) {
        if (code == QLatin1String(row.code)) {
            sentences.what = say(row.what);
            if (isProvenWithoutEffect)
                sentences.next = say(row.next);
            return sentences;
        }
    }
    sentences.what = UntrustedText::line(detail.isEmpty() ? code : detail, 500);
    return sentences;
}

ErrorSentences ErrorText::ofReading(const QString& sqlState, const QString& detail)
{
    ErrorSentences sentences;
    sentences.money =
        say(QT_TRANSLATE_NOOP("ErrorText", "Reading moves no money; the core goes on by itself."));
    if (sqlState.startsWith(QLatin1String("28"))) {
        sentences.what =
            say(QT_TRANSLATE_NOOP("ErrorText", "The server refused this login or its password."));
        sentences.next = say(QT_TRANSLATE_NOOP("ErrorText", "Sign in again."));
    } else if (sqlState == QLatin1String("42501")) {
        sentences.what = say(QT_TRANSLATE_NOOP("ErrorText", "This login may not read here."));
        sentences.next = say(QT_TRANSLATE_NOOP("ErrorText", "Ask an officer to enrol you."));
    } else if (sqlState == QLatin1String("57014")) {
        sentences.what = say(QT_TRANSLATE_NOOP("ErrorText", "The server took too long to answer."));
        sentences.next = say(QT_TRANSLATE_NOOP("ErrorText", "Narrow the filter."));
    } else if (
        sqlState.isEmpty() || sqlState.startsWith(QLatin1String("57P"))
        || sqlState.startsWith(QLatin1String("08"))) {
        sentences.what = say(QT_TRANSLATE_NOOP("ErrorText", "The database cannot be reached."));
        sentences.next = say(QT_TRANSLATE_NOOP("ErrorText", "The console goes on trying."));
    } else {
        sentences.what = UntrustedText::line(detail, 500);
        sentences.next = say(QT_TRANSLATE_NOOP("ErrorText", "The console goes on trying."));
    }
    return sentences;
}

} // namespace onceover
