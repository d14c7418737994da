// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/message_template.h"

namespace onceover {

PlaceholderValues placeholdersOf(const Submission& submission)
{
    std::string currency(submission.amount.currency().code());
    std::string currencyLower = currency;
    for (char& character : currencyLower)
        character = static_cast<char>(character - 'A' + 'a');
    return {
        {"reference", submission.reference},
        {"provider_key", submission.providerKey},
        {"amount_minor", std::to_string(submission.amount.amountMinor())},
        {"amount_decimal", submission.amount.toDecimal()},
        {"currency", std::move(currency)},
        {"currency_lower", std::move(currencyLower)},
        {"direction", submission.direction},
        {"payee", submission.payee},
        {"payee_account", submission.payeeAccount},
        {"source", submission.source},
        {"idempotency_key", submission.idempotencyKey},
    };
}

std::optional<std::string> expand(
    std::string_view text,
    const PlaceholderValues& values,
    const std::function<std::string(const std::string&)>& encode)
{
    std::string result;
    while (!text.empty()) {
        const auto open = text.find_first_of("{}");
        result.append(text.substr(0, open));
        if (open == std::string_view::npos)
            break;
        const auto close = text.find('}', open);
        if (text[open] == '}' || close == std::string_view::npos)
            return std::nullopt;
        const auto value = values.find(text.substr(open + 1, close - open - 1));
        if (value == values.end())
            return std::nullopt;
        result.append(encode(value->second));
        text.remove_prefix(close + 1);
    }
    return result;
}

std::string percentEncoded(const std::string& text)
{
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string result;
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        const bool isUnreserved = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z')
                                  || (byte >= 'a' && byte <= 'z') || byte == '-' || byte == '.'
                                  || byte == '_' || byte == '~';
        if (isUnreserved) {
            result.push_back(character);
            continue;
        }
        result.push_back('%');
        result.push_back(kHex[byte >> 4U]);
        result.push_back(kHex[byte & 15U]);
    }
    return result;
}

} // namespace onceover
