// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/charge_reader.h"

#include "backend/provider/json_text.h"

#include <string>

namespace onceover {

namespace {

constexpr std::size_t kMaxIdBytes = 200;
constexpr std::size_t kMaxFieldBytes = 500;

std::string fieldAt(const nlohmann::json& node, const std::string& pointer, std::size_t maxBytes)
{
    if (pointer.empty())
        return {};
    const nlohmann::json* field = nodeAt(node, pointer);
    if (!field)
        return {};
    if (const auto number = exactInteger(*field))
        return std::to_string(*number);
    return shortText(*field, maxBytes).value_or(std::string{});
}

std::optional<Currency> currencyAt(const nlohmann::json& node, const RecordShape& shape)
{
    std::string code = fieldAt(node, shape.currency, 3);
    for (char& character : code) {
        if (character >= 'a' && character <= 'z')
            character = static_cast<char>(character - 'a' + 'A');
    }
    return Currency::fromCode(code);
}

std::optional<Money> amountAt(const nlohmann::json& node, const RecordShape& shape)
{
    const auto currency = currencyAt(node, shape);
    const nlohmann::json* field = nodeAt(node, shape.amount);
    if (!currency || !field)
        return std::nullopt;
    if (shape.amountFormat == "MINOR") {
        const auto amountMinor = exactInteger(*field);
        return amountMinor ? std::optional(Money(*amountMinor, *currency)) : std::nullopt;
    }
    const auto text = decimalText(*field);
    if (!text)
        return std::nullopt;
    const auto money = Money::fromDecimal(*text, *currency);
    return money ? std::optional(*money) : std::nullopt;
}

std::string stateAt(const nlohmann::json& node, const RecordShape& shape)
{
    const auto known = shape.states.find(fieldAt(node, shape.state, kMaxFieldBytes));
    return known == shape.states.end() ? "UNRECOGNISED" : known->second;
}

std::int64_t createdAt(const nlohmann::json& node, const RecordShape& shape)
{
    const nlohmann::json* field = shape.created.empty() ? nullptr : nodeAt(node, shape.created);
    const auto value = field ? exactInteger(*field) : std::nullopt;
    std::int64_t microseconds = 0;
    if (!value || *value < 0 || __builtin_mul_overflow(*value, shape.createdUnitUs, &microseconds))
        return 0;
    return microseconds;
}

} // namespace

std::optional<ChargeRecord> readCharge(const nlohmann::json& node, const RecordShape& shape)
{
    if (!node.is_object())
        return std::nullopt;
    ChargeRecord record;
    record.id = fieldAt(node, shape.id, kMaxIdBytes);
    if (record.id.empty())
        return std::nullopt;
    record.state = stateAt(node, shape);
    record.amount = amountAt(node, shape);
    record.reference = fieldAt(node, shape.reference, kMaxFieldBytes);
    record.providerKey = fieldAt(node, shape.providerKey, kMaxFieldBytes);
    record.payeeAccount = fieldAt(node, shape.account, kMaxFieldBytes);
    record.createdAtUs = createdAt(node, shape);
    return record;
}

} // namespace onceover
