// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_profile.h"
#include "backend/statements/csv/csv_reader.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace onceover {

// A header cell as it is compared: without blanks around it, runs of blanks as one, and without
// regard to case.
std::string foldedHeader(std::string_view cell);

// Where the places of a profile are in one file.
class CsvColumns
{
public:
    // The error names what is missing or stands twice. The profile must outlive the columns.
    static tl::expected<CsvColumns, std::string> bind(
        const CsvProfile& profile, const std::vector<std::string>& header);
    // For files without a header.
    static CsvColumns numbered(const CsvProfile& profile);

    // Whether the file has this place: a column, or a fixed value.
    bool has(const CsvPlace& place) const { return m_found.count(&place) > 0; }

    // The cell's text, trimmed; empty where the file has no such column.
    std::string textOf(const CsvPlace& place, const CsvRow& row) const;
    // The column's name in this file, for people.
    std::string nameOf(const CsvPlace& place) const;
    // Whether a place of the profile is this column of the file, from 0.
    bool isBound(std::size_t index) const;
    // The currency that the header names for this column ("Debit CHF"), upper case.
    std::string currencyOf(const CsvPlace& place) const;

    std::size_t width() const { return m_width; }

private:
    struct Found
    {
        std::optional<std::size_t> index;
        std::string name;
        std::string currency;
    };

    std::map<const CsvPlace*, Found> m_found;
    std::size_t m_width = 0;
};

// Every place of a profile, in a fixed order.
std::vector<const CsvPlace*> placesOf(const CsvProfile& profile);

} // namespace onceover
