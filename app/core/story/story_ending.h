// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/story/demo_stage.h"
#include "app/core/story/story_books.h"
#include "app/core/story/story_news.h"

namespace onceover {

// How things stand in a demo: the cases that wait for people, sums by status and account, and
// whether everything holds that must hold. Reads only.
class StoryEnding
{
public:
    // All three outlive it.
    StoryEnding(DemoStage& stage, PgReview& review, const StoryTeller& teller)
        : m_stage(stage)
        , m_review(review)
        , m_teller(teller)
    {}

    // True if all checks hold.
    Result<bool> tell();

private:
    Result<void> tellSums();
    void news(const std::string& step, const Json& values);

    DemoStage& m_stage;
    PgReview& m_review;
    const StoryTeller& m_teller;
};

} // namespace onceover
