// SPDX-License-Identifier: GPL-3.0-or-later
// The provider's socket, in front of the C library's own. The header is left out on purpose: it may
// define these functions as macros or inline.
#include "tests/crash/mortality.h"

#include <cstddef>
#include <string_view>

#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int kInternet = 2;    // AF_INET
constexpr int kSocketLevel = 1; // SOL_SOCKET
constexpr int kDomain = 39;     // SO_DOMAIN
constexpr int kPeek = 2;        // MSG_PEEK
constexpr std::size_t kFewBytes = 16;

// "POST" or "GET" of the request that this thread's answer belongs to; empty between requests.
thread_local std::string_view underWay;
thread_local bool isAnswerBegun = false;

bool isProvider(int socket)
{
    int domain = 0;
    unsigned int size = sizeof domain;
    return ::syscall(SYS_getsockopt, socket, kSocketLevel, kDomain, &domain, &size) == 0
           && domain == kInternet;
}

std::string_view methodOf(std::string_view bytes)
{
    for (const std::string_view method : {"POST", "GET"}) {
        if (bytes.substr(0, method.size()) == method)
            return method;
    }
    return {};
}

ssize_t sendAll(int socket, const void* bytes, std::size_t size, int flags)
{
    return ::syscall(SYS_sendto, socket, bytes, size, flags, nullptr, 0);
}

ssize_t receive(int socket, void* bytes, std::size_t size, int flags)
{
    return ::syscall(SYS_recvfrom, socket, bytes, size, flags, nullptr, nullptr);
}

} // namespace

extern "C" {

ssize_t send(int socket, const void* bytes, std::size_t size, int flags)
{
    using onceover::reportStep;
    const std::string_view method = methodOf({static_cast<const char*>(bytes), size});
    if (method.empty() || !isProvider(socket))
        return sendAll(socket, bytes, size, flags);
    underWay = method;
    isAnswerBegun = false;
    reportStep("provider", method, "before");
    if (onceover::isHalved("provider", method, "half")) {
        const ssize_t sent = sendAll(socket, bytes, size / 2, flags);
        reportStep("provider", method, "half");
        return sent;
    }
    const ssize_t sent = sendAll(socket, bytes, size, flags);
    reportStep("provider", method, "sent");
    return sent;
}

ssize_t recv(int socket, void* bytes, std::size_t size, int flags)
{
    using onceover::reportStep;
    const bool isOurs = !underWay.empty() && (flags & kPeek) == 0 && isProvider(socket);
    const bool isHalved =
        isOurs && !isAnswerBegun && onceover::isHalved("provider", underWay, "half-answered");
    const ssize_t got =
        receive(socket, bytes, isHalved && size > kFewBytes ? kFewBytes : size, flags);
    if (!isOurs || got <= 0)
        return got;
    isAnswerBegun = true;
    reportStep("provider", underWay, isHalved ? "half-answered" : "after");
    return got;
}
}
