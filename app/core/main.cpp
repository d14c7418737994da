// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/accept_command.h"
#include "app/core/demo_command.h"
#include "app/core/desk_subcommand.h"
#include "app/core/enrol_command.h"
#include "app/core/files_command.h"
#include "app/core/import_command.h"
#include "app/core/ledger_command.h"
#include "app/core/migrate_command.h"
#include "app/core/pass_command.h"
#include "app/core/payment_command.h"
#include "app/core/payments_command.h"
#include "app/core/serve_command.h"
#include "app/core/sources_command.h"
#include "app/core/statement_command.h"
#include "app/core/status_command.h"
#include "app/core/story/story_command.h"
#include "app/core/verify_command.h"
#include "backend/postgres/connection_settings.h"

#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace onceover;

std::vector<std::unique_ptr<Command>> allCommands()
{
    std::vector<std::unique_ptr<Command>> commands;
    commands.push_back(std::make_unique<AcceptCommand>());
    commands.push_back(std::make_unique<PassCommand>());
    commands.push_back(std::make_unique<ServeCommand>());
    commands.push_back(std::make_unique<StatementCommand>());
    commands.push_back(std::make_unique<ImportCommand>());
    commands.push_back(std::make_unique<FilesCommand>());
    commands.push_back(std::make_unique<StatusCommand>());
    commands.push_back(std::make_unique<LedgerCommand>());
    commands.push_back(std::make_unique<SourcesCommand>());
    commands.push_back(std::make_unique<PaymentsCommand>());
    commands.push_back(std::make_unique<PaymentCommand>());
    commands.push_back(std::make_unique<DeskSubcommand>());
    commands.push_back(std::make_unique<VerifyCommand>());
    commands.push_back(std::make_unique<DemoCommand>());
    commands.push_back(std::make_unique<MigrateCommand>());
    commands.push_back(std::make_unique<EnrolCommand>());
    commands.push_back(std::make_unique<StoryCommand>());
    return commands;
}

void printUsage(std::ostream& out, const std::vector<std::unique_ptr<Command>>& commands)
{
    out << "Usage: onceover-core COMMAND [OPTION...]\n"
           "Sends payments once, and finds out what became of them.\n\n";
    for (const auto& command : commands) {
        std::string name(command->name());
        name.resize(12, ' ');
        out << "  " << name << command->summary() << '\n';
    }
    out << "\nonceover-core COMMAND --help tells the options; --version prints the version.\n"
           "With --json every command prints one JSON object a line.\n";
}

ExitCode runCommand(const std::vector<std::string>& words)
{
    const auto commands = allCommands();
    if (words.empty()) {
        printUsage(std::cerr, commands);
        return ExitCode::Usage;
    }
    if (words.front() == "--help" || words.front() == "-h") {
        printUsage(std::cout, commands);
        return ExitCode::Done;
    }
    if (words.front() == "--version") {
        std::cout << "onceover-core " << ONCEOVER_VERSION << '\n';
        return ExitCode::Done;
    }
    for (const auto& command : commands) {
        if (command->name() == words.front())
            return command->run(
                std::vector<std::string>(words.begin() + 1, words.end()),
                {std::cin, std::cout, std::cerr});
    }
    std::cerr << "onceover-core: there is no command \"" << words.front() << "\"\n";
    printUsage(std::cerr, commands);
    return ExitCode::Usage;
}

} // namespace

int main(int argc, char** argv)
{
    // A closed pipe is an error of writing, not an end in the middle of the work.
    std::signal(SIGPIPE, SIG_IGN);
    onceover::dropDatabaseEnvironment();
    try {
        return static_cast<int>(runCommand(std::vector<std::string>(argv + 1, argv + argc)));
    } catch (const std::exception& error) {
        std::cerr << "onceover-core: internal error: " << error.what() << '\n';
        return static_cast<int>(onceover::ExitCode::Internal);
    }
}
