// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/charset.h"

#include <unicode/ucnv.h>

namespace onceover {

namespace {

// Upper case without separators: "utf-16le" and "UTF_16LE" are one name.
std::string folded(std::string_view name)
{
    std::string text;
    for (const char each : name) {
        if (each == '-' || each == '_' || each == ' ')
            continue;
        text += each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
    }
    return text;
}

// Families in which a byte below 0x80 is always that character, at least at a character's
// beginning.
bool isPlainFamily(UConverterType type)
{
    return type == UCNV_SBCS || type == UCNV_DBCS || type == UCNV_MBCS || type == UCNV_LATIN_1
           || type == UCNV_US_ASCII;
}

} // namespace

std::optional<std::array<int, 256>> singleByteCharset(const std::string& name)
{
    UErrorCode status = U_ZERO_ERROR;
    UConverter* converter = ucnv_open(name.c_str(), &status);
    if (U_FAILURE(status) != 0)
        return std::nullopt;
    std::optional<std::array<int, 256>> table;
    const bool isSingleByte = ucnv_getMaxCharSize(converter) == 1;
    // Undefined bytes must stop, not become a replacement character.
    ucnv_setToUCallBack(converter, UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
    if (isSingleByte && U_SUCCESS(status) != 0) {
        table.emplace();
        for (int byte = 0; byte < 256; ++byte) {
            const char source = static_cast<char>(static_cast<unsigned char>(byte));
            UChar target[4] = {};
            UErrorCode byteStatus = U_ZERO_ERROR;
            const auto length = ucnv_toUChars(converter, target, 4, &source, 1, &byteStatus);
            const bool isDefined = U_SUCCESS(byteStatus) != 0 && length == 1;
            (*table)[static_cast<std::size_t>(byte)] = isDefined ? target[0] : -1;
        }
    }
    ucnv_close(converter);
    return table;
}

std::optional<std::string> unicodeCharset(std::string_view name)
{
    const std::string text = folded(name);
    for (const char* each : {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE"}) {
        if (folded(each) == text)
            return each;
    }
    return std::nullopt;
}

std::optional<std::string> asciiKeepingCharset(std::string_view name)
{
    const std::string text = folded(name);
    if (text.empty() || text.size() > 40)
        return std::nullopt;
    for (const char* each : {"ISO88591", "LATIN1", "USASCII", "ASCII", "CP1252", "WINDOWS1252"}) {
        if (text == each)
            return "windows-1252";
    }
    UErrorCode status = U_ZERO_ERROR;
    UConverter* converter = ucnv_open(std::string(name).c_str(), &status);
    if (U_FAILURE(status) != 0)
        return std::nullopt;
    bool isKept = isPlainFamily(ucnv_getType(converter));
    for (int byte = 0x20; isKept && byte < 0x7f; ++byte) {
        const char source = static_cast<char>(byte);
        UChar target[4] = {};
        UErrorCode byteStatus = U_ZERO_ERROR;
        const auto length = ucnv_toUChars(converter, target, 4, &source, 1, &byteStatus);
        isKept = U_SUCCESS(byteStatus) != 0 && length == 1 && target[0] == byte;
    }
    ucnv_close(converter);
    return isKept ? std::optional(std::string(name)) : std::nullopt;
}

} // namespace onceover
