// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// The parts of "scheme://host[:port][/path]". User names, queries, fragments, backslashes, blanks,
// control characters and bytes beyond ASCII are refused: they make two readers see two different
// hosts.
struct BaseUrl
{
    // "http" or "https".
    std::string scheme;
    // Lower case; an IPv6 address without its brackets.
    std::string host;
    bool isIpv6 = false;

    static std::optional<BaseUrl> fromText(std::string_view text);
};

// True for 127.0.0.0/8 written as four plain decimals, [::1] and localhost, nothing else: no
// decimal, octal or shortened addresses, no names that merely begin with 127.0.0.1, no user@host.
bool isLoopback(std::string_view baseUrl);

} // namespace onceover
