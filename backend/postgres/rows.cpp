// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/rows.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace onceover {

namespace {

// A statement and its reader disagree: the program is wrong, and going on could read one amount as
// another.
[[noreturn]] void stopBecause(const char* what, std::string_view column)
{
    std::fprintf(stderr, "invariant broken: %s (column %s)\n", what, std::string(column).c_str());
    std::abort();
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return -1;
}

} // namespace

Rows::Rows(
    std::vector<std::string> columns,
    std::vector<std::optional<std::string>> cells,
    std::string commandTag,
    std::int64_t affected)
    : m_columns(std::move(columns))
    , m_cells(std::move(cells))
    , m_commandTag(std::move(commandTag))
    , m_affected(affected)
{}

const std::optional<std::string>& Row::cell(std::string_view column) const
{
    const auto& columns = m_rows->m_columns;
    const auto found = std::find(columns.begin(), columns.end(), column);
    if (found == columns.end()) {
        stopBecause("the statement returns no such column", column);
    }
    if (m_index >= m_rows->size()) {
        stopBecause("there is no such row", column);
    }
    const auto offset = static_cast<std::size_t>(std::distance(columns.begin(), found));
    return m_rows->m_cells[m_index * columns.size() + offset];
}

bool Row::isNull(std::string_view column) const
{
    return !cell(column).has_value();
}

std::optional<std::string> Row::text(std::string_view column) const
{
    return cell(column);
}

std::optional<std::int64_t> Row::int64(std::string_view column) const
{
    const auto& value = cell(column);
    if (!value) {
        return std::nullopt;
    }
    std::int64_t number = 0;
    const char* end = value->data() + value->size();
    const auto parsed = std::from_chars(value->data(), end, number);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
        stopBecause("the value is no 64-bit integer", column);
    }
    return number;
}

std::optional<bool> Row::boolean(std::string_view column) const
{
    const auto& value = cell(column);
    if (!value) {
        return std::nullopt;
    }
    if (*value != "t" && *value != "f") {
        stopBecause("the value is no boolean", column);
    }
    return *value == "t";
}

std::optional<std::string> Row::bytes(std::string_view column) const
{
    const auto& value = cell(column);
    if (!value) {
        return std::nullopt;
    }
    if (value->size() % 2 != 0 || value->compare(0, 2, "\\x") != 0) {
        stopBecause("the value is no bytea in hexadecimal", column);
    }
    std::string bytes;
    bytes.reserve(value->size() / 2);
    for (std::size_t i = 2; i < value->size(); i += 2) {
        const int high = hexDigit((*value)[i]);
        const int low = hexDigit((*value)[i + 1]);
        if (high < 0 || low < 0) {
            stopBecause("the value is no bytea in hexadecimal", column);
        }
        bytes += static_cast<char>(high * 16 + low);
    }
    return bytes;
}

} // namespace onceover
