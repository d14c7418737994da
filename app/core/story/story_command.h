// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"

namespace onceover {

// Plays the demonstration without a window and prints each step.
class StoryCommand final : public Command
{
public:
    std::string_view name() const override { return "story"; }

    std::string_view summary() const override;
    std::string_view help() const override;
    ExitCode run(const std::vector<std::string>& words, const Streams& streams) override;
};

} // namespace onceover
