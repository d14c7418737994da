// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace onceover {

// The texts of an enumeration as the database and the provider's tables spell them.
template <typename Value, std::size_t Size>
using TextTable = std::array<std::pair<Value, std::string_view>, Size>;

template <typename Value, std::size_t Size>
constexpr std::string_view textOf(const TextTable<Value, Size>& table, Value value)
{
    for (const auto& entry : table) {
        if (entry.first == value)
            return entry.second;
    }
    return {};
}

template <typename Value, std::size_t Size>
constexpr std::optional<Value> valueOf(const TextTable<Value, Size>& table, std::string_view text)
{
    for (const auto& entry : table) {
        if (entry.second == text)
            return entry.first;
    }
    return std::nullopt;
}

} // namespace onceover
