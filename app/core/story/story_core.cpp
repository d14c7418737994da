// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_core.h"

#include "app/core/system_clock.h"
#include "backend/postgres/deadline.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace onceover {

namespace {

constexpr std::int64_t kUsPerMs = 1000;
constexpr std::int64_t kLongestWaitMs = 500;

} // namespace

StoryCore::StoryCore(std::unique_ptr<CoreHost> host, PgReview& review)
    : m_host(std::move(host))
    , m_review(review)
    , m_pass(m_host->parts(), m_host->runner())
{}

Result<std::unique_ptr<StoryCore>> StoryCore::start(DemoStage& stage, PgReview& review)
{
    const auto settings = stage.site().machine(MachineKind::Core);
    if (!settings)
        return Failure(settings.error());
    auto host = CoreHost::create({*settings, stage.site().stateDirectory(), "core", true});
    if (!host)
        return Failure(host.error());
    return std::unique_ptr<StoryCore>(new StoryCore(std::move(*host), review));
}

Result<void> StoryCore::pass()
{
    const PassReport report = m_pass.run([] { return false; });
    m_counts.claimed += report.counts.claimed;
    m_counts.submitted += report.counts.submitted;
    m_counts.looked += report.counts.looked;
    m_counts.settledByLook += report.counts.settledByLook;
    m_counts.retried += report.counts.retried;
    if (report.error)
        return Failure(*report.error);
    if (report.isPoisoned)
        return Failure(Error::notHappened("journal.poisoned", "The core's journal failed."));
    return {};
}

void StoryCore::wait(const StoryBooks& books, const std::stop_token& stop) const
{
    const std::int64_t untilMs = (books.nextLookUs() - SystemClock().nowUs()) / kUsPerMs;
    const std::int64_t waitMs = std::clamp<std::int64_t>(
        books.nextLookUs() == 0 ? kLongestWaitMs : untilMs, 20, kLongestWaitMs);
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait_for(lock, stop, std::chrono::milliseconds(waitMs), [] { return false; });
}

Result<StoryBooks> StoryCore::passUntil(
    const std::function<bool(const StoryBooks&)>& isDone,
    std::chrono::seconds limit,
    const std::stop_token& stop)
{
    const Deadline deadline = Deadline::in(limit);
    for (;;) {
        if (auto passed = pass(); !passed)
            return Failure(passed.error());
        auto books = StoryBooks::read(m_review);
        if (!books || isDone(*books))
            return books;
        if (stop.stop_requested())
            return Failure(Error::notHappened("story.stopped", "The story was stopped."));
        if (deadline.hasPassed())
            return Failure(Error::notHappened(
                "story.not_settled", "The payments did not come to rest in time."));
        wait(*books, stop);
    }
}

Result<StoryBooks> StoryCore::settle(std::chrono::seconds limit, const std::stop_token& stop)
{
    return passUntil([](const StoryBooks& books) { return !books.isSettling(); }, limit, stop);
}

} // namespace onceover
