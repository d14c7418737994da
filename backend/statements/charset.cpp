// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/charset.h"

#include <unicode/ucnv.h>

namespace onceover {

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

} // namespace onceover
