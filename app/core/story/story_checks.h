// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/story/sandbox_ledger.h"
#include "app/core/story/story_books.h"
#include "backend/store/pg_review.h"

#include <string>
#include <vector>

namespace onceover {

// One thing that must hold at the end of a story, whatever broke on the way.
struct StoryCheck
{
    std::string name;
    bool holds = false;
    // In words, with numbers.
    std::string sentence;
    Json numbers = Json::object();
};

// What all payments together must satisfy, judged by the provider's own ledger and by the sums of
// ours.
class StoryChecks
{
public:
    // All of them; an error when something could not be read.
    static Result<std::vector<StoryCheck>> run(
        PgReview& review,
        const StoryBooks& books,
        const SandboxLedger& provider,
        std::int64_t linesMissing);

private:
    // Charges that we caused, per payment, are at most one and the used permits of people and loss
    // policy.
    static Result<StoryCheck> charges(
        PgReview& review, const StoryBooks& books, const SandboxLedger& ledger);
    static Result<StoryCheck> ledger(PgReview& review);
    static StoryCheck nothingLost(
        const StoryBooks& books, const SandboxLedger& ledger, std::int64_t linesMissing);
    static StoryCheck explained(const StoryBooks& books);
};

} // namespace onceover
