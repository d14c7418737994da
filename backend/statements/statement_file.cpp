// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_file.h"

#include "backend/domain/sha256_stream.h"
#include "backend/statements/csv/csv_file_reader.h"
#include "backend/statements/csv/csv_profile_search.h"
#include "backend/statements/csv/csv_proposal.h"
#include "backend/statements/csv/csv_proposed_sink.h"
#include "backend/statements/encoding/encoded_sink.h"
#include "backend/statements/encoding/encoding_detector.h"
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

constexpr std::size_t kBlock = std::size_t{64} * 1024;

constexpr const char* kUnsupported = "statement.unsupported_format";
constexpr const char* kNoColumns = "statement.no_columns";

bool isUnknown(const Refusal& refusal)
{
    return refusal.code == kNoColumns || refusal.code == "statement.profile_unknown";
}

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

tl::expected<std::int64_t, Refusal> StatementFile::eachBlock(
    std::size_t blockBytes, const std::function<bool(std::string_view)>& take) const
{
    std::vector<char> block(blockBytes);
    std::int64_t bytes = 0;
    for (;;) {
        const ssize_t count = ::pread(m_descriptor, block.data(), block.size(), bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return refuse("statement.read_failed", "the file cannot be read: " + reasonOf(errno));
        bytes += count;
        if (count == 0 || !take(std::string_view(block.data(), static_cast<std::size_t>(count))))
            return bytes;
    }
}

tl::expected<FormatName, Refusal> StatementFile::format(
    const std::optional<FormatName>& chosen) const
{
    if (chosen)
        return *chosen;
    std::string head;
    const auto read = eachBlock(kFormatHeadBytes, [&head](std::string_view bytes) {
        head += bytes.substr(0, kFormatHeadBytes - head.size());
        return head.size() < kFormatHeadBytes;
    });
    if (!read)
        return tl::unexpected<Refusal>(read.error());
    ParseLog log;
    const auto found = formatOf(head, log);
    if (!found)
        return tl::unexpected<Refusal>(*log.refusal());
    return FormatName{*found, {}};
}

tl::expected<TextEncoding, Refusal> StatementFile::encoding(const EncodingChoice& choice) const
{
    EncodingDetector detector;
    const auto read = eachBlock(kBlock, [&detector](std::string_view bytes) {
        detector.feed(bytes);
        return true;
    });
    if (!read)
        return tl::unexpected<Refusal>(read.error());
    return detector.finish(choice);
}

tl::expected<ReadFile, Refusal> StatementFile::run(
    StatementParser& parser, TextDecoder* decoder) const
{
    std::string text;
    const auto passed = pass([&](std::string_view block) {
        if (decoder == nullptr)
            return parser.feed(block);
        text.clear();
        decoder->feed(block, text);
        return parser.feed(text);
    });
    if (!passed)
        return tl::unexpected<Refusal>(passed.error());
    if (decoder != nullptr) {
        text.clear();
        decoder->finish(text);
        parser.feed(text);
    }
    if (auto refusal = parser.finish())
        return tl::unexpected<Refusal>(std::move(*refusal));
    return ReadFile{passed->sha256, passed->bytes, parser.statementCount(), parser.entryCount()};
}

tl::expected<ReadFile, Refusal> StatementFile::parse(
    StatementSink& sink, const ReadingChoice& choice, const StatementLimits& limits) const
{
    struct stat status = {};
    if (::fstat(m_descriptor, &status) == 0 && status.st_size > limits.fileBytes)
        return refuse("statement.file_too_large", "the file is larger than the limit");
    if (choice.csvProfile)
        return parseCsv(sink, choice);
    const auto found = format(choice.format);
    if (found && found->format == StatementFormat::Csv)
        return parseCsv(sink, choice);
    if (!found && found.error().code == kUnsupported) {
        // What has no mark of any other format may be a table.
        auto table = parseCsv(sink, choice);
        const bool isNone = !table && table.error().code == kNoColumns;
        return isNone ? tl::unexpected<Refusal>(found.error()) : table;
    }
    if (!found)
        return tl::unexpected<Refusal>(found.error());
    if (found->format == StatementFormat::BankMessage)
        return run(*parserOf(*found, sink, limits), nullptr);
    const auto charset = encoding(choice.encoding);
    if (!charset)
        return tl::unexpected<Refusal>(charset.error());
    EncodedSink encoded(sink, *charset);
    TextDecoder decoder(*charset);
    return run(*parserOf(*found, encoded, limits), &decoder);
}

tl::expected<ReadFile, Refusal> StatementFile::parseCsv(
    StatementSink& sink, const ReadingChoice& choice) const
{
    CsvOptions options = choice.csv;
    options.encoding = choice.encoding.chosen;
    auto profile = choice.csvProfile ? tl::expected<CsvProfile, Refusal>(*choice.csvProfile)
                                     : findCsvProfile(*this, options);
    CsvProposedSink proposed(sink);
    const bool isProposed = !profile && choice.mayPropose && isUnknown(profile.error());
    if (isProposed) {
        // A table without any names may be no table at all.
        auto own = proposedCsvProfile(*this, options);
        if (own || profile.error().code != kNoColumns)
            profile = std::move(own);
    }
    if (!profile)
        return tl::unexpected<Refusal>(profile.error());
    StatementSink& target = isProposed ? static_cast<StatementSink&>(proposed) : sink;
    const auto read = readCsv(*this, *profile, options, target);
    if (!read)
        return tl::unexpected<Refusal>(read.error());
    return ReadFile{read->bytes.sha256, read->bytes.bytes, read->statements, read->entries};
}

tl::expected<PassedBytes, Refusal> StatementFile::pass(
    const std::function<bool(std::string_view)>& each) const
{
    Sha256Stream digest;
    struct stat before = {};
    struct stat after = {};
    const bool isStatted = ::fstat(m_descriptor, &before) == 0;
    const auto bytes = eachBlock(kBlock, [&](std::string_view block) {
        digest.add(block);
        return each(block);
    });
    if (!bytes)
        return tl::unexpected<Refusal>(bytes.error());
    const bool isSame = isStatted && ::fstat(m_descriptor, &after) == 0
                        && before.st_size == after.st_size
                        && before.st_mtim.tv_sec == after.st_mtim.tv_sec
                        && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec;
    if (!isSame)
        return refuse("statement.file_changed", "the file changed while it was read");
    return PassedBytes{digest.finish(), *bytes};
}

} // namespace onceover
