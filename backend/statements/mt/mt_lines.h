// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace onceover {

// The lines of one field, the first without its tag; at least one. Dies with the call.
using MtLines = std::span<const std::string>;

} // namespace onceover
