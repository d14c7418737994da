// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sha256_stream.h"
#include "backend/statements/csv/csv_file_reader.h"
#include "backend/statements/statement_file.h"
#include "test_places.h"
#include "tests/unit/statements_reading.h"

#include <QtGlobal>

#include <functional>
#include <string>
#include <string_view>

namespace onceover {

// Text that arrives in small pieces, as often as it is asked for.
class TextSource final : public ByteSource
{
public:
    explicit TextSource(std::string text, std::size_t pieceBytes = 4096)
        : m_text(std::move(text))
        , m_pieceBytes(pieceBytes)
    {}

    tl::expected<PassedBytes, Refusal> pass(
        const std::function<bool(std::string_view)>& each) const override
    {
        PassedBytes passed;
        Sha256Stream digest;
        for (std::size_t position = 0; position < m_text.size(); position += m_pieceBytes) {
            const auto piece = std::string_view(m_text).substr(position, m_pieceBytes);
            digest.add(piece);
            passed.bytes += static_cast<std::int64_t>(piece.size());
            if (!each(piece))
                break;
        }
        passed.sha256 = digest.finish();
        return passed;
    }

private:
    std::string m_text;
    std::size_t m_pieceBytes;
};

inline Reading readCsvText(
    const std::string& text,
    const CsvProfile& profile,
    const CsvOptions& options = {},
    std::size_t pieceBytes = 4096)
{
    StatementCollector collector;
    const auto read = readCsv(TextSource(text, pieceBytes), profile, options, collector);
    if (!read)
        return tl::unexpected<Refusal>(read.error());
    return collector.statements();
}

inline Reading readCsvPath(
    const std::string& path, const CsvProfile& profile, const CsvOptions& options = {})
{
    StatementCollector collector;
    const auto file = StatementFile::open(path);
    if (!file)
        return tl::unexpected<Refusal>(file.error());
    const auto read = readCsv(*file, profile, options, collector);
    if (!read)
        return tl::unexpected<Refusal>(read.error());
    return collector.statements();
}

inline Reading readCsvCase(
    const std::string& name, const CsvProfile& profile, const CsvOptions& options = {})
{
    return readCsvPath(ONCEOVER_SOURCE_DIR "/tests/cases/" + name, profile, options);
}

// Reads a profile that a test writes; an invalid one ends the test's program.
inline CsvProfile profileOf(const std::string& json)
{
    const auto profile = readCsvProfile(json);
    if (!profile)
        qFatal("%s: %s", profile.error().field.c_str(), profile.error().message.c_str());
    return *profile;
}

inline CsvProfile shippedProfile(const char* name)
{
    const auto profile = shippedCsvProfile(name);
    if (!profile)
        qFatal("no profile %s", name);
    return *profile;
}

} // namespace onceover
