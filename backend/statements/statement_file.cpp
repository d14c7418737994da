// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_file.h"

#include "backend/domain/sha256_stream.h"
#include "backend/statements/statement_reader.h"

#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace {

tl::unexpected<Refusal> refuse(std::string code, std::string message)
{
    return tl::unexpected<Refusal>(Refusal{0, std::move(code), std::move(message), {}});
}

std::string reasonOf(int error)
{
    char buffer[128] = {};
    return ::strerror_r(error, buffer, sizeof buffer);
}

} // namespace

tl::expected<StatementFile, Refusal> StatementFile::open(const std::string& path)
{
    // Non-blocking: opening a pipe would otherwise wait for its writer.
    const int descriptor =
        ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        const int error = errno;
        if (error == ENOENT || error == ENOTDIR)
            return refuse("statement.file_missing", "there is no such file");
        if (error == ELOOP)
            return refuse(
                "statement.symbolic_link", "the path is a symbolic link: name the file itself");
        return refuse("statement.cannot_open", "the file cannot be opened: " + reasonOf(error));
    }
    StatementFile file(descriptor);
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return refuse("statement.cannot_open", "the file cannot be examined: " + reasonOf(errno));
    if (!S_ISREG(status.st_mode))
        return refuse(
            "statement.not_a_regular_file", "this is a folder, pipe or device, not a file");
    return file;
}

StatementFile::~StatementFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

StatementFile::StatementFile(StatementFile&& other) noexcept
    : ByteSource(other)
    , m_descriptor(std::exchange(other.m_descriptor, -1))
{}

tl::expected<ReadFile, Refusal> StatementFile::parse(
    StatementSink& sink,
    const std::optional<FormatName>& chosen,
    const StatementLimits& limits) const
{
    constexpr std::size_t kBlock = std::size_t{64} * 1024;
    std::vector<char> block(kBlock);
    StatementReader parser(sink, limits, chosen);
    Sha256Stream digest;
    ReadFile read;
    for (;;) {
        const ssize_t count = ::pread(m_descriptor, block.data(), block.size(), read.bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return refuse("statement.read_failed", "the file cannot be read: " + reasonOf(errno));
        if (count == 0)
            break;
        const std::string_view bytes(block.data(), static_cast<std::size_t>(count));
        digest.add(bytes);
        read.bytes += count;
        if (!parser.feed(bytes))
            break;
    }
    if (auto refusal = parser.finish())
        return tl::unexpected<Refusal>(std::move(*refusal));
    read.sha256 = digest.finish();
    read.statements = parser.statementCount();
    read.entries = parser.entryCount();
    return read;
}

tl::expected<PassedBytes, Refusal> StatementFile::pass(
    const std::function<bool(std::string_view)>& each) const
{
    constexpr std::size_t kBlock = std::size_t{64} * 1024;
    std::vector<char> block(kBlock);
    Sha256Stream digest;
    PassedBytes passed;
    struct stat before = {};
    struct stat after = {};
    bool isStatted = ::fstat(m_descriptor, &before) == 0;
    for (;;) {
        const ssize_t count = ::pread(m_descriptor, block.data(), block.size(), passed.bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return refuse("statement.read_failed", "the file cannot be read: " + reasonOf(errno));
        if (count == 0)
            break;
        const std::string_view bytes(block.data(), static_cast<std::size_t>(count));
        digest.add(bytes);
        passed.bytes += count;
        if (!each(bytes))
            break;
    }
    isStatted = isStatted && ::fstat(m_descriptor, &after) == 0;
    const bool isSame = isStatted && before.st_size == after.st_size
                        && before.st_mtim.tv_sec == after.st_mtim.tv_sec
                        && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec;
    if (!isSame)
        return refuse("statement.file_changed", "the file changed while it was read");
    passed.sha256 = digest.finish();
    return passed;
}

} // namespace onceover
