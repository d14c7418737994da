// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/exit_code.h"

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

struct Streams
{
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

// One subcommand of onceover-core.
class Command
{
public:
    virtual ~Command() = default;

    virtual std::string_view name() const = 0;
    // One line for the list of commands.
    virtual std::string_view summary() const = 0;
    // The options, as --help prints them.
    virtual std::string_view help() const = 0;
    virtual ExitCode run(const std::vector<std::string>& words, const Streams& streams) = 0;
};

} // namespace onceover
