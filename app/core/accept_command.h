// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"

namespace onceover {

// Takes payments in: one JSON object a line, one transaction a file.
class AcceptCommand final : public Command
{
public:
    std::string_view name() const override { return "accept"; }

    std::string_view summary() const override;
    std::string_view help() const override;
    ExitCode run(const std::vector<std::string>& words, const Streams& streams) override;
};

} // namespace onceover
