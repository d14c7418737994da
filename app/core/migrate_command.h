// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"

namespace onceover {

// Brings the schema up to this program's version.
class MigrateCommand final : public Command
{
public:
    std::string_view name() const override { return "migrate"; }

    std::string_view summary() const override;
    std::string_view help() const override;
    ExitCode run(const std::vector<std::string>& words, const Streams& streams) override;
};

} // namespace onceover
