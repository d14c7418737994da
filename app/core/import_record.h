// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement_entry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace onceover {

// What one record shows: an entry, or one transaction of an entry that bundles several.
struct Shown
{
    std::int64_t amountMinor = 0;
    const StatementReferences* references = nullptr;
    std::string text;
    std::string account;
    // Only the bundle's sum is known: whatever it names, it proves none of it.
    bool isBundle = false;
    // A provider's line: what it is, and what was kept of the amount.
    std::string kind;
    std::optional<std::int64_t> feeMinor;
};

// The records of one entry, which add up to it. The entry must outlive them.
std::vector<Shown> shownBy(const StatementEntry& entry);

// As onceover.store_import_records and its sister take it, without its identity.
nlohmann::json recordJson(const StatementEntry& entry, const Shown& shown);

// "2026-01-16" of a text that begins with a day, else null.
nlohmann::json dateOrNull(const std::string& text);

// Whether the text begins like this, where 0 stands for any digit.
bool hasShape(std::string_view text, std::string_view shape);

} // namespace onceover
