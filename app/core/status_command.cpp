// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/status_command.h"

#include "app/core/reading.h"

namespace onceover {

namespace {

// Whether anything moves at all, and whom it waits for.
Result<void> showServer(PgReview& review, Output& output)
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
    output.line(database, installation->incarnationState + ": " + installation->incarnationWhy);
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
    return runReading(
        *this, {}, words, streams, [](PgReview& review, const Arguments&, Output& output) {
            if (const auto shown = showServer(review, output); !shown)
                return output.failure(shown.error());
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
        });
}

} // namespace onceover
