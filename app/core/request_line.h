// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

#include <tl/expected.hpp>

namespace onceover {

// Why a line is no request; `field` is the member to blame, empty for the line as a whole.
struct LineRefusal
{
    std::string code;
    std::string field;
    std::string message;
};

// Checks one line of an intake file: one JSON object, no member twice, no unknown member, no number
// with a fraction or an exponent, nothing nested but metadata. What the values must be is the
// database's to say. The answer is the line as the database gets it.
tl::expected<std::string, LineRefusal> checkRequestLine(const std::string& line);

// Longer lines, in bytes, are refused unread.
inline constexpr std::size_t kMaxRequestLine = 1'048'576;

} // namespace onceover
