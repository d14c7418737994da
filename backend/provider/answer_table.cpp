// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/answer_table.h"

#include "backend/provider/json_text.h"

#include <algorithm>

namespace onceover {

namespace {

bool holds(const JsonCondition& condition, const nlohmann::json& document)
{
    const nlohmann::json* node = nodeAt(document, condition.pointer);
    if (!node)
        return false;
    if (condition.oneOf.empty())
        return true;
    if (node->is_structured() || node->is_binary())
        return false;
    return std::find(condition.oneOf.begin(), condition.oneOf.end(), node->dump())
           != condition.oneOf.end();
}

bool holds(const HeaderCondition& condition, const HttpExchange& exchange)
{
    return std::any_of(exchange.headers.begin(), exchange.headers.end(), [&](const auto& header) {
        return header.first == condition.name && header.second == condition.equals;
    });
}

bool fits(const AnswerRow& row, const HttpExchange& exchange, const nlohmann::json* document)
{
    if (exchange.status < row.statusFrom || exchange.status > row.statusTo)
        return false;
    for (const HeaderCondition& condition : row.headers) {
        if (!holds(condition, exchange))
            return false;
    }
    for (const JsonCondition& condition : row.conditions) {
        if (!document || !holds(condition, *document))
            return false;
    }
    return true;
}

} // namespace

const AnswerRow* rowFor(
    const std::vector<AnswerRow>& rows,
    const HttpExchange& exchange,
    const nlohmann::json* document)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const AnswerRow& row) {
        return fits(row, exchange, document);
    });
    return found == rows.end() ? nullptr : &*found;
}

} // namespace onceover
