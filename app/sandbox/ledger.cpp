// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/ledger.h"

#include "app/sandbox/wall_clock.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr const char* kFileName = "ledger.jsonl";

struct Content
{
    std::vector<Json> lines;
    std::size_t wholeBytes = 0; // up to here every line is complete
};

std::string reason(const std::filesystem::path& path, const char* what)
{
    return std::string(what) + ' ' + path.string() + ": " + std::strerror(errno);
}

Outcome<std::string> readAll(int descriptor, const std::filesystem::path& path)
{
    std::string text;
    std::vector<char> buffer(std::size_t{1} << 16U);
    while (true) {
        const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failed(kExitIo, reason(path, "cannot read"));
        if (count == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

Outcome<Content> parseLines(std::string_view text, const std::filesystem::path& path)
{
    Content content;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos)
            break; // torn: the write of this line never ended
        Json line = parsedJson(text.substr(at, end - at));
        if (!line.is_object()) {
            if (end + 1 == text.size())
                break; // the last line, written but not wholly on disk when the machine stopped
            return failed(
                kExitIo,
                path.string() + ": line " + std::to_string(content.lines.size() + 1)
                    + " is damaged and is not the last one");
        }
        content.lines.push_back(std::move(line));
        at = end + 1;
        content.wholeBytes = at;
    }
    return content;
}

Outcome<Content> readContent(int descriptor, const std::filesystem::path& path)
{
    const auto text = readAll(descriptor, path);
    if (!text)
        return tl::unexpected<Failure>(text.error());
    return parseLines(*text, path);
}

bool syncDirectory(const std::filesystem::path& directory)
{
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool synced = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return synced;
}

std::string randomInstance()
{
    std::random_device source;
    std::string digits;
    for (int word = 0; word < 4; ++word) {
        char text[9] = {};
        std::snprintf(text, sizeof text, "%08x", source());
        digits += text;
    }
    return digits;
}

} // namespace

Ledger::Ledger(int descriptor, std::vector<Json> lines)
    : m_descriptor(descriptor)
    , m_lines(std::move(lines))
{}

Ledger::Ledger(Ledger&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_lines(std::move(other.m_lines))
{}

Ledger::~Ledger()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Outcome<Ledger> Ledger::openForWriting(const std::filesystem::path& directory)
{
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error)
        return failed(
            kExitCannotCreate, "cannot create " + directory.string() + ": " + error.message());
    const auto path = directory / kFileName;
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return failed(kExitCannotCreate, reason(path, "cannot open"));
    Ledger ledger(descriptor, {});
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0)
        return failed(kExitCannotCreate, path.string() + " is in use by another sandbox");
    auto content = readContent(descriptor, path);
    if (!content)
        return tl::unexpected<Failure>(content.error());
    if (::ftruncate(descriptor, static_cast<off_t>(content->wholeBytes)) != 0
        || ::fsync(descriptor) != 0 || !syncDirectory(directory))
        return failed(kExitIo, reason(path, "cannot prepare"));
    ledger.m_lines = std::move(content->lines);
    if (ledger.m_lines.empty()) {
        const auto written = ledger.append(
            {Json{{"kind", "ledger"}, {"at_us", nowUs()}, {"instance", randomInstance()}}});
        if (!written)
            return tl::unexpected<Failure>(written.error());
    }
    return ledger;
}

Outcome<std::vector<Json>> Ledger::read(const std::filesystem::path& directory)
{
    const auto path = directory / kFileName;
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return failed(kExitNoInput, reason(path, "cannot open"));
    auto content = readContent(descriptor, path);
    ::close(descriptor);
    if (!content)
        return tl::unexpected<Failure>(content.error());
    return std::move(content->lines);
}

Outcome<void> Ledger::append(const std::vector<Json>& lines)
{
    std::string text;
    for (const Json& line : lines)
        text += jsonLine(line) + '\n';
    std::size_t at = 0;
    while (at < text.size()) {
        const ssize_t count = ::write(m_descriptor, text.data() + at, text.size() - at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failed(kExitIo, std::string("cannot write the ledger: ") + std::strerror(errno));
        at += static_cast<std::size_t>(count);
    }
    if (::fsync(m_descriptor) != 0)
        return failed(kExitIo, std::string("cannot fsync the ledger: ") + std::strerror(errno));
    m_lines.insert(m_lines.end(), lines.begin(), lines.end());
    return {};
}

std::string Ledger::instance() const
{
    return m_lines.empty() ? std::string() : textIn(m_lines.front(), "instance");
}

} // namespace onceover
