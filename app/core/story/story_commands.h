// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"
#include "app/core/output.h"
#include "backend/domain/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace onceover {

// The objects that a command printed, and how it ended.
struct CommandRun
{
    ExitCode code = ExitCode::Done;
    std::vector<Json> lines;
    // What it complained about.
    std::string complaint;

    // How many lines have this text under this key.
    std::int64_t count(const char* key, const std::string& text) const;
    // The last line, or an empty object.
    Json last() const;
    // An error when it did not end well.
    Result<void> toResult() const;
};

// The story does what people and machines do with the commands of onceover-core, through those very
// commands: nothing that a reader could not type.
class StoryCommands
{
public:
    explicit StoryCommands(std::filesystem::path directory)
        : m_directory(std::move(directory))
    {}

    CommandRun accept(const std::filesystem::path& file) const;
    CommandRun importFile(const std::filesystem::path& file) const;
    // Everything about one payment, as this person reads it.
    CommandRun payment(const std::string& login, const std::string& reference) const;
    // `words` after "desk"; --as, --dir and --json are added.
    CommandRun desk(const std::string& login, std::vector<std::string> words) const;

private:
    CommandRun run(Command& command, std::vector<std::string> words) const;

    std::filesystem::path m_directory;
};

} // namespace onceover
