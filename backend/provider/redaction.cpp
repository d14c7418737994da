// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/redaction.h"

#include <algorithm>
#include <array>
#include <vector>

namespace onceover {

namespace {

constexpr std::size_t kMaxBytes = 4096;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isAlphanumeric(char character)
{
    return isDigit(character) || (character >= 'A' && character <= 'Z')
           || (character >= 'a' && character <= 'z');
}

// Length of the well-formed UTF-8 sequence at `at`, 0 when there is none.
std::size_t sequenceLength(std::string_view text, std::size_t at)
{
    const auto byteAt = [&](std::size_t index) {
        return static_cast<unsigned char>(text[index]);
    };
    const unsigned char lead = byteAt(at);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || at + length > text.size())
        return 0;
    for (std::size_t index = at + 1; index < at + length; ++index) {
        if ((byteAt(index) & 0xC0U) != 0x80)
            return 0;
    }
    const unsigned char second = byteAt(at + 1);
    const bool isBad = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)
                       || (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
    return isBad ? 0 : length;
}

std::string cleaned(std::string_view body)
{
    std::string result;
    for (std::size_t at = 0; at < body.size();) {
        const std::size_t length = sequenceLength(body, at);
        const auto byte = static_cast<unsigned char>(body[at]);
        const bool isControl = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
        if (length == 0 || isControl || byte == 0x7f)
            result.append(kReplacement);
        else
            result.append(body.substr(at, length));
        at += std::max<std::size_t>(length, 1);
    }
    return result;
}

void maskCardNumbers(std::string& text)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool isStart = isDigit(text[at]) && (at == 0 || !isAlphanumeric(text[at - 1]));
        if (!isStart)
            continue;
        std::vector<std::size_t> digits;
        std::size_t end = at;
        for (; end < text.size(); ++end) {
            const bool isJoint = (text[end] == ' ' || text[end] == '-') && end + 1 < text.size()
                                 && isDigit(text[end + 1]);
            if (isDigit(text[end]))
                digits.push_back(end);
            else if (!isJoint)
                break;
        }
        const bool isBounded = end == text.size() || !isAlphanumeric(text[end]);
        // Cards begin with 2 to 6; a time in microseconds, which evidence needs, begins with 1.
        const bool isCard =
            digits.size() >= 13 && digits.size() <= 19 && text[at] >= '2' && text[at] <= '6';
        if (isCard && isBounded) {
            for (std::size_t index = 0; index + 4 < digits.size(); ++index)
                text[digits[index]] = '*';
        }
        at = end;
    }
}

bool hasRightCheckDigits(std::string_view iban)
{
    int remainder = 0;
    const auto feed = [&](char character) {
        const int value = isDigit(character) ? character - '0' : character - 'A' + 10;
        remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
    };
    for (const char character : iban.substr(4))
        feed(character);
    for (const char character : iban.substr(0, 4))
        feed(character);
    return remainder == 1;
}

void maskIbans(std::string& text)
{
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        bool isUpper = true;
        for (; end < text.size() && isAlphanumeric(text[end]); ++end)
            isUpper = isUpper && !(text[end] >= 'a' && text[end] <= 'z');
        const std::string_view run = std::string_view(text).substr(at, end - at);
        const bool isShaped = isUpper && run.size() >= 15 && run.size() <= 34 && !isDigit(run[0])
                              && !isDigit(run[1]) && isDigit(run[2]) && isDigit(run[3]);
        if (isShaped && hasRightCheckDigits(run))
            std::fill(
                text.begin() + static_cast<std::ptrdiff_t>(at + 4),
                text.begin() + static_cast<std::ptrdiff_t>(end - 4),
                '*');
        at = std::max(end, at + 1);
    }
}

void maskSecrets(std::string& text)
{
    constexpr std::array<std::string_view, 4> kMarks = {"Bearer ", "sk_", "rk_", "whsec_"};
    for (const std::string_view mark : kMarks) {
        for (auto at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + mark.size())) {
            if (at > 0 && isAlphanumeric(text[at - 1]))
                continue;
            for (std::size_t index = at + mark.size(); index < text.size(); ++index) {
                const char character = text[index];
                if (!isAlphanumeric(character)
                    && std::string_view("-._~+/=").find(character) == std::string_view::npos)
                    break;
                text[index] = '*';
            }
        }
    }
}

} // namespace

std::string redactedExcerpt(std::string_view body)
{
    // Masked before it is cut: a number that the cut went through would no longer look like one.
    std::string text = cleaned(body.substr(0, 2 * kMaxBytes));
    maskCardNumbers(text);
    maskIbans(text);
    maskSecrets(text);
    if (text.size() > kMaxBytes) {
        std::size_t end = kMaxBytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
            --end;
        text.resize(end);
    }
    return text;
}

} // namespace onceover
