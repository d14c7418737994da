// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/match_line.h"
#include "backend/matching/name_beginning.h"
#include "backend/matching/name_key.h"
#include "backend/matching/payment_facts.h"
#include "backend/matching/record_facts.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace onceover {

// What one record names.
struct RecordNames
{
    // The reference that it shows, if it shows one alone, and how it is spelled.
    NameKey name;
    Spelling spelling = Spelling::Exact;
    // Further names of payments.
    std::vector<NamePair> pairs;
    // Beginnings of references, cut by the end of a field.
    std::vector<NameBeginning> beginnings;
    // An identifier that a spreadsheet damaged.
    bool isDamaged = false;
};

// Finds the payments that a record names: by our reference, by identifiers compared exactly, folded
// (case, blanks, hyphens), cut by a field's end, or, for people, by what only looks alike. Whole
// words only: 14 is no part of 1814, and names shorter than six characters are compared exactly
// within their own field alone.
class NameIndex
{
public:
    // Keeps no reference to the payments.
    explicit NameIndex(std::span<const PaymentFacts> payments);

    RecordNames namesIn(const RecordFacts& record, std::uint32_t position) const;

private:
    using Map = std::unordered_multimap<std::string, std::uint32_t>;

    void addIdentifier(const PaymentIdentifier& identifier, std::uint32_t payment);
    void addReferences(const RecordFacts& record, std::uint32_t position, RecordNames& names) const;
    void addField(
        std::string_view value, std::string_view field, std::uint32_t position, RecordNames&) const;
    void addText(std::string_view text, std::uint32_t position, RecordNames& names) const;

    // Our references in order.
    std::vector<std::pair<std::string, std::uint32_t>> m_references;
    // "field\nvalue" as it is; folded values; folded beginnings of values longer than a bank's
    // field; values by what they look like.
    Map m_exact;
    Map m_folded;
    Map m_cut;
    Map m_alike;
};

} // namespace onceover
