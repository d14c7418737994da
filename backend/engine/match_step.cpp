// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/match_step.h"

#include "backend/matching/back_test_json.h"
#include "backend/matching/free_lines.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr int kLinesPerPage = 500;
constexpr int kPagesPerRound = 4;

} // namespace

Result<bool> MatchStep::matchPage(
    const std::optional<Uuid>& importId, std::optional<Uuid>& after, MatchCounts& counts)
{
    const auto page = m_store.takeFreeRecords(importId, after, kLinesPerPage);
    if (!page)
        return Failure(page.error());
    const auto layers = freeLinesFrom(*page);
    if (!layers)
        return Failure(layers.error());
    for (const FreeLines& lines : *layers) {
        const SoughtNames sought = soughtNames(lines);
        const auto world =
            m_store.matchWorld(lines.layer, lines.ids, sought.names, sought.beginnings);
        if (!world)
            return Failure(world.error());
        const auto matches = matchesOf(lines, *world);
        if (!matches)
            return Failure(matches.error());
        const auto applied = m_store.applyMatches(lines.ids, *matches);
        if (!applied)
            return Failure(applied.error());
        counts.linked += applied->linked;
        counts.candidates += applied->candidates;
        const Uuid last = *std::max_element(lines.ids.begin(), lines.ids.end());
        after = after ? std::max(*after, last) : last;
    }
    return !layers->empty();
}

Result<MatchCounts> MatchStep::matchImport(const Uuid& importId)
{
    MatchCounts counts;
    std::optional<Uuid> after;
    for (;;) {
        const auto more = matchPage(importId, after, counts);
        if (!more)
            return Failure(more.error());
        if (!*more)
            return counts;
    }
}

Result<MatchCounts> MatchStep::matchDue()
{
    MatchCounts counts;
    const auto late = m_store.findLatePayments();
    if (!late)
        return Failure(late.error());
    counts.candidates += *late;
    std::optional<Uuid> after;
    for (int page = 0; page < kPagesPerRound; ++page) {
        const auto more = matchPage(std::nullopt, after, counts);
        if (!more)
            return Failure(more.error());
        if (!*more)
            break;
    }
    return counts;
}

Result<bool> MatchStep::testRules(const Uuid& testId)
{
    const auto work = m_store.backTestWork();
    if (!work)
        return Failure(work.error());
    if (work->empty())
        return false;
    const auto test = backTestOf(*work);
    if (!test)
        return Failure(test.error());
    if (auto recorded = m_store.recordBackTest(testId, *test); !recorded)
        return Failure(recorded.error());
    return true;
}

} // namespace onceover
