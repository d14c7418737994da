// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/settlement_sum.h"
#include "backend/statements/statement_entry.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// Something a person should know about a file that was read all the same. One per code and
// statement.
struct StatementWarning
{
    std::string code;
    // First line it was seen on, and how often it was seen.
    std::int64_t line = 0;
    std::int64_t count = 1;
    std::string message;
};

// Booked movements of one currency. Both sums are positive, in minor units of the currency.
struct CurrencyTotal
{
    std::string currency;
    std::int64_t creditsMinor = 0;
    std::int64_t debitsMinor = 0;
    std::int64_t bookedEntries = 0;
};

// From which amount on an interim report lists entries.
struct FloorLimit
{
    std::int64_t amountMinor = 0;
    // 1 for credits, -1 for debits, 0 for both.
    int sign = 0;
};

// One account statement as its bank sent it; the entries travel beside it (StatementSink).
struct Statement
{
    std::string format;
    // The character set of a text format and why it is read in that one (EncodingReason); empty for
    // XML, which says so itself.
    std::string encoding;
    std::string encodingReason;
    // Counted from 1 within the file.
    std::int64_t ordinal = 0;
    std::int64_t line = 0;
    // IBAN, else the bank's own account number; empty when the file names none.
    std::string account;
    // ISO 4217 code, "XXX" where the bank writes that; empty when neither account, balance nor
    // entry names one.
    std::string currency;
    // Booked balances, signed: credit positive. Interim and available balances are no substitute.
    std::optional<std::int64_t> openingMinor;
    std::optional<std::int64_t> closingMinor;
    // Their own currencies where a bank prints them in another one than the account's; such a
    // statement never ties.
    std::string openingCurrency;
    std::string closingCurrency;
    std::string openingDate;
    std::string closingDate;
    // Booked entries in the statement's currency; all currencies stand in totals.
    std::int64_t creditsMinor = 0;
    std::int64_t debitsMinor = 0;
    std::vector<CurrencyTotal> totals;
    // Every entry, whatever its status.
    std::int64_t entryCount = 0;
    // opening + credits - debits = closing over booked entries; nothing where a balance is missing
    // or booked entries in other currencies make the sum impossible.
    std::optional<bool> ties;
    // Whether the balances that are printed beside the lines follow from each other; nothing where
    // none are.
    std::optional<bool> balancesFollow;
    // Whether the file's own counts and sums (TxsSummry) agree; nothing where it has none.
    std::optional<bool> controlTotalsHold;
    std::string statementId;
    std::string electronicSequenceNumber;
    std::string legalSequenceNumber;
    // As printed, e.g. "2026-01-17T13:05:11+01:00"; banks often leave the offset out.
    std::string periodFrom;
    std::string periodTo;
    // The statement's own creation time, else that of the group header, as printed.
    std::string createdAt;
    // COPY, DUPL or CODU where the bank marks it so.
    std::string copyMark;
    // False when the file says that more pages follow.
    std::optional<bool> isLastPage;
    // False where nothing in the file shows its end: cut between two lines, it looks whole, so that
    // it never says what is absent.
    bool showsItsEnd = true;
    // "BANK", "SETTLEMENT" or "CHARGE": in which layer its lines are records.
    std::string layer = "BANK";
    // A provider's file: what its lines add up to by kind, in the statement's currency, and what
    // is left where they should add up to nothing.
    std::vector<SettlementPart> settlement;
    std::optional<std::int64_t> settlementRemainderMinor;
    // The bank may still change what it shows here: a report within the day or a notification.
    bool isInterim = false;
    // The bank takes back or corrects lines that it sent before: these stand for others, and
    // nothing here says for which.
    bool isOverEarlier = false;
    // Messages that were joined into this statement, where its format knows pages, and how many of
    // them tie by themselves.
    std::int64_t pageCount = 0;
    // The page that it begins with, 0 where none is numbered.
    std::int64_t firstPage = 0;
    std::int64_t tiedPages = 0;
    std::vector<FloorLimit> floorLimits;
    std::vector<StatementWarning> warnings;
};

} // namespace onceover
