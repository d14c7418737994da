// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/story/demo_stage.h"
#include "app/core/story/story_books.h"
#include "app/core/story/story_commands.h"
#include "app/core/story/story_core.h"
#include "app/core/story/story_news.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace onceover {

// The demonstration: about sixty payments through three providers with scripted faults, up to a
// resend that two people approve, with a few cases left over. Everything goes through the real
// commands, functions and calls. Runs on one thread, for seconds; what an interrupted telling left
// behind is gone on from.
class Story
{
public:
    // The stage outlives it. `teller` is called on the thread that tells.
    Story(DemoStage& stage, StoryTeller teller, std::stop_token stop);
    ~Story();

    // Tells what is not told yet, then how things stand. True if all checks hold. Errors: of the
    // first thing that did not work.
    Result<bool> tell();

    static bool wasTold(const DemoStage& stage);

private:
    Result<void> play();
    Result<void> setScene();
    Result<void> takeIn();
    Result<void> send();
    Result<void> askProvider();
    Result<void> importStatements();
    Result<void> matchLines();
    Result<void> showContradictions();
    Result<void> resend();
    Result<void> leaveProposal();

    Result<std::string> writeStatement(const std::string& currency);
    CommandRun proposeResend(
        const std::string& login, const StoryPayment& payment, const std::string& note);
    void news(const std::string& step, const Json& values);
    Result<void> readBooks();

    DemoStage& m_stage;
    StoryTeller m_teller;
    std::stop_token m_stop;
    StoryCommands m_commands;
    Json m_cast;
    std::unique_ptr<PgReview> m_review;
    std::unique_ptr<StoryCore> m_core;
    StoryBooks m_books;
};

} // namespace onceover
