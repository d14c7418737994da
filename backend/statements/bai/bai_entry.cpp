// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/bai/bai_entry.h"

#include "backend/statements/field_text.h"
#include "backend/statements/mt/mt_amount.h"

#include <algorithm>
#include <cstdlib>

namespace onceover {

namespace {

// 1 for credits, -1 for debits, 0 for what moves nothing; nothing for a code that says neither.
std::optional<int> signOf(std::string_view typeCode)
{
    const auto code = readCount(typeCode);
    if (!code || typeCode.size() != 3)
        return std::nullopt;
    // The codes of 900 and more are each bank's own, in the same order.
    const bool isCredit = (*code >= 100 && *code <= 399) || (*code >= 920 && *code <= 959);
    const bool isDebit = (*code >= 400 && *code <= 699) || (*code >= 960 && *code <= 999);
    if (isCredit)
        return 1;
    if (isDebit)
        return -1;
    return *code == 890 ? std::optional(0) : std::nullopt;
}

void takeReferences(const BaiDetail& detail, StatementEntry& entry)
{
    const auto keep = [&entry](std::string_view key, std::string_view value) {
        if (!isNoReference(value))
            entry.references.emplace(key, value);
    };
    keep(kBank, detail.bankReference);
    keep(kAccountServicer, detail.bankReference);
    keep(kCustomer, detail.customerReference);
    // Some banks name the payment in the text: "EREF: ABC".
    constexpr std::string_view kName = "EREF:";
    std::string_view rest = detail.text;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (line.starts_with(kName))
            keep(kEndToEndId, trimmed(line.substr(kName.size())));
    }
}

bool readFunds(const BaiDetail& detail, StatementEntry& entry, ParseLog& log)
{
    const auto more = baiFundsFields(
        detail.fundsType, detail.fundsFields.empty() ? std::string() : detail.fundsFields.front());
    if (!more)
        return log.refuse(
            "statement.funds_type",
            "\"" + detail.fundsType.substr(0, 20) + "\" is not a funds type");
    if (detail.fundsType == "V") {
        auto day = baiDay(detail.fundsFields.front(), log);
        if (day)
            entry.valueDate = std::move(*day);
        return day.has_value();
    }
    std::int64_t sumMinor = 0;
    const bool isByDay = detail.fundsType == "D";
    for (std::size_t part = isByDay ? 2 : 0; part < *more; part += isByDay ? 2 : 1) {
        const std::string& text = detail.fundsFields[part];
        const auto amount =
            text.empty() ? std::optional<std::int64_t>(0) : readBaiAmount(text, log);
        if (!amount || !addMinor(sumMinor, *amount, log))
            return false;
    }
    if (*more > 0 && sumMinor != std::abs(entry.amountMinor))
        log.warn(
            "statement.funds_differ", "the amounts by availability do not add up to their entry");
    return true;
}

} // namespace

std::optional<std::string> baiDay(std::string_view text, ParseLog& log)
{
    if (text.empty())
        return std::string();
    const auto day = readMtDay(text.size() == 8 ? text.substr(2) : text, log);
    return day ? std::optional(day->day) : std::nullopt;
}

std::optional<StatementEntry> readBaiEntry(const BaiRecord& record, ParseLog& log)
{
    const BaiDetail detail = baiDetailOf(record);
    const auto sign = signOf(detail.typeCode);
    if (!sign) {
        log.refuse(
            "statement.type_code",
            "type code " + detail.typeCode.substr(0, 20) + " is neither a credit nor a debit");
        return std::nullopt;
    }
    const bool isMessage = *sign == 0 && detail.amount.empty();
    const auto amount =
        isMessage ? std::optional<std::int64_t>(0) : readBaiAmount(detail.amount, log);
    if (!amount)
        return std::nullopt;
    if (*amount < 0) {
        log.refuse(
            "statement.amount_sign", "a detail's amount carries a sign of its own beside its type");
        return std::nullopt;
    }
    StatementEntry entry;
    entry.line = record.line;
    entry.amountMinor = *sign < 0 ? -*amount : *amount;
    entry.isReversal = detail.typeCode == "252" || detail.typeCode == "552";
    entry.status = *sign == 0 ? EntryStatus::Info : EntryStatus::Booked;
    entry.typeCode = detail.typeCode;
    entry.text = detail.text;
    takeReferences(detail, entry);
    return readFunds(detail, entry, log) ? std::optional(std::move(entry)) : std::nullopt;
}

} // namespace onceover
