// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/output.h"

#include <functional>
#include <string>

namespace onceover {

// One thing that has just happened, in words and in numbers.
struct StoryNews
{
    // A stable name: "accepted", "sent", "asked", …
    std::string step;
    // One or two English sentences.
    std::string text;
    Json numbers = Json::object();
};

// Called on the thread that tells, once for each piece of news.
using StoryTeller = std::function<void(const StoryNews&)>;

} // namespace onceover
