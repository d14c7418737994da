// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/command_line.h"

#include <set>

namespace onceover {

namespace {

const std::map<std::string, std::set<std::string>>& knownOptions()
{
    static const std::map<std::string, std::set<std::string>> options = {
        {"serve", {"dir", "port", "script", "print-port", "end-with-input"}},
        {"ledger", {"dir", "json"}},
        {"statement",
         {"dir",
          "account",
          "currency",
          "opening",
          "date",
          "providers",
          "omit",
          "extra",
          "from",
          "to",
          "out"}}};
    return options;
}

bool isFlag(const std::string& name)
{
    return name == "print-port" || name == "json" || name == "end-with-input";
}

} // namespace

Outcome<CommandLine> CommandLine::parse(const std::vector<std::string>& arguments)
{
    CommandLine line;
    for (const std::string& argument : arguments) {
        if (argument == "--help" || argument == "-h" || argument == "--version") {
            line.command = argument == "--version" ? "version" : "help";
            return line;
        }
    }
    if (arguments.empty())
        return failed(kExitUsage, "a command is missing");
    line.command = arguments.front();
    const auto known = knownOptions().find(line.command);
    if (known == knownOptions().end())
        return failed(kExitUsage, "unknown command " + line.command);
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument.rfind("--", 0) != 0)
            return failed(kExitUsage, "unexpected argument " + argument);
        const std::size_t equals = argument.find('=');
        const std::string name =
            argument.substr(2, equals == std::string::npos ? equals : equals - 2);
        if (known->second.count(name) == 0)
            return failed(kExitUsage, line.command + " has no option --" + name);
        std::string value = "true";
        if (equals != std::string::npos)
            value = argument.substr(equals + 1);
        else if (!isFlag(name) && ++i < arguments.size())
            value = arguments[i];
        else if (!isFlag(name))
            return failed(kExitUsage, "--" + name + " needs a value");
        if (!line.options.emplace(name, value).second)
            return failed(kExitUsage, "--" + name + " was given twice");
    }
    if (line.option("dir").empty())
        return failed(kExitUsage, line.command + " needs --dir DIR");
    return line;
}

} // namespace onceover
