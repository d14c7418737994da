// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/site_command.h"

#include <algorithm>
#include <ostream>

namespace onceover {

ExitCode runParsed(
    const Command& command,
    const CommandLine& line,
    const std::vector<std::string>& words,
    const Streams& streams,
    const std::function<ExitCode(const Arguments&, Output&)>& body)
{
    if (std::find(words.begin(), words.end(), "--help") != words.end()) {
        streams.out << "onceover-core " << command.help() << '\n';
        return ExitCode::Done;
    }
    auto flags = line.flags;
    flags.insert("--json");
    const auto arguments = Arguments::parse(words, line.withValue, flags, line.repeatable);
    const auto usage = [&](const std::string& why) {
        streams.err << "onceover-core " << command.name() << ": " << why
                    << "\nUsage: onceover-core " << command.help() << '\n';
        return ExitCode::Usage;
    };
    if (!arguments)
        return usage(arguments.error().detail());
    if (arguments->rest().size() < line.minRest || arguments->rest().size() > line.maxRest)
        return usage("too few or too many words");
    Output output(streams.out, streams.err, arguments->has("--json"));
    const ExitCode code = body(*arguments, output);
    if (!output.isGood()) {
        streams.err << "onceover-core: the output could not be written\n";
        return code == ExitCode::Done ? ExitCode::InputOutput : code;
    }
    return code;
}

ExitCode runOnSite(
    const Command& command,
    CommandLine line,
    const std::vector<std::string>& words,
    const Streams& streams,
    const std::function<ExitCode(Site&, const Arguments&, Output&)>& body)
{
    line.withValue.insert(kSiteOptions.begin(), kSiteOptions.end());
    return runParsed(
        command, line, words, streams, [&](const Arguments& arguments, Output& output) {
            const auto site = openSite(arguments);
            if (!site)
                return site.error().code() == "usage.option"
                           ? (output.failure(site.error()), ExitCode::Usage)
                           : output.failure(site.error());
            return body(**site, arguments, output);
        });
}

} // namespace onceover
