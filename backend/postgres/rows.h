// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

class Rows;

// One row of a Rows, valid while that lives. Asking for a column the statement does not return is a
// programmer error and ends the program; asking for a number where the text is none likewise.
class Row
{
public:
    Row(const Rows& rows, std::size_t index)
        : m_rows(&rows)
        , m_index(index)
    {}

    bool isNull(std::string_view column) const;
    // The value's text, or nothing for SQL NULL.
    std::optional<std::string> text(std::string_view column) const;
    std::optional<std::int64_t> int64(std::string_view column) const;
    std::optional<bool> boolean(std::string_view column) const;
    // A bytea value's bytes.
    std::optional<std::string> bytes(std::string_view column) const;

private:
    const std::optional<std::string>& cell(std::string_view column) const;

    const Rows* m_rows;
    std::size_t m_index;
};

// What one statement answered, copied out of libpq: column names, cells as text, and the command
// tag.
class Rows
{
public:
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Row;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = Row;

        Iterator(const Rows& rows, std::size_t index)
            : m_rows(&rows)
            , m_index(index)
        {}

        Row operator*() const { return {*m_rows, m_index}; }

        Iterator& operator++()
        {
            ++m_index;
            return *this;
        }

        friend bool operator==(const Iterator& a, const Iterator& b)
        {
            return a.m_index == b.m_index;
        }

    private:
        const Rows* m_rows;
        std::size_t m_index;
    };

    Rows() = default;
    Rows(
        std::vector<std::string> columns,
        std::vector<std::optional<std::string>> cells,
        std::string commandTag,
        std::int64_t affected);

    std::size_t size() const { return m_columns.empty() ? 0 : m_cells.size() / m_columns.size(); }

    bool isEmpty() const { return size() == 0; }

    Row operator[](std::size_t index) const { return {*this, index}; }

    Iterator begin() const { return {*this, 0}; }

    Iterator end() const { return {*this, size()}; }

    // "UPDATE 3", "COMMIT", ...
    const std::string& commandTag() const { return m_commandTag; }

    // Rows the statement inserted, updated, deleted or selected.
    std::int64_t affected() const { return m_affected; }

    const std::vector<std::string>& columns() const { return m_columns; }

private:
    friend class Row;

    std::vector<std::string> m_columns;
    std::vector<std::optional<std::string>> m_cells;
    std::string m_commandTag;
    std::int64_t m_affected = 0;
};

} // namespace onceover
