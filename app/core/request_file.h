// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/request_line.h"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// One line of an intake file that is not blank: a request for the database, or why it is none.
struct RequestFileLine
{
    // From 1, blank lines counted.
    std::int64_t number = 0;
    std::optional<LineRefusal> refusal;
    std::string request;
};

// Reads to the end of the stream or its first error (stream.bad()). Lines end in LF or CR LF, the
// last one may lack its end, a byte order mark may stand before the first. Never holds more of a
// line than kMaxRequestLine.
std::vector<RequestFileLine> readRequestFile(std::istream& stream);

} // namespace onceover
