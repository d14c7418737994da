// SPDX-License-Identifier: GPL-3.0-or-later
// The journal's writes and flushes, in front of the C library's own.
#include "tests/crash/mortality.h"

#include <cstddef>
#include <string>
#include <string_view>

#include <sys/syscall.h>
#include <unistd.h>

namespace {

// The records of the last write, until they are flushed.
thread_local std::string unflushed;

bool isOfJournal(std::string_view bytes)
{
    return bytes.find("\"attempt\":\"") != std::string_view::npos
           && bytes.find("\"type\":\"") != std::string_view::npos;
}

} // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, std::size_t size)
{
    using onceover::reportStep;
    const std::string_view text(static_cast<const char*>(bytes), size);
    if (fd <= 2 || !isOfJournal(text))
        return ::syscall(SYS_write, fd, bytes, size);
    unflushed = text;
    reportStep("journal", text, "before");
    if (onceover::isHalved("journal", text, "half")) {
        const ssize_t written = ::syscall(SYS_write, fd, bytes, size / 2);
        reportStep("journal", text, "half");
        return written;
    }
    const ssize_t written = ::syscall(SYS_write, fd, bytes, size);
    reportStep("journal", text, "sent");
    return written;
}

int fsync(int fd)
{
    const auto outcome = static_cast<int>(::syscall(SYS_fsync, fd));
    if (!unflushed.empty())
        onceover::reportStep("journal", unflushed, "after");
    unflushed.clear();
    return outcome;
}
}
