// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_amount.h"
#include "backend/statements/csv/csv_date.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace onceover {

// Where a value stands in a row: in a column of the header, in a column by number, or nowhere,
// because the source always means the same.
struct CsvPlace
{
    // Any of these header cells, whichever the file has; "{currency}" within one stands for a code
    // ("Debit {currency}"), a "*" at the end for anything.
    std::vector<std::string> names;
    // From 1; 0 where names say it.
    std::size_t number = 0;
    std::string fixed;
    // Whether a file without the column is read all the same.
    bool isOptional = false;
    // Only what stands before the first or behind the last of these characters, where a source
    // packs two values into one cell.
    char splitBy = 0;
    bool isSplitLast = true;

    bool isSet() const { return !names.empty() || number > 0 || !fixed.empty(); }
};

enum class CsvLayer : std::uint8_t
{
    Bank,
    Settlement,
    Charge,
};

// "BANK", "SETTLEMENT", "CHARGE".
std::string_view toText(CsvLayer layer);

// A line before the header or behind the rows that says something about the whole.
struct CsvMarkedLine
{
    enum class Take : std::uint8_t
    {
        Opening,
        Closing,
        Account,
        Currency,
        // Known, and of no interest.
        Nothing,
    };

    // How the line's first cell begins, or which row it is, from 1.
    std::string begins;
    std::int64_t row = 0;
    Take take = Take::Nothing;
    // The cell that holds the value, from 1.
    std::size_t cell = 2;
    // Text in that cell before the value: "Account Number : ".
    std::string after;
};

// How one source writes its CSV files: data, not code, so that a site can add its own.
struct CsvProfile
{
    enum class Extra : std::uint8_t
    {
        Refuse,
        Ignore,
        // Cells beyond the header belong to the text.
        Text,
    };

    enum class Conflict : std::uint8_t
    {
        Refuse,
        // Where gross, fees and net disagree, the parts count and the difference is named.
        Recompute,
    };

    enum class Decimal : std::uint8_t
    {
        Dot,
        Comma,
        Decide,
    };

    std::string name;
    std::string title;
    // Its header is another profile's too: never found by a file's content.
    bool isOnlyByName = false;
    CsvLayer layer = CsvLayer::Bank;

    std::string encoding;
    // 0: the one of , ; tab | that the header has most of.
    char delimiter = 0;
    char quote = '"';
    bool isStrayQuoteText = false;
    bool hasHeader = true;
    // Columns of a file without a header.
    std::size_t columns = 0;
    Extra extraCells = Extra::Refuse;
    bool isMissingCellBlank = false;

    CsvPlace booked;
    CsvPlace value;
    CsvPlace time;
    CsvPlace zone;
    CsvPlace amount;
    CsvPlace debit;
    CsvPlace credit;
    CsvPlace gross;
    CsvPlace net;
    CsvPlace netDebit;
    CsvPlace netCredit;
    // Parts of the net beside the gross; `refund` has its own sign.
    std::vector<CsvPlace> fees;
    CsvPlace refund;
    CsvPlace direction;
    CsvPlace currency;
    CsvPlace account;
    CsvPlace balance;
    CsvPlace opening;
    CsvPlace closing;
    CsvPlace status;
    CsvPlace type;
    CsvPlace statementId;
    CsvPlace counterparty;
    CsvPlace counterpartyAccount;
    std::vector<CsvPlace> text;
    // By the key of StatementReferences.
    std::map<std::string, CsvPlace> references;

    // What identifies a line for its source, once for ever: keys of `references`, "type",
    // "statement", "currency". Lines without the first of them are known by their place. Where a
    // profile says nothing, the bank's own reference does.
    std::vector<std::string> identity;

    Decimal decimal = Decimal::Decide;
    CsvAmountFormat numbers;
    // Purchases positive, refunds negative: the statement of a card.
    bool isInverse = false;
    // Whether a positive number in a fee column was taken from us.
    bool isFeePositive = false;
    Conflict conflict = Conflict::Refuse;
    CsvDateFormat dates;

    std::vector<std::string> creditWords;
    std::vector<std::string> debitWords;
    // By "BOOKED", "PENDING", "INFO", "SKIP"; empty where every row is booked.
    std::map<std::string, std::vector<std::string>> statuses;
    // By kind ("PAYMENT", "REFUND", …).
    std::map<std::string, std::vector<std::string>> types;

    // Statements are split by these: "account", "currency", "statement".
    std::vector<std::string> groupBy;
    bool isBalanceBefore = false;
    // Rows without an amount are left out; otherwise they refuse the file.
    bool isEmptyAmountSkipped = false;
    // The rows of a statement add up to nothing, payout and carry included.
    bool balancesToZero = false;
    std::vector<CsvMarkedLine> markedLines;
};

// Where a profile is wrong: the field's path ("columns.booked.name") and what is wrong with it.
struct CsvProfileProblem
{
    std::string field;
    std::string message;
};

tl::expected<CsvProfile, CsvProfileProblem> readCsvProfile(std::string_view json);

// A profile that came with the program.
struct ShippedProfile
{
    std::string_view name;
    std::string_view json;
};

// Sorted by name.
std::vector<ShippedProfile> shippedCsvProfiles();
// Nothing where none that is shipped has this name.
std::optional<CsvProfile> shippedCsvProfile(std::string_view name);

} // namespace onceover
