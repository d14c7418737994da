// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/command.h"

namespace onceover {

// People, their logins and the machines' logins, by the owner of the database.
class EnrolCommand final : public Command
{
public:
    std::string_view name() const override { return "enrol"; }

    std::string_view summary() const override;
    std::string_view help() const override;
    ExitCode run(const std::vector<std::string>& words, const Streams& streams) override;
};

} // namespace onceover
