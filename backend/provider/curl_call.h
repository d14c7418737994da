// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onceover {

struct HttpRequest
{
    // "GET" or "POST".
    std::string method;
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers = {};
    // Sent as it stands; must outlive the call.
    std::string_view body = {};
    // Empty means no proxy at all, whatever the environment says.
    std::string proxy = {};
    // PEM file of the only certificates that may sign the server's; empty means the system's.
    std::string trustedCertificates = {};
    std::int64_t connectTimeoutMs = 0;
    // For the whole call, connecting included.
    std::int64_t totalTimeoutMs = 0;
    std::size_t maxBodyBytes = 1024 * 1024;
};

// How the one call ended, before anybody looks at what the answer says.
struct HttpExchange
{
    enum class End
    {
        // A whole header arrived and the body ended where HTTP says it ends.
        Answered,
        // Proof that no byte of the request was handed to the socket.
        NothingSent,
        // Anything else: the request may have been received.
        Broken,
    };

    End end = End::Broken;
    // Empty for Answered, otherwise a stable code (see SubmissionResult::reason).
    std::string reason;
    int status = 0;
    // Names in lower case.
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::int64_t requestBytes = 0;
    std::int64_t startedAtUs = 0;
    std::int64_t finishedAtUs = 0;
};

// Makes exactly one HTTP/1.1 request on a connection of its own and never repeats it: no connection
// is re-used (a re-used one lets libcurl send a POST again by itself), no redirect is followed, no
// authentication is negotiated, no proxy is taken from the environment. Until the answer is
// complete the socket discards unsent bytes when it is closed or when the process dies, so that a
// request that was given up cannot leave the machine later. Blocks; any thread; no state is shared
// between calls.
HttpExchange callOnce(const HttpRequest& request);

} // namespace onceover
