// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/line_match.h"
#include "backend/matching/match_rules.h"
#include "tests/bench/labelled_world.h"

#include <array>
#include <cstddef>
#include <string>

namespace onceover {

// Matches the rows as they are: names are read from their texts, windows counted in `rules`.
LineMatches matchRows(const LabelledWorld& world, const MatchRules& rules);

// What came out, held to the labels.
struct Judgement
{
    struct Row
    {
        std::size_t lines = 0;
        std::size_t linked = 0;
        std::size_t shown = 0;
    };

    std::array<Row, kLabelCount> rows;
    // Linked to another payment than the right one, or linked although nobody can know.
    std::size_t falseLinks = 0;
    // Lines of which something is known, and that neither were linked nor are shown to people.
    std::size_t silent = 0;
    // Of the lines that one payment explains.
    std::size_t unique = 0;
    std::size_t uniqueFound = 0;

    bool isRight() const
    {
        return falseLinks == 0 && silent == 0 && uniqueFound * 1000 >= unique * 999;
    }

    std::string toText() const;
};

Judgement judged(const LabelledWorld& world, const LineMatches& matches);

// Business days of the labelled world's years.
MatchRules labelledRules();

} // namespace onceover
