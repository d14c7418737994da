// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/mt/mt_header.h"

#include "backend/statements/field_text.h"
#include "backend/statements/mt/mt_amount.h"

#include <algorithm>

namespace onceover {

namespace {

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

std::string withoutBlanks(std::string_view text)
{
    std::string plain;
    for (const char each : text) {
        if (each != ' ')
            plain += each;
    }
    return plain;
}

// Banks print an IBAN in groups.
std::string accountOf(std::string_view text)
{
    const std::string plain = withoutBlanks(text);
    const bool isIban = plain.size() >= 15 && plain.size() <= 37 && isDigit(plain[2])
                        && isDigit(plain[3]) && !isDigit(plain[0]) && !isDigit(plain[1])
                        && plain.find('/') == std::string::npos;
    return isIban ? plain : collapsed(text);
}

// "00115/001", broken over lines by some.
std::string numberText(MtLines lines)
{
    std::string text;
    for (const std::string& line : lines) {
        const bool isNumber = std::all_of(line.begin(), line.end(), [](char each) {
            return isDigit(each) || each == '/' || each == ' ';
        });
        if (!isNumber && !text.empty())
            break;
        text += trimmed(line);
    }
    return text;
}

} // namespace

bool MtHeader::take(std::string_view tag, MtLines lines, ParseLog& log)
{
    if (tag == "20")
        return readIdentifier(lines.front(), reference, log);
    if (tag.starts_with("25")) {
        std::string printed;
        if (!readIdentifier(lines.front(), printed, log))
            return false;
        account = accountOf(printed);
    } else if (tag.starts_with("28")) {
        const std::string text = numberText(lines);
        const auto slash = text.find('/');
        number = text.substr(0, std::min<std::size_t>(slash, 64));
        if (slash != std::string::npos)
            page = readCount(std::string_view(text).substr(slash + 1));
    } else if (tag.starts_with("13")) {
        createdAt = isoOfMtTime(lines.front());
    }
    return true;
}

std::string withoutCurrency(const std::string& account, std::string_view currency)
{
    const bool isBehind =
        !currency.empty() && account.size() > currency.size() + 3 && account.ends_with(currency);
    if (!isBehind)
        return account;
    std::string_view bare =
        trimmed(std::string_view(account).substr(0, account.size() - currency.size()));
    if (bare.ends_with('/') || bare.ends_with('-'))
        bare.remove_suffix(1);
    return std::string(bare);
}

} // namespace onceover
