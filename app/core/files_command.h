// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"

namespace onceover {

// The statement files, whoever brought them, and how far each came.
class FilesCommand final : public Command
{
public:
    std::string_view name() const override { return "files"; }

    std::string_view summary() const override;
    std::string_view help() const override;
    ExitCode run(const std::vector<std::string>& words, const Streams& streams) override;
};

} // namespace onceover
