// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/arguments.h"
#include "app/core/command.h"
#include "app/core/output.h"
#include "app/core/site.h"

#include <functional>
#include <set>
#include <string>

namespace onceover {

// What most commands begin with: the options read, --help answered, the site opened.
struct CommandLine
{
    std::set<std::string, std::less<>> withValue;
    std::set<std::string, std::less<>> flags;
    std::set<std::string, std::less<>> repeatable;
    // Words beside the options.
    std::size_t minRest = 0;
    std::size_t maxRest = 0;
};

// Runs `body` with the parsed words; --json and --help are understood everywhere.
ExitCode runParsed(
    const Command& command,
    const CommandLine& line,
    const std::vector<std::string>& words,
    const Streams& streams,
    const std::function<ExitCode(const Arguments&, Output&)>& body);

// The same with the site opened (--dir, --connection).
ExitCode runOnSite(
    const Command& command,
    CommandLine line,
    const std::vector<std::string>& words,
    const Streams& streams,
    const std::function<ExitCode(Site&, const Arguments&, Output&)>& body);

} // namespace onceover
