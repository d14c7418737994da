// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_date.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace onceover {

// What stands in one column of an unknown file.
class CsvColumnLook
{
public:
    void add(const std::string& cell, std::int64_t line);

    std::int64_t filled() const { return m_filled; }

    std::int64_t dateCells() const { return m_dates; }

    bool isDate() const { return m_filled > 0 && m_dates == m_filled; }

    // Every cell is a number; a column of whole numbers without any mark may be one of identifiers.
    bool isAmount() const { return m_filled > 0 && m_amounts == m_filled && !isDate(); }

    bool isCurrency() const { return m_filled > 0 && m_codes == m_filled; }

    bool hasDots() const { return m_dots > 0; }

    bool hasCommas() const { return m_commas > 0; }

    bool hasOpens() const { return m_opens > 0; }

    bool hasMarks() const { return hasDots() || hasCommas() || hasOpens(); }

    // 12,34,567.00
    bool hasIndianGroups() const { return m_hasIndianGroups; }

    // Amounts with a minus of any form, and amounts without one; zeros are neither.
    std::int64_t negatives() const { return m_negatives; }

    std::int64_t positives() const { return m_positives; }

    const DateOrderEvidence& dates() const { return m_order; }

    // Up to a handful of different cells; empty where there are more.
    std::set<std::string> words() const
    {
        return m_words.size() > kMostWords ? std::set<std::string>() : m_words;
    }

private:
    static constexpr std::size_t kMostWords = 8;

    std::int64_t m_filled = 0;
    std::int64_t m_dates = 0;
    std::int64_t m_amounts = 0;
    std::int64_t m_codes = 0;
    std::int64_t m_dots = 0;
    std::int64_t m_commas = 0;
    std::int64_t m_opens = 0;
    std::int64_t m_negatives = 0;
    std::int64_t m_positives = 0;
    bool m_hasIndianGroups = false;
    DateOrderEvidence m_order;
    std::set<std::string> m_words;
};

} // namespace onceover
