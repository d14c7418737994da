// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sha256.h"
#include "backend/statements/byte_source.h"
#include "backend/statements/encoding/text_decoder.h"
#include "backend/statements/reading_choice.h"
#include "backend/statements/refusal.h"
#include "backend/statements/statement_parser.h"
#include "backend/statements/statement_sink.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace onceover {

// What a completely read file was. The digest is of exactly the bytes that were parsed.
struct ReadFile
{
    Sha256 sha256{};
    std::int64_t bytes = 0;
    std::int64_t statements = 0;
    std::int64_t entries = 0;
};

// A statement file on disk, opened once: a regular file, no symbolic link, no pipe or device that
// could hang, and read through the one descriptor, so that what was checked, parsed and hashed is
// the same file.
class StatementFile final : public ByteSource
{
public:
    // Refusals: statement.file_missing, statement.symbolic_link, statement.not_a_regular_file,
    // statement.cannot_open.
    static tl::expected<StatementFile, Refusal> open(const std::string& path);

    ~StatementFile() override;
    StatementFile(StatementFile&& other) noexcept;
    StatementFile& operator=(StatementFile&& other) = delete;
    StatementFile(const StatementFile&) = delete;
    StatementFile& operator=(const StatementFile&) = delete;

    // Reads from the first byte. When this is a refusal, drop whatever the sink received. May be
    // called again. Format and character set are found in the file unless they are chosen; a text
    // file is read twice for it. Further refusals: those of the format and of the encoding,
    // statement.read_failed and statement.file_changed.
    tl::expected<ReadFile, Refusal> parse(
        StatementSink& sink,
        const ReadingChoice& choice = {},
        const StatementLimits& limits = {}) const;

    // The bytes alone, for formats that are read more than once. A file that is written meanwhile
    // is refused: statement.file_changed, statement.read_failed.
    tl::expected<PassedBytes, Refusal> pass(
        const std::function<bool(std::string_view)>& each) const override;

private:
    tl::expected<FormatName, Refusal> format(const std::optional<FormatName>& chosen) const;
    tl::expected<ReadFile, Refusal> parseCsv(
        StatementSink& sink, const ReadingChoice& choice) const;
    tl::expected<TextEncoding, Refusal> encoding(const EncodingChoice& choice) const;
    // Calls `take` with each block until it says false; the number of bytes read.
    tl::expected<std::int64_t, Refusal> eachBlock(
        std::size_t blockBytes, const std::function<bool(std::string_view)>& take) const;
    tl::expected<ReadFile, Refusal> run(StatementParser& parser, TextDecoder* decoder) const;

    explicit StatementFile(int descriptor)
        : m_descriptor(descriptor)
    {}

    int m_descriptor;
};

} // namespace onceover
