// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/statement_command.h"

#include "app/core/reading_options.h"
#include "app/core/site_command.h"
#include "backend/statements/statement_printer.h"

namespace onceover {

std::string_view StatementCommand::summary() const
{
    return "read a bank statement and print what it says; needs no database";
}

std::string_view StatementCommand::help() const
{
    return "statement FILE [--format NAME] [--encoding NAME] [--profile NAME] "
           "[--date-order ORDER] [--decimal MARK] [--account ACCOUNT] [--currency CODE] [--json]";
}

ExitCode StatementCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    addReadingOptions(line);
    addCsvOptions(line);
    line.minRest = line.maxRest = 1;
    return runParsed(*this, line, words, streams, [](const Arguments& arguments, Output& output) {
        const auto choice = readingChoice(arguments);
        if (!choice) {
            output.note(choice.error().detail());
            return ExitCode::Usage;
        }
        return static_cast<ExitCode>(printStatement(
            arguments.rest().front(), output.isJson(), output.out(), output.err(), *choice));
    });
}

} // namespace onceover
