// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_file_reader.h"

#include "backend/statements/csv/csv_entry_reader.h"
#include "backend/statements/csv/csv_frame.h"
#include "backend/statements/csv/csv_reader.h"
#include "backend/statements/csv/csv_row_pass.h"
#include "backend/statements/csv/csv_statement_builder.h"
#include "backend/statements/csv/csv_survey.h"
#include "backend/statements/encoding/encoding_detector.h"
#include "backend/statements/encoding/text_decoder.h"

#include <optional>
#include <utility>

namespace onceover {

namespace {

// What shows the delimiter.
constexpr std::size_t kHeadBytes = std::size_t{64} * 1024;

tl::unexpected<Refusal> refusal(std::string code, std::string message)
{
    return tl::unexpected<Refusal>(Refusal{0, std::move(code), std::move(message), {}});
}

// Keeps what the passes share.
class FileReading
{
public:
    FileReading(
        const ByteSource& source,
        const CsvProfile& profile,
        const CsvOptions& options,
        StatementSink& sink)
        : m_source(source)
        , m_profile(profile)
        , m_options(options)
        , m_sink(sink)
    {}

    tl::expected<ReadCsv, Refusal> read();

private:
    std::optional<Refusal> survey();
    std::optional<Refusal> deliver(const CsvGroup& group);
    std::optional<Refusal> compare(const tl::expected<PassedBytes, Refusal>& passed) const;

    CsvRowPass pass() const { return {m_source, m_encoding, m_shape, m_options.limits}; }

