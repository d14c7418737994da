// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/encoding/text_encoding.h"
#include "backend/statements/encoding/utf8_check.h"
#include "backend/statements/refusal.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace onceover {

// Decides in which character set a text file is read: a person's choice, else the byte order mark,
// else the pattern of UTF-16, else valid UTF-8, else what the source is known to write, else
// Windows-1252. Whether a file is UTF-8 is known at its last byte only, so the whole file passes
// here before it passes a TextDecoder. Bounded memory; one object, one file, one thread.
class EncodingDetector
{
public:
    void feed(std::string_view bytes);

    // Refusals: statement.empty_file, statement.encoding_unknown (no character set of that name,
    // or none that keeps ASCII), statement.encoding (NUL bytes, UTF-32, half a UTF-16 unit).
    tl::expected<TextEncoding, Refusal> finish(const EncodingChoice& choice);

    std::int64_t bytes() const { return m_bytes; }

private:
    struct Seen
    {
        std::int64_t count = 0;
        std::int64_t line = 0;
        std::int64_t byteOffset = 0;
    };

    bool mayPass() const;
    void pass(std::string_view run);
    void look(unsigned char byte);
    void check(unsigned char byte);
    std::optional<std::string> unicodeByMark() const;
    std::optional<std::string> utf16ByPattern() const;
    tl::expected<TextEncoding, Refusal> named(std::string_view charset, EncodingReason reason);
    tl::expected<TextEncoding, Refusal> unicode(const std::string& charset, EncodingReason reason);
    void compare(TextEncoding& encoding) const;
    void show(TextEncoding& encoding, const Seen& seen) const;
    Refusal refusal(std::int64_t line, std::string code, std::string message) const;

    std::string m_head;
    std::int64_t m_bytes = 0;
    std::int64_t m_line = 1;
    bool m_wasReturn = false;
    Utf8Check m_check;
    std::int64_t m_completeUtf8 = 0;
    Seen m_broken;
    Seen m_nul;
    // What stands where for each byte above ASCII.
    std::array<Seen, 256> m_seen{};
    std::string m_before;
    std::string m_around;
    bool m_isAroundDone = false;
    std::size_t m_aroundTail = 0;
};

} // namespace onceover
