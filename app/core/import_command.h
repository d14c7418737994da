// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"

namespace onceover {

// Stores bank statements of an approved channel and links their lines.
class ImportCommand final : public Command
{
public:
    std::string_view name() const override { return "import"; }

    std::string_view summary() const override;
    std::string_view help() const override;
    ExitCode run(const std::vector<std::string>& words, const Streams& streams) override;
};

} // namespace onceover
