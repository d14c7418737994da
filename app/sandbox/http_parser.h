// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/http_request.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace onceover {

// A strict parser of HTTP/1.1 requests with a Content-Length. Whatever two parsers could read
// differently (folded headers, bare line feeds, two lengths, chunks) is refused, so that "one
// complete request" has one meaning.
class HttpParser
{
public:
    static constexpr std::size_t kMaxHeadBytes = 32 * 1024;
    static constexpr std::size_t kMaxBodyBytes = 1024 * 1024;
    static constexpr std::size_t kMaxHeaders = 64;

    enum class State
    {
        NeedMore,
        Complete,
        Refused,
    };

    // Adds bytes from the wire and says whether a request is complete. Bytes behind it stay for the
    // next one.
    State feed(std::string_view bytes);

    // The complete request; the parser then waits for the next (call feed("") to look at what is
    // there already).
    HttpRequest take();

    // After Refused: the status to answer with before the connection is closed.
    int refusalStatus() const { return m_refusalStatus; }

    // True when a request has begun and is not complete.
    bool midway() const { return !m_buffer.empty() || m_headDone; }

private:
    State refuse(int status);
    State parseHead();
    bool parseRequestLine(std::string_view line);
    bool parseTarget(std::string_view target);
    bool parseHeaderLine(std::string_view line);
    int checkHeaders();

    std::string m_buffer;
    HttpRequest m_request;
    std::size_t m_bodyBytes = 0;
    bool m_headDone = false;
    int m_refusalStatus = 0;
};

} // namespace onceover
