// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/refusal.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace onceover {

// Limits of one file, whatever its format. A statement needs a depth of about 15 elements and texts
// of a few hundred bytes.
struct StatementLimits
{
    std::int64_t fileBytes = std::int64_t{2} * 1024 * 1024 * 1024;
    std::size_t depth = 64;
    std::size_t attributes = 64;
    // Bytes of one text: of an element, of a field with its continuation lines.
    std::size_t textBytes = std::size_t{64} * 1024;
    // Bytes of one tag, comment, attribute or line: what a reader has to hold at once.
    std::int64_t tokenBytes = std::int64_t{256} * 1024;
};

// Reads one file of one format as it arrives, in bounded memory, and tells its sink what it finds.
// One object reads one file, on one thread.
class StatementParser
{
public:
    virtual ~StatementParser() = default;
    StatementParser(const StatementParser&) = delete;
    StatementParser& operator=(const StatementParser&) = delete;

    // False once the file is refused; further bytes are then ignored.
    virtual bool feed(std::string_view bytes) = 0;

    // Ends the file. Nothing when it was read completely; the sink has then received every
    // statement.
    virtual std::optional<Refusal> finish() = 0;

    virtual std::int64_t statementCount() const = 0;
    virtual std::int64_t entryCount() const = 0;

protected:
    StatementParser() = default;
};

} // namespace onceover
