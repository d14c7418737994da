// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/story/story_books.h"

#include <cstdint>
#include <map>
#include <string>

namespace onceover {

// What stands on record about all payments together, counted from their full histories.
struct StoryFacts
{
    // Results by answer.
    std::map<std::string, std::int64_t> answers;
    // Used permits by ground.
    std::map<std::string, std::int64_t> grounds;
    // Payments by kind of contradiction.
    std::map<std::string, std::int64_t> contradictions;

    static Result<StoryFacts> read(PgReview& review, const StoryBooks& books);

    static std::int64_t of(const std::map<std::string, std::int64_t>& counts, const char* name);
};

} // namespace onceover
