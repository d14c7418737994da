// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_commands.h"

#include "app/core/accept_command.h"
#include "app/core/desk_subcommand.h"
#include "app/core/import_command.h"
#include "app/core/payment_command.h"
#include "app/core/reading.h"

#include <algorithm>
#include <sstream>

namespace onceover {

std::int64_t CommandRun::count(const char* key, const std::string& text) const
{
    return std::count_if(
        lines.begin(), lines.end(), [&](const Json& line) { return textOf(line, key) == text; });
}

Json CommandRun::last() const
{
    return lines.empty() ? Json::object() : lines.back();
}

Result<void> CommandRun::toResult() const
{
    if (code == ExitCode::Done)
        return {};
    const std::string named = textOf(last(), "code");
    const std::string detail = complaint.empty() ? textOf(last(), "message") : complaint;
    return Failure(Error::notHappened(named.empty() ? "story.command" : named, detail));
}

CommandRun StoryCommands::run(Command& command, std::vector<std::string> words) const
{
    for (const std::string& word :
         {std::string("--dir"), m_directory.string(), std::string("--json")})
        words.push_back(word);
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    CommandRun done;
    done.code = command.run(words, {in, out, err});
    done.complaint = err.str();
    std::istringstream printed(out.str());
    std::string line;
    while (std::getline(printed, line)) {
        Json object = Json::parse(line, nullptr, false);
        if (object.is_object())
            done.lines.push_back(std::move(object));
    }
    return done;
}

CommandRun StoryCommands::accept(const std::filesystem::path& file) const
{
    AcceptCommand command;
    return run(command, {file.string()});
}

CommandRun StoryCommands::importFile(const std::filesystem::path& file) const
{
    ImportCommand command;
    return run(command, {file.string()});
}

CommandRun StoryCommands::payment(const std::string& login, const std::string& reference) const
{
    PaymentCommand command;
    return run(command, {reference, "--as", login});
}

CommandRun StoryCommands::desk(const std::string& login, std::vector<std::string> words) const
{
    DeskSubcommand command;
    words.insert(words.end(), {"--as", login});
    return run(command, std::move(words));
}

} // namespace onceover
