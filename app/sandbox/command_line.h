// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/failure.h"

#include <map>
#include <string>
#include <vector>

namespace onceover {

// onceover-sandbox COMMAND --name value … (or --name=value); a flag has the value "true".
struct CommandLine
{
    std::string command; // serve, ledger, statement; help and version for --help and --version
    std::map<std::string, std::string> options;

    static Outcome<CommandLine> parse(const std::vector<std::string>& arguments);

    std::string option(const std::string& name) const
    {
        const auto found = options.find(name);
        return found == options.end() ? std::string() : found->second;
    }
};

} // namespace onceover
