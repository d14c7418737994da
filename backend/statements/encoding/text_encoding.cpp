// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/text_encoding.h"

namespace onceover {

std::string_view toText(EncodingReason reason)
{
    switch (reason) {
    case EncodingReason::Chosen:
        return "chosen";
    case EncodingReason::ByteOrderMark:
        return "byte-order-mark";
    case EncodingReason::Utf16Pattern:
        return "utf-16-pattern";
    case EncodingReason::ValidUtf8:
        return "valid-utf-8";
    case EncodingReason::SourceProfile:
        return "source-profile";
    case EncodingReason::Fallback:
        return "fallback";
    }
    return "fallback";
}

void warnOfEncoding(const TextEncoding& encoding, ParseLog& log)
{
    const std::int64_t line = log.line();
    log.setLine(encoding.line > 0 ? encoding.line : line);
    if (encoding.isMixed)
        log.warn(
            "statement.encoding_mixed",
            "some of the file is UTF-8 and some is not: it was read as " + encoding.charset);
    if (encoding.isAmbiguous) {
        std::string message = "nobody said which character set this is; read as " + encoding.charset
                              + ", in others the letters differ:";
        for (const EncodingSample& sample : encoding.samples)
            message += " " + sample.charset + " \"" + sample.text + "\"";
        log.warn("statement.encoding_ambiguous", message);
    }
    if (encoding.undefinedBytes > 0)
        log.warn(
            "statement.encoding_damaged",
            "the file holds bytes that are no character of " + encoding.charset + " ("
                + std::to_string(encoding.undefinedBytes) + ", the first at byte "
                + std::to_string(encoding.byteOffset) + ")");
    log.setLine(line);
}

} // namespace onceover
