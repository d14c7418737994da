// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_column_look.h"

#include "backend/domain/currency.h"
#include "backend/statements/csv/csv_amount.h"
#include "backend/statements/field_text.h"

#include <string_view>

namespace onceover {

void CsvColumnLook::add(const std::string& cell, std::int64_t line)
{
    const std::string_view text = trimmed(cell);
    if (text.empty())
        return;
    ++m_filled;
    if (const auto parts = datePartsOf(text)) {
        ++m_dates;
        m_order.add(*parts, line);
    }
    DecimalHint hint = decimalHint(text);
    if (hint == DecimalHint::None) {
        hint = decimalHint(text, true);
        m_hasIndianGroups = m_hasIndianGroups || hint != DecimalHint::None;
    }
    m_amounts += hint == DecimalHint::None ? 0 : 1;
    m_dots += hint == DecimalHint::Dot ? 1 : 0;
    m_commas += hint == DecimalHint::Comma ? 1 : 0;
    m_opens += hint == DecimalHint::Open ? 1 : 0;
    if (hint != DecimalHint::None) {
        const auto isNegative = isNegativeCell(text);
        m_negatives += isNegative && *isNegative ? 1 : 0;
        m_positives += isNegative && !*isNegative ? 1 : 0;
    }
    m_codes += Currency::fromCode(text) ? 1 : 0;
    if (m_words.size() <= kMostWords)
        m_words.insert(std::string(text.substr(0, 40)));
}

} // namespace onceover
