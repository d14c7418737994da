// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/parse_log.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Why a file is read in the character set it is read in.
enum class EncodingReason : std::uint8_t
{
    Chosen,
    ByteOrderMark,
    Utf16Pattern,
    ValidUtf8,
    SourceProfile,
    Fallback,
};

// "chosen", "byte-order-mark", "utf-16-pattern", "valid-utf-8", "source-profile", "fallback".
std::string_view toText(EncodingReason reason);

// The same bytes as other character sets would show them.
struct EncodingSample
{
    std::string charset;
    std::string text;
};

// How the bytes of a text file become characters, and how sure that is.
struct TextEncoding
{
    // "UTF-8", "UTF-16LE", "UTF-16BE", else a name ICU knows: "windows-1252".
    std::string charset = "UTF-8";
    EncodingReason reason = EncodingReason::ValidUtf8;
    // Nobody said which character set it is, and bytes of the file are other letters in another
    // likely one. The file is read all the same: letters are not money.
    bool isAmbiguous = false;
    // Some of the text is valid UTF-8 beyond ASCII and some is not: two files in one, or a cut.
    bool isMixed = false;
    // Bytes that the character set leaves undefined; each becomes U+FFFD.
    std::int64_t undefinedBytes = 0;
    // Line of the first byte in question, from 1, and its offset in the file, from 0.
    std::int64_t line = 0;
    std::int64_t byteOffset = 0;
    // The surroundings of that byte in each likely character set; empty when nothing is in
    // question.
    std::vector<EncodingSample> samples;
};

// What is known beforehand; both may be empty.
struct EncodingChoice
{
    // A person's: it settles the matter.
    std::string chosen;
    // The source's own: used where the bytes are neither UTF-16 nor valid UTF-8.
    std::string sourceCharset;
};

// Warns of what is not certain about the characters.
void warnOfEncoding(const TextEncoding& encoding, ParseLog& log);

} // namespace onceover
