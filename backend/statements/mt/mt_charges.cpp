// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/mt/mt_charges.h"

#include "backend/domain/money.h"

#include <algorithm>
#include <optional>
#include <string>

namespace onceover {

namespace {

// "/OCMT/EUR11,85/" with this code; nothing where the text has none that can be read.
std::optional<ForeignAmount> amountBehind(std::string_view code, std::string_view text)
{
    const auto position = text.find(code);
    if (position == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(position + code.size());
    const auto currency = Currency::fromCode(rest.substr(0, 3));
    if (!currency)
        return std::nullopt;
    rest.remove_prefix(3);
    std::string decimal(
        rest.substr(0, std::min(rest.find_first_not_of("0123456789,"), rest.size())));
    std::replace(decimal.begin(), decimal.end(), ',', '.');
    if (decimal.starts_with('.'))
        decimal.insert(0, 1, '0');
    if (decimal.ends_with('.'))
        decimal.pop_back();
    const auto minor = Money::minorFromDecimal(decimal, currency->exponent());
    if (!minor)
        return std::nullopt;
    return ForeignAmount{*minor, std::string(currency->code())};
}

} // namespace

void takeMtCharges(std::string_view text, StatementEntry& entry, StatementDetail& detail)
{
    const auto original = amountBehind("/OCMT/", text);
    const auto charges = amountBehind("/CHGS/", text);
    if (original && !detail.instructed)
        detail.instructed = original;
    if (!charges || charges->amountMinor == 0 || !entry.fees.empty())
        return;
    StatementFee fee{-charges->amountMinor, charges->currency, {}};
    std::int64_t shareMinor = 0;
    const bool isComputed =
        original && original->currency == entry.currency && charges->currency == entry.currency
        && !__builtin_sub_overflow(entry.amountMinor, fee.amountMinor, &shareMinor);
    const std::int64_t signedOriginal =
        original ? (entry.amountMinor < 0 ? -original->amountMinor : original->amountMinor) : 0;
    if (isComputed && shareMinor == signedOriginal) {
        fee.isIncluded = true;
        detail.amountMinor = shareMinor;
    }
    entry.fees.push_back(fee);
}

} // namespace onceover
