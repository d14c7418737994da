// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/query_answer.h"

#include <array>
#include <utility>

namespace onceover {

namespace {

constexpr std::array<std::pair<QueryKind, std::string_view>, 4> kQueryKindTexts = {{
    {QueryKind::Found, "FOUND"},
    {QueryKind::Absent, "ABSENT"},
    {QueryKind::Inconclusive, "INCONCLUSIVE"},
    {QueryKind::QueryFailed, "QUERY_FAILED"},
}};

} // namespace

std::string_view toText(QueryKind kind)
{
    for (const auto& [value, text] : kQueryKindTexts) {
        if (value == kind)
            return text;
    }
    return "QUERY_FAILED";
}

std::optional<QueryKind> queryKindFromText(std::string_view text)
{
    for (const auto& [value, name] : kQueryKindTexts) {
        if (name == text)
            return value;
    }
    return std::nullopt;
}

} // namespace onceover
