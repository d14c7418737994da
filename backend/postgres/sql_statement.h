// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace onceover {

// One SQL statement with the name under which logs and errors speak of it. Both outlive every call:
// they come from embedded files or literals.
struct SqlStatement
{
    std::string_view name;
    std::string_view text;
};

} // namespace onceover
