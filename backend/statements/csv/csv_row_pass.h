// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/byte_source.h"
#include "backend/statements/csv/csv_reader.h"
#include "backend/statements/encoding/text_encoding.h"
#include "backend/statements/parse_log.h"

#include <tl/expected.hpp>

namespace onceover {

// One pass over the rows of a file.
class CsvRowPass
{
public:
    // Source, encoding and limits must outlive the pass.
    CsvRowPass(
        const ByteSource& source,
        const TextEncoding& encoding,
        const CsvShape& shape,
        const CsvLimits& limits)
        : m_source(source)
        , m_encoding(encoding)
        , m_shape(shape)
        , m_limits(limits)
    {}

    // The log holds the refusal where `onRow` or the reading refused. Further refusal:
    // statement.too_slow.
    tl::expected<PassedBytes, Refusal> run(const CsvReader::OnRow& onRow, ParseLog& log) const;

private:
    const ByteSource& m_source;
    const TextEncoding& m_encoding;
    CsvShape m_shape;
    const CsvLimits& m_limits;
};

} // namespace onceover
