// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/core_host.h"
#include "app/core/story/demo_stage.h"
#include "app/core/story/story_books.h"
#include "backend/engine/pass.h"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>

namespace onceover {

// The demo's own core, one pass after the other: the same host, journal and steps as those of
// `onceover-core serve`. Lives on one thread; while it lives no other process can have this core.
class StoryCore
{
public:
    // Errors: those of CoreHost::create.
    static Result<std::unique_ptr<StoryCore>> start(DemoStage& stage, PgReview& review);

    // One pass: everything that can be done now.
    Result<void> pass();

    // Passes until `isDone` of the books, waiting in between for the engine's own next look. Error
    // story.not_settled past the limit, story.stopped when asked to stop.
    Result<StoryBooks> passUntil(
        const std::function<bool(const StoryBooks&)>& isDone,
        std::chrono::seconds limit,
        const std::stop_token& stop);

    // Until nothing more can be expected without people or new files.
    Result<StoryBooks> settle(std::chrono::seconds limit, const std::stop_token& stop);

    const EngineCounts& counts() const { return m_counts; }

private:
    StoryCore(std::unique_ptr<CoreHost> host, PgReview& review);

    void wait(const StoryBooks& books, const std::stop_token& stop) const;

    std::unique_ptr<CoreHost> m_host;
    PgReview& m_review;
    Pass m_pass;
    EngineCounts m_counts;
};

} // namespace onceover
