// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_columns.h"

#include "backend/statements/field_text.h"

#include <algorithm>

#include <unicode/unistr.h>

namespace onceover {

namespace {

constexpr std::string_view kCurrencyMark = "{currency}";

bool isLetter(char each)
{
    return each >= 'a' && each <= 'z';
}

// The code where the pattern asks for one, "" where it asks for none and fits, else nothing.
std::optional<std::string> fits(const std::string& pattern, const std::string& cell)
{
    const auto mark = pattern.find(kCurrencyMark);
    if (mark == std::string::npos) {
        const bool isOpen = pattern.ends_with('*');
        const bool isSame =
            isOpen ? cell.starts_with(pattern.substr(0, pattern.size() - 1)) : cell == pattern;
        return isSame ? std::optional<std::string>("") : std::nullopt;
    }
    const std::string before = pattern.substr(0, mark);
    const std::string after = pattern.substr(mark + kCurrencyMark.size());
    if (cell.size() != before.size() + 3 + after.size() || !cell.starts_with(before)
        || !cell.ends_with(after))
        return std::nullopt;
    std::string code = cell.substr(before.size(), 3);
    if (!std::all_of(code.begin(), code.end(), isLetter))
        return std::nullopt;
    for (char& each : code)
        each = static_cast<char>(each - 'a' + 'A');
    return code;
}

} // namespace

std::string foldedHeader(std::string_view cell)
{
    std::string plain;
    for (std::size_t position = 0; position < cell.size(); ++position) {
        // A no-break blank is a blank.
        const bool isNoBreak = cell.substr(position).starts_with("\xc2\xa0");
        plain += isNoBreak ? ' ' : cell[position];
        position += isNoBreak ? 1 : 0;
    }
    plain = collapsed(plain);
    const bool isAscii = std::none_of(plain.begin(), plain.end(), [](char each) {
        return static_cast<unsigned char>(each) >= 0x80;
    });
    if (!isAscii) {
        std::string folded;
        icu::UnicodeString::fromUTF8(plain).foldCase().toUTF8String(folded);
        return folded;
    }
    for (char& each : plain)
        each = each >= 'A' && each <= 'Z' ? static_cast<char>(each - 'A' + 'a') : each;
    return plain;
}

std::vector<const CsvPlace*> placesOf(const CsvProfile& profile)
{
    std::vector<const CsvPlace*> places = {
        &profile.booked,
        &profile.value,
        &profile.time,
        &profile.zone,
        &profile.amount,
        &profile.debit,
        &profile.credit,
        &profile.gross,
        &profile.net,
        &profile.netDebit,
        &profile.netCredit,
        &profile.refund,
        &profile.direction,
        &profile.currency,
        &profile.account,
        &profile.balance,
        &profile.opening,
        &profile.closing,
        &profile.status,
        &profile.type,
        &profile.statementId,
        &profile.counterparty,
        &profile.counterpartyAccount};
    for (const CsvPlace& each : profile.fees)
        places.push_back(&each);
    for (const CsvPlace& each : profile.text)
        places.push_back(&each);
    for (const auto& each : profile.references)
        places.push_back(&each.second);
    places.erase(
        std::remove_if(
            places.begin(), places.end(), [](const CsvPlace* place) { return !place->isSet(); }),
        places.end());
    return places;
}

tl::expected<CsvColumns, std::string> CsvColumns::bind(
    const CsvProfile& profile, const std::vector<std::string>& header)
{
    CsvColumns columns;
    columns.m_width = header.size();
    std::vector<std::string> folded;
    folded.reserve(header.size());
    for (const std::string& cell : header)
        folded.push_back(foldedHeader(cell));
    for (const CsvPlace* place : placesOf(profile)) {
        if (!place->fixed.empty()) {
            columns.m_found[place] = {};
            continue;
        }
        if (place->number > 0) {
            if (place->number > header.size())
                return tl::unexpected<std::string>("column " + std::to_string(place->number));
            columns.m_found[place] = {place->number - 1, header[place->number - 1], {}};
            continue;
        }
        for (const std::string& name : place->names) {
            const std::string pattern = foldedHeader(name);
            for (std::size_t index = 0; index < folded.size(); ++index) {
                const auto code = fits(pattern, folded[index]);
                if (!code)
                    continue;
                if (columns.has(*place))
                    return tl::unexpected<std::string>(
                        "one column \"" + name + "\" only: it stands there twice");
                columns.m_found[place] = {index, collapsed(header[index]), *code};
            }
            if (columns.has(*place))
                break;
        }
        if (!columns.has(*place) && !place->isOptional)
            return tl::unexpected<std::string>("column \"" + place->names.front() + "\"");
    }
    return columns;
}

CsvColumns CsvColumns::numbered(const CsvProfile& profile)
{
    CsvColumns columns;
    columns.m_width = profile.columns;
    for (const CsvPlace* place : placesOf(profile)) {
        if (!place->fixed.empty())
            columns.m_found[place] = {};
        else if (place->number > 0 && place->number <= profile.columns)
            columns.m_found[place] = {place->number - 1, {}, {}};
    }
    return columns;
}

std::string CsvColumns::textOf(const CsvPlace& place, const CsvRow& row) const
{
    const auto found = m_found.find(&place);
    if (found == m_found.end())
        return {};
    if (!place.fixed.empty())
        return place.fixed;
    if (*found->second.index >= row.cells.size())
        return {};
    std::string_view text = row.cells[*found->second.index];
    if (place.splitBy != 0) {
        const auto at = place.isSplitLast ? text.rfind(place.splitBy) : text.find(place.splitBy);
        if (at != std::string_view::npos)
            text = place.isSplitLast ? text.substr(at + 1) : text.substr(0, at);
    }
    return std::string(trimmed(text));
}

std::string CsvColumns::nameOf(const CsvPlace& place) const
{
    const auto found = m_found.find(&place);
    if (found == m_found.end() || !found->second.index)
        return {};
    return found->second.name.empty() ? "column " + std::to_string(*found->second.index + 1)
                                      : found->second.name;
}

bool CsvColumns::isBound(std::size_t index) const
{
    return std::any_of(m_found.begin(), m_found.end(), [index](const auto& each) {
        return each.second.index == index;
    });
}

std::string CsvColumns::currencyOf(const CsvPlace& place) const
{
    const auto found = m_found.find(&place);
    return found == m_found.end() ? std::string() : found->second.currency;
}

} // namespace onceover
