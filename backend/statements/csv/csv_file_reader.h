// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/byte_source.h"
#include "backend/statements/csv/csv_options.h"
#include "backend/statements/csv/csv_profile.h"
#include "backend/statements/encoding/text_encoding.h"
#include "backend/statements/statement_sink.h"

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

namespace onceover {

// What a completely read CSV file was.
struct ReadCsv
{
    PassedBytes bytes;
    std::int64_t statements = 0;
    std::int64_t entries = 0;
};

// Reads a CSV file by a profile, in several passes and bounded memory: the character set, then what
// the columns as a whole say, then each statement. A file that differs between two passes is
// refused (statement.file_changed). When this is a refusal, drop whatever the sink received.
tl::expected<ReadCsv, Refusal> readCsv(
    const ByteSource& source,
    const CsvProfile& profile,
    const CsvOptions& options,
    StatementSink& sink);

// The character set of a text, refusing files beyond the limit.
tl::expected<TextEncoding, Refusal> encodingOf(
    const ByteSource& source,
    const EncodingChoice& choice,
    std::int64_t mostBytes,
    PassedBytes& passed);

// The delimiter among , ; tab | under which a line of the file is the profile's header; its own
// where it has one.
tl::expected<char, Refusal> delimiterOf(
    const ByteSource& source,
    const TextEncoding& encoding,
    const CsvProfile& profile,
    const CsvOptions& options);

} // namespace onceover
