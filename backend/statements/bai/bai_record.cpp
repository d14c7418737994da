// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/bai/bai_record.h"

#include "backend/domain/money.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

// More days of availability than any bank prints.
constexpr std::int64_t kMostDays = 100;

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool areDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

bool isSigned(std::string_view text)
{
    if (!text.empty() && (text.front() == '+' || text.front() == '-'))
        text.remove_prefix(1);
    return areDigits(text);
}

// The field that begins at the text, which loses it.
std::string_view takeField(std::string_view& text)
{
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view field = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    return trimmed(field);
}

// Number and total behind a trailer's code, up to its slash or the line's end.
bool isTrailer(std::string_view rest, int numbers)
{
    rest = trimmed(rest.substr(0, rest.find('/')));
    for (int number = 0; number < numbers; ++number) {
        const std::string_view field = takeField(rest);
        if (number == 0 ? !isSigned(field) : !areDigits(field))
            return false;
    }
    return rest.empty();
}

bool isDetail(std::string_view rest)
{
    const std::string_view type = takeField(rest);
    std::string_view amount = takeField(rest);
    amount = trimmed(amount.substr(0, amount.find('/')));
    return type.size() == 3 && areDigits(type) && (amount.empty() || isSigned(amount));
}

bool isGroup(std::string_view rest)
{
    takeField(rest);
    takeField(rest);
    const std::string_view status = takeField(rest);
    const std::string_view day = takeField(rest);
    return areDigits(status) && areDigits(day) && day.size() >= 6;
}

std::string_view withoutEnd(std::string_view text)
{
    text = trimmed(text);
    if (text.ends_with('/'))
        text.remove_suffix(1);
    return text;
}

} // namespace

bool opensBaiRecord(std::string_view text)
{
    if (text.size() < 3 || text[2] != ',')
        return false;
    const std::string_view code = text.substr(0, 2);
    const std::string_view rest = text.substr(3);
    if (code == "16")
        return isDetail(rest);
    if (code == "49")
        return isTrailer(rest, 2);
    if (code == "98" || code == "99")
        return isTrailer(rest, 3);
    if (code == "02")
        return isGroup(rest);
    return code == "01" || code == "03" || code == "88";
}

bool endsBaiRecord(std::string_view line)
{
    return trimmed(line).ends_with('/');
}

std::vector<std::string_view> baiRecordsOf(std::string_view line)
{
    std::vector<std::string_view> records;
    std::size_t begin = 0;
    for (std::size_t slash = line.find('/'); slash != std::string_view::npos;
         slash = line.find('/', slash + 1)) {
        const std::size_t next = std::min(line.find_first_not_of(" \t", slash + 1), line.size());
        const std::string_view rest = line.substr(next);
        // Without a blank between, text such as "1/88,5" is the likelier reading of a continuation.
        const bool isTouching = next == slash + 1;
        if (!opensBaiRecord(rest) || (isTouching && rest.starts_with("88,")))
            continue;
        records.push_back(line.substr(begin, slash + 1 - begin));
        begin = next;
    }
    records.push_back(line.substr(begin));
    return records;
}

std::vector<std::string> baiFieldsOf(const BaiRecord& record)
{
    std::vector<std::string> fields;
    for (const std::string& part : record.parts) {
        std::string_view rest = withoutEnd(part);
        for (;;) {
            const bool isLast = rest.find(',') == std::string_view::npos;
            fields.emplace_back(takeField(rest));
            if (isLast)
                break;
        }
    }
    return fields;
}

std::optional<std::size_t> baiFundsFields(std::string_view fundsType, std::string_view next)
{
    if (fundsType == "V")
        return 2;
    if (fundsType == "S")
        return 3;
    if (fundsType == "D") {
        const auto days = readCount(next);
        return days && *days <= kMostDays ? std::optional<std::size_t>(1 + 2 * *days)
                                          : std::nullopt;
    }
    constexpr std::array<std::string_view, 5> kWithoutMore = {"", "Z", "0", "1", "2"};
    const bool isKnown =
        std::find(kWithoutMore.begin(), kWithoutMore.end(), fundsType) != kWithoutMore.end();
    return isKnown ? std::optional<std::size_t>(0) : std::nullopt;
}

BaiDetail baiDetailOf(const BaiRecord& record)
{
    std::vector<std::string> fields;
    BaiDetail detail;
    // Type, amount, funds type, its fields, two references; the text is what is left.
    const auto wanted = [&fields]() -> std::size_t {
        if (fields.size() < 3)
            return 4;
        const auto more = baiFundsFields(fields[2], fields.size() > 3 ? fields[3] : std::string());
        return 3 + more.value_or(0) + 2;
    };
    for (const std::string& part : record.parts) {
        std::string_view rest = withoutEnd(part);
        bool hasMore = true;
        while (hasMore && fields.size() < wanted()) {
            hasMore = rest.find(',') != std::string_view::npos;
            fields.emplace_back(takeField(rest));
        }
        const std::string line = hasMore ? collapsed(rest) : std::string();
        if (!line.empty())
            detail.text += (detail.text.empty() ? "" : "\n") + line;
    }
    while (fields.size() < wanted())
        fields.emplace_back();
    detail.typeCode = fields[0];
    detail.amount = fields[1];
    detail.fundsType = fields[2];
    const std::size_t more = wanted() - 5;
    for (std::size_t number = 0; number < more; ++number)
        detail.fundsFields.push_back(fields[3 + number]);
    detail.bankReference = fields[3 + more];
    detail.customerReference = fields[4 + more];
    return detail;
}

std::optional<std::int64_t> readBaiAmount(std::string_view text, ParseLog& log)
{
    text = trimmed(text);
    const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
    const auto minor =
        isSigned(text) ? Money::minorFromDecimal(digits, 0) : Money::minorFromDecimal("", 0);
    if (!minor) {
        log.refuse(
            "statement.amount",
            "\"" + std::string(text.substr(0, 40)) + "\" is not an amount without a decimal point");
        return std::nullopt;
    }
    return *minor;
}

} // namespace onceover
