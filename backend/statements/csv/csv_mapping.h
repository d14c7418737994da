// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_column_look.h"
#include "backend/statements/csv/csv_layout.h"
#include "backend/statements/csv/csv_question.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// Which column of an unknown file is what: by the words of its header and by what stands below
// them, which must agree. Nothing that they leave open is decided.
class CsvMapping
{
public:
    // `looks` are of the rows that are movements, one for each column.
    CsvMapping(const CsvLayout& layout, const std::vector<CsvColumnLook>& looks);

    // Of the first pass: the column whose days make a row a movement.
    static std::optional<std::size_t> dayColumn(
        const CsvLayout& layout, const std::vector<CsvColumnLook>& looks);

    void assign(std::size_t dayColumn);

    // By the key that a profile has for the place: "booked", "amount" …
    std::optional<std::size_t> columnOf(const std::string& key) const;
    // Puts a column in a place, or takes it out of it.
    void set(const std::string& key, std::optional<std::size_t> column);

    const std::vector<std::size_t>& texts() const { return m_texts; }

    // By the key of StatementReferences.
    const std::map<std::string, std::size_t>& references() const { return m_references; }

    // Columns that may be the amount, where that is not certain.
    const std::vector<std::size_t>& amounts() const { return m_amounts; }

    // Columns of fees that took something.
    const std::vector<std::size_t>& fees() const { return m_fees; }

    bool hasPair() const { return columnOf("debit") && columnOf("credit"); }

    // Whether the sign of the amount is seen in the file: a minus, a word, or a column for each
    // way.
    bool hasSigns() const;
    std::string nameOf(std::size_t column) const;

    const std::vector<CsvQuestion>& questions() const { return m_questions; }

private:
    void assignMoney();
    void assignWords();
    void chooseAmount(const std::vector<std::size_t>& named);
    bool isMoney(std::size_t column) const;
    void ask(
        const char* code,
        std::string column,
        std::string message,
        std::vector<std::string> choices = {});

    const CsvLayout& m_layout;
    const std::vector<CsvColumnLook>& m_looks;
    std::vector<std::string> m_roles;
    // A header alone.
    bool m_isEmpty;
    std::map<std::string, std::size_t> m_columns;
    std::vector<std::size_t> m_texts;
    std::map<std::string, std::size_t> m_references;
    std::vector<std::size_t> m_amounts;
    std::vector<std::size_t> m_fees;
    std::vector<CsvQuestion> m_questions;
};

} // namespace onceover
