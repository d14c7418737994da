// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"

namespace onceover {

// What the sources of evidence gave and what they owe.
class SourcesCommand final : public Command
{
public:
    std::string_view name() const override { return "sources"; }

    std::string_view summary() const override;
    std::string_view help() const override;
    ExitCode run(const std::vector<std::string>& words, const Streams& streams) override;
};

} // namespace onceover
