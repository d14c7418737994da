// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/json_fields.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

// How the answer ends on the wire.
enum class ReplyEnding
{
    Complete,
    CloseSilently, // FIN without a byte
    Reset,         // RST without a byte
    HalfHead,      // status line and half a header, then FIN
    HalfBody,      // whole head, half the body, then FIN
    SlowBody,      // one byte per interval
    HugeBody,      // a body far beyond what anybody should read
    Never,         // no byte; the connection stays open until the caller gives up
};

// An answer and how it is to be spoilt.
struct HttpReply
{
    int status = 200;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string contentType = "application/json";
    std::string body;
    ReplyEnding ending = ReplyEnding::Complete;
    std::int64_t delayMs = 0;
    std::int64_t intervalMs = 200;
    std::int64_t hugeBytes = 0;

    static HttpReply json(int status, const Json& body);
    static HttpReply error(int status, const std::string& code, const std::string& message = {});

    // Status line and headers with the empty line; the length named is that of body, or hugeBytes.
    std::string head(bool keepAlive) const;
};

} // namespace onceover