    const ByteSource& m_source;
    const CsvProfile& m_profile;
    const CsvOptions& m_options;
    StatementSink& m_sink;
    TextEncoding m_encoding;
    CsvShape m_shape;
    CsvDecisions m_decisions;
    bool m_isLastRowOpen = false;
    std::int64_t m_lastLine = 0;
    ReadCsv m_read;
};

std::optional<Refusal> FileReading::compare(const tl::expected<PassedBytes, Refusal>& passed) const
{
    if (!passed)
        return passed.error();
    if (passed->sha256 != m_read.bytes.sha256 || passed->bytes != m_read.bytes.bytes)
        return Refusal{0, "statement.file_changed", "the file changed while it was read", {}};
    return std::nullopt;
}

std::optional<Refusal> FileReading::survey()
{
    ParseLog log;
    CsvFrame frame(m_profile, m_options, log);
    std::optional<CsvSurvey> survey;
    survey.emplace(m_profile, m_options, frame, log);
    const auto passed = pass().run(
        [&](CsvRow& row) {
            m_isLastRowOpen = !row.isEnded;
            m_lastLine = row.line;
            const CsvFrame::Kind kind = frame.take(row);
            return kind == CsvFrame::Kind::Beside
                   || (kind == CsvFrame::Kind::Movement && survey->add(row));
        },
        log);
    if (auto problem = compare(passed))
        return problem;
    if (!frame.finish() || !survey->finish())
        return log.refusal();
    m_decisions = survey->decisions();
    // A file without movements is a statement too.
    if (m_decisions.groups.empty())
        m_decisions.groups.push_back({m_options.account, m_options.currency, {}});
    return std::nullopt;
}

std::optional<Refusal> FileReading::deliver(const CsvGroup& group)
{
    ParseLog log;
    CsvFrame frame(m_profile, m_options, log);
    CsvEntryReader reader(m_profile, frame, m_decisions, log);
    CsvStatementBuilder builder(m_profile, group, ++m_read.statements, m_read.entries, m_sink, log);
    const auto passed = pass().run(
        [&](CsvRow& row) {
            const CsvFrame::Kind kind = frame.take(row);
            if (kind != CsvFrame::Kind::Movement)
                return kind == CsvFrame::Kind::Beside;
            if (m_decisions.groups.size() > 1 && !(groupOf(m_profile, frame, row) == group))
                return true;
            auto movement = reader.read(row);
            return movement && builder.add(*movement);
        },
        log);
    if (auto problem = compare(passed))
        return problem;
    if (m_isLastRowOpen) {
        log.setLine(m_lastLine);
        log.warn(
            "statement.last_line_open",
            "the last line has no line end: the file may have been cut there");
    }
    if (m_decisions.hasMixedDates)
        log.warn(
            "statement.date_forms_mixed",
            "some dates have the year first and some last: each was read by its own form");
    if (frame.skippedRows() > 0)
        log.warn(
            "statement.rows_left_out",
            std::to_string(frame.skippedRows())
                + " lines without an amount, or in a state that moves nothing, were left out");
    if (!builder.finish(frame, m_decisions, m_encoding))
        return log.refusal();
    m_read.entries += builder.entryCount();
    return std::nullopt;
}

tl::expected<ReadCsv, Refusal> FileReading::read()
{
    const auto encoding = encodingOf(
        m_source,
        {m_options.encoding, m_profile.encoding},
        m_options.limits.fileBytes,
        m_read.bytes);
    if (!encoding)
        return tl::unexpected<Refusal>(encoding.error());
    m_encoding = *encoding;
    const auto delimiter = delimiterOf(m_source, m_encoding, m_profile, m_options);
    if (!delimiter)
        return tl::unexpected<Refusal>(delimiter.error());
    m_shape = {*delimiter, m_profile.quote, m_profile.isStrayQuoteText};
    if (auto problem = survey())
        return tl::unexpected<Refusal>(*problem);
    const std::vector<CsvGroup> groups = m_decisions.groups;
    for (const CsvGroup& group : groups) {
        if (auto problem = deliver(group))
            return tl::unexpected<Refusal>(*problem);
    }
    return m_read;
}

} // namespace

tl::expected<TextEncoding, Refusal> encodingOf(
    const ByteSource& source,
    const EncodingChoice& choice,
    std::int64_t mostBytes,
    PassedBytes& passed)
{
    EncodingDetector detector;
    const auto read = source.pass([&](std::string_view bytes) {
        detector.feed(bytes);
        return detector.bytes() <= mostBytes;
    });
    if (!read)
        return tl::unexpected<Refusal>(read.error());
    if (detector.bytes() > mostBytes)
        return refusal("statement.file_too_large", "the file is larger than the limit");
    passed = *read;
    return detector.finish(choice);
}

tl::expected<char, Refusal> delimiterOf(
    const ByteSource& source,
    const TextEncoding& encoding,
    const CsvProfile& profile,
    const CsvOptions& options)
{
    if (profile.delimiter != 0)
        return profile.delimiter;
    std::string head;
    TextDecoder decoder(encoding);
    const auto passed = source.pass([&](std::string_view bytes) {
        decoder.feed(bytes, head);
        return head.size() < kHeadBytes;
    });
    if (!passed)
        return tl::unexpected<Refusal>(passed.error());
    std::optional<Refusal> nearest;
    std::size_t most = 0;
    for (const char delimiter : {',', ';', '\t', '|'}) {
        ParseLog log;
        CsvFrame frame(profile, options, log);
        CsvReader reader(
            {delimiter, profile.quote, profile.isStrayQuoteText},
            options.limits,
            [&](CsvRow& row) {
                return frame.take(row) != CsvFrame::Kind::Refused && !frame.hasColumns();
            },
            log);
        if (reader.feed(head))
            reader.finish();
        if (frame.hasColumns())
            return delimiter;
        frame.finish();
        // The delimiter that makes the widest rows is the file's; what the others stumble over says
        // nothing of it.
        if (!nearest || frame.nearestCells() > most) {
            nearest = log.refusal();
            most = frame.nearestCells();
        }
    }
    return tl::unexpected<Refusal>(*nearest);
}

tl::expected<ReadCsv, Refusal> readCsv(
    const ByteSource& source,
    const CsvProfile& profile,
    const CsvOptions& options,
    StatementSink& sink)
{
    return FileReading(source, profile, options, sink).read();
}

} // namespace onceover
