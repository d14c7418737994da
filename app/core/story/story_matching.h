// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/output.h"
#include "app/core/story/demo_stage.h"
#include "app/core/story/story_books.h"
#include "app/core/story/story_commands.h"
#include "app/core/story/story_core.h"
#include "app/core/story/story_news.h"

#include <stop_token>
#include <string>
#include <vector>

namespace onceover {

// The chapter about lines without a reference: two people put rules of matching in force, and a
// bank that writes MT940 sends two files that overlap.
class StoryMatching
{
public:
    // Everything outlives it.
    StoryMatching(
        DemoStage& stage,
        const StoryCommands& commands,
        StoryCore& core,
        const Json& cast,
        StoryTeller teller,
        std::stop_token stop);

    Result<void> putRulesInForce();
    // Writes the bank's files from the books as they are and takes them in.
    Result<void> importFiles(const StoryBooks& books);

private:
    struct Line
    {
        std::int64_t amountMinor = 0;
        std::string bankReference;
        std::string account;
        std::string text;
    };

    std::vector<Line> linesOf(const StoryBooks& books) const;
    std::string statement(
        int number, std::int64_t openingMinor, const std::vector<Line>& lines) const;
    void news(const std::string& step, const Json& values);

    DemoStage& m_stage;
    const StoryCommands& m_commands;
    StoryCore& m_core;
    const Json& m_cast;
    StoryTeller m_teller;
    std::stop_token m_stop;
};

} // namespace onceover
