// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/pass_command.h"

#include "app/core/core_host.h"
#include "app/core/pass_report_json.h"
#include "app/core/site_command.h"

namespace onceover {

std::string_view PassCommand::summary() const
{
    return "claim, submit and reconcile until nothing more can be done now, then end";
}

std::string_view PassCommand::help() const
{
    return "pass [--core NAME] [--dir DIR | --connection FILE] [--json]";
}

ExitCode PassCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--core"};
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            const auto settings = site.machine(MachineKind::Core);
            if (!settings)
                return output.failure(settings.error());
            const auto host = CoreHost::create(
                {*settings,
                 site.stateDirectory(),
                 arguments.value("--core").value_or("core"),
                 site.isDemo()});
            if (!host)
                return output.failure(host.error());
            Pass pass((*host)->parts(), (*host)->runner());
            const PassReport report = pass.run([] { return false; });
            output.line(passJson(report, **host), passSentence(report));
            for (const std::string& refusal : (*host)->profileRefusals())
                output.note("profile not used: " + refusal);
            if (report.error)
                output.note(report.error->detail() + " [" + report.error->code() + "]");
            return exitCodeOf(report);
        });
}

} // namespace onceover
