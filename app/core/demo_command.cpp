// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_command.h"

#include "app/core/demo_provision.h"
#include "app/core/site_command.h"
#include "backend/postgres/private_cluster.h"

#include <fstream>
#include <iterator>

namespace onceover {

std::string_view DemoCommand::summary() const
{
    return "make a demo: a private cluster with people, logins and profiles";
}

std::string_view DemoCommand::help() const
{
    return "demo create [--dir DIR] [--profile FILE]... [--json]\n"
           "demo profile --profile FILE... [--dir DIR] [--json]";
}

ExitCode DemoCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--dir"};
    line.repeatable = {"--profile"};
    line.minRest = line.maxRest = 1;
    return runParsed(*this, line, words, streams, [](const Arguments& arguments, Output& output) {
        const std::string& verb = arguments.rest().front();
        if (verb != "create" && verb != "profile") {
            output.note("demo: there is no \"" + verb + "\"");
            return ExitCode::Usage;
        }
        const auto named = arguments.value("--dir");
        const std::filesystem::path directory = std::filesystem::absolute(
            named ? std::filesystem::path(*named) : PrivateCluster::defaultDirectory());
        if (verb == "create") {
            if (const auto made = provisionDemo(directory); !made)
                return output.failure(made.error());
        }
        for (const std::string& file : arguments.values("--profile")) {
            std::ifstream stream(file, std::ios::binary);
            if (!stream) {
                output.note(file + " cannot be opened.");
                return ExitCode::CannotOpenInput;
            }
            const std::string text((std::istreambuf_iterator<char>(stream)), {});
            if (const auto put = putProfileInForce(directory, text); !put)
                return output.failure(put.error());
        }
        Json object;
        object["type"] = "demo";
        object["directory"] = directory.string();
        object["profiles"] = arguments.values("--profile").size();
        output.line(object, "demo in " + directory.string());
        return ExitCode::Done;
    });
}

} // namespace onceover
