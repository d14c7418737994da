// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/statement_command.h"

#include "app/core/reading_options.h"
#include "app/core/site_command.h"
#include "backend/statements/csv/csv_proposal_printer.h"
#include "backend/statements/statement_printer.h"

namespace onceover {

std::string_view StatementCommand::summary() const
{
    return "read a bank statement and print what it says; needs no database";
}

std::string_view StatementCommand::help() const
{
    return "statement FILE [--format NAME] [--encoding NAME] [--profile NAME] "
           "[--date-order ORDER] [--decimal MARK] [--account ACCOUNT] [--currency CODE] "
           "[--propose] [--json]";
}

ExitCode StatementCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    addReadingOptions(line);
    addCsvOptions(line);
    line.flags.insert("--propose");
    line.minRest = line.maxRest = 1;
    return runParsed(*this, line, words, streams, [](const Arguments& arguments, Output& output) {
        auto choice = readingChoice(arguments);
        if (!choice) {
            output.note(choice.error().detail());
            return ExitCode::Usage;
        }
        choice->mayPropose = true;
        CsvOptions options = choice->csv;
        options.encoding = choice->encoding.chosen;
        if (arguments.has("--propose"))
            return static_cast<ExitCode>(
                printCsvProposal(arguments.rest().front(), options, output.out(), output.err()));
        return static_cast<ExitCode>(printStatement(
            arguments.rest().front(), output.isJson(), output.out(), output.err(), *choice));
    });
}

} // namespace onceover
