// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/pass_report_json.h"

namespace onceover {

namespace {

Json errorJson(const Error& error)
{
    Json object;
    object["code"] = error.code();
    object["message"] = error.detail();
    return object;
}

} // namespace

Json passJson(const PassReport& report, const CoreHost& host)
{
    const EngineCounts& counts = report.counts;
    Json object;
    object["type"] = "pass";
    object["claimed"] = counts.claimed;
    object["submitted"] = counts.submitted;
    object["recorded"] = counts.recorded;
    object["abandoned"] = counts.abandoned;
    object["leases_over"] = counts.leasesOver;
    object["settled_late"] = counts.settledLate;
    object["overdue_ended"] = counts.overdue;
    object["matched"] = counts.matched;
    object["looked"] = counts.looked;
    object["settled_by_look"] = counts.settledByLook;
    object["retried"] = counts.retried;
    object["results_refused"] = counts.refused;
    object["paused"] = report.isPaused;
    object["journal_failed"] = report.isPoisoned;
    object["error"] = report.error ? errorJson(*report.error) : Json();
    object["not_called"] = Json::array();
    for (const Error& error : report.notCalled)
        object["not_called"].push_back(errorJson(error));
    object["not_matched"] = report.notMatched ? errorJson(*report.notMatched) : Json();
    object["profiles_refused"] = host.profileRefusals();
    return object;
}

std::string passSentence(const PassReport& report)
{
    const EngineCounts& counts = report.counts;
    return std::to_string(counts.claimed) + " claimed, " + std::to_string(counts.submitted)
           + " called, " + std::to_string(counts.recorded) + " results recorded, "
           + std::to_string(counts.abandoned) + " abandoned, " + std::to_string(counts.looked)
           + " looks, " + std::to_string(counts.settledByLook) + " settled by them, "
           + std::to_string(counts.retried) + " permits granted again"
           + (report.isPaused ? "; paused: nothing is claimed" : "")
           + (report.isPoisoned ? "; the journal failed: nothing is claimed" : "");
}

ExitCode exitCodeOf(const PassReport& report)
{
    if (report.isPoisoned)
        return ExitCode::CannotCreate;
    if (!report.error)
        return ExitCode::Done;
    // A pass that ends in doubt has left the attempt open in its journal: the next one looks.
    return report.error->effect() == Effect::Possible ? ExitCode::DatabaseAway
                                                      : exitCodeOf(*report.error);
}

} // namespace onceover
