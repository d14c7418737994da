// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/status_command.h"

#include "app/core/reading.h"
#include "app/core/site_command.h"

#include <algorithm>

namespace onceover {

namespace {

bool isOnThisMachine(const ConnectionSettings& settings)
{
    return std::any_of(
        settings.hosts.begin(), settings.hosts.end(), [](const ConnectionSettings::Host& host) {
            return host.name.rfind('/', 0) == 0 || host.name == "localhost" || host.name == "::1"
                   || host.name.rfind("127.", 0) == 0;
        });
}

// A journal is a witness against its database only as long as the two do not go back together.
std::string witnessNote(const Site& site, const ConnectionSettings& settings)
{
    if (site.isDemo())
        return "The journal and the database of a demo are on one disk: they go back together, so "
               "they are one witness only.";
    if (!isOnThisMachine(settings))
        return {};
    return "The database is on this machine. A journal on the same disk, or in the same snapshot, "
           "goes back together with it: the two are one witness only. Keep a core's "
           "\"state_directory\" apart from the database.";
}

// Whether anything moves at all, and whom it waits for.
Result<void> showServer(PgReview& review, const std::string& note, Output& output)
{
    const auto installation = review.installation();
    if (!installation)
        return Failure(installation.error());
    const auto witnesses = review.witnesses();
    if (!witnesses)
        return Failure(witnesses.error());
    Json database;
    database["type"] = "database";
    database["state"] = installation->incarnationState;
    database["why"] = installation->incarnationWhy;
    database["demo"] = installation->isDemo;
    database["note"] = note;
    output.line(
        database,
        installation->incarnationState + ": " + installation->incarnationWhy
            + (note.empty() ? "" : "\n" + note));
    for (const CoreWitness& witness : *witnesses) {
        Json core;
        core["type"] = "core";
        core["core_id"] = witness.coreId;
        core["name"] = witness.name;
        core["host"] = witness.host;
        core["state"] = witness.coreState;
        core["witness"] = witness.witnessState;
        core["server_started_at"] = rfc3339(witness.serverStartedUs);
        core["last_seen_at"] = rfc3339(witness.lastSeenUs);
        core["open_attempts"] = witness.openAttemptCount;
        core["open_attempt_ids"] = witness.openAttemptIds;
        core["digest"] = witness.digest;
        core["open_decision_id"] = witness.openDecisionId;
        core["open_decision_kind"] = witness.openDecisionKind;
        core["open_proposed_by"] = witness.openProposedBy;
        output.line(
            core,
            "core " + witness.name + " on " + witness.host + ": " + witness.witnessState
                + ", last seen " + rfc3339(witness.lastSeenUs) + ", "
                + std::to_string(witness.openAttemptCount) + " attempts open, digest "
                + witness.digest
                + (witness.openDecisionId.empty()
                       ? ""
                       : "; " + witness.openDecisionKind + " proposed by " + witness.openProposedBy
                             + ", decision " + witness.openDecisionId));
    }
    return {};
}

ExitCode showTotals(PgReview& review, Output& output)
{
    const auto totals = review.status();
    if (!totals)
        return output.failure(totals.error());
    for (const StatusTotal& total : *totals) {
        Json object;
        object["type"] = "status";
        object["status"] = total.status;
        object["currency"] = total.currency;
        object["count"] = total.count;
        object["amount_minor"] = total.amountMinor;
        output.line(
            object,
            total.status + " " + std::to_string(total.count) + " payments, "
                + amountText(total.amountMinor, total.currency));
    }
    return ExitCode::Done;
}

} // namespace

std::string_view StatusCommand::summary() const
{
    return "counts and amounts by status and currency";
}

std::string_view StatusCommand::help() const
{
    return "status [--dir DIR | --connection FILE] [--as LOGIN] [--json]";
}

ExitCode StatusCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue.insert("--as");
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            const auto person = arguments.value("--as");
            const auto settings = person ? site.person(*person) : site.machine(MachineKind::Reader);
            if (!settings)
                return output.failure(settings.error());
            PgReview review(*settings);
            if (const auto shown = showServer(review, witnessNote(site, *settings), output); !shown)
                return output.failure(shown.error());
            return showTotals(review, output);
        });
}

} // namespace onceover
