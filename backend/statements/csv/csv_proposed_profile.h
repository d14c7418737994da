// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_mapping.h"
#include "backend/statements/csv/csv_reader.h"

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace onceover {

// Writes a mapping as a profile, in the form that readCsvProfile reads.
class CsvProposedProfile
{
public:
    // All three must outlive the object.
    CsvProposedProfile(
        const CsvLayout& layout,
        const std::vector<CsvColumnLook>& looks,
        const CsvMapping& mapping);

    // Purchases are positive: the statement of a card.
    void setInverse(bool isInverse) { m_isInverse = isInverse; }

    // Lines before the header, and lines that are no movements: balances and sums of the whole.
    // Asks about lines with amounts that are none of them.
    std::vector<CsvQuestion> addLines(
        const std::vector<CsvRow>& before, const std::vector<CsvRow>& beside);

    // Whether the row has something where the mapping has an amount.
    bool hasAmount(const CsvRow& row) const;
    std::string json() const;

private:
    struct Line
    {
        std::string begins;
        // Of the rows before the header, from 1; 0 where `begins` says it.
        std::int64_t row = 0;
        std::string take;
        std::size_t cell = 0;
    };

    nlohmann::json placeOf(std::size_t column) const;
    nlohmann::json amountPlaceOf(std::size_t column) const;
    void addBefore(const CsvRow& row, std::int64_t number);
    bool addBeside(const CsvRow& row);
    void writeColumns(nlohmann::json& profile) const;
    std::string dateOrder() const;

    const CsvLayout& m_layout;
    const std::vector<CsvColumnLook>& m_looks;
    const CsvMapping& m_mapping;
    bool m_isInverse = false;
    std::vector<Line> m_lines;
};

} // namespace onceover
