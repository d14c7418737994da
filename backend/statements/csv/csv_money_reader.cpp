// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_money_reader.h"

#include "backend/domain/currency.h"
#include "backend/statements/field_text.h"

#include <algorithm>

namespace onceover {

namespace {

std::string shown(const std::string& text)
{
    return "\"" + text.substr(0, 40) + "\"";
}

bool contains(const std::vector<std::string>& words, const std::string& word)
{
    const std::string folded = foldedHeader(word);
    return std::any_of(words.begin(), words.end(), [&folded](const std::string& each) {
        return foldedHeader(each) == folded;
    });
}

} // namespace

CsvMoneyReader::CsvMoneyReader(
    const CsvProfile& profile, const CsvFrame& frame, const CsvDecisions& decisions, ParseLog& log)
    : m_profile(profile)
    , m_frame(frame)
    , m_decisions(decisions)
    , m_log(log)
    , m_format(profile.numbers)
{
    m_format.decimal = decisions.decimal;
}

bool CsvMoneyReader::refuse(
    const CsvRow& row, const CsvPlace& place, const std::string& code, const std::string& message)
{
    m_log.setLine(row.line);
    return m_log.refuseField(code, message, m_frame.columns().nameOf(place));
}

std::optional<CsvAmount> CsvMoneyReader::amountOf(const CsvRow& row, const CsvPlace& place)
{
    const std::string text = m_frame.columns().textOf(place, row);
    const auto amount = readCsvAmount(text, m_format, m_exponent);
    if (!amount) {
        refuse(
            row,
            place,
            amount.error().code,
            "the amount " + shown(text) + " " + amount.error().message);
        return std::nullopt;
    }
    if (!amount->currency.empty() && !m_currency.empty() && amount->currency != m_currency) {
        refuse(
            row,
            place,
            "statement.currency_contradicts",
            "the amount " + shown(text) + " is in another currency than its line, " + m_currency);
        return std::nullopt;
    }
    if (amount->isScientific)
        m_log.warn(
            "statement.amount_scientific",
            "an amount is in scientific notation: a program or spreadsheet rewrote the file");
    m_isRounded = m_isRounded || amount->isRounded;
    return *amount;
}

bool CsvMoneyReader::read(const CsvRow& row, CsvMovement& movement)
{
    StatementEntry& entry = movement.entry;
    m_isRounded = false;
    m_currency = m_frame.currencyOf(row);
    const auto known = Currency::fromCode(m_currency);
    m_exponent = known ? known->exponent() : 2;
    if (m_currency.empty()) {
        m_log.warn(
            "statement.currency_missing",
            "neither file nor profile names a currency: amounts are read with two decimals");
    } else if (!known) {
        const bool isCode = m_currency.size() == 3
                            && std::all_of(m_currency.begin(), m_currency.end(), [](char each) {
                                   return each >= 'A' && each <= 'Z';
                               });
        if (!isCode)
            return refuse(
                row,
                m_profile.currency,
                "statement.currency",
                shown(m_currency) + " is not a currency code");
        m_log.warn(
            "statement.currency_without_minor_unit",
            "ISO 4217 gives a currency of this file no minor unit: its amounts are read with two "
            "decimals");
    }
    entry.currency = m_currency;
    const CsvColumns& columns = m_frame.columns();
    bool isRead = false;
    if (columns.has(m_profile.debit)) {
        isRead = readTwoColumns(row, m_profile.debit, m_profile.credit, entry.amountMinor);
    } else if (columns.has(m_profile.netDebit)) {
        isRead = readTwoColumns(row, m_profile.netDebit, m_profile.netCredit, entry.amountMinor)
                 && readParts(row, movement);
    } else if (columns.has(m_profile.net)) {
        isRead = readParts(row, movement);
    } else {
        isRead = readSigned(row, movement);
    }
    if (!isRead)
        return false;
    movement.balanceMoveMinor = entry.amountMinor;
    for (const StatementFee& fee : entry.fees) {
        if (fee.isIncluded == false && !addMinor(movement.balanceMoveMinor, fee.amountMinor, m_log))
            return false;
    }
    if (movement.parts.empty() && !entry.kind.empty())
        movement.parts.emplace_back(entry.kind, entry.amountMinor);
    if (columns.textOf(m_profile.balance, row).empty())
        return true;
    const auto balance = amountOf(row, m_profile.balance);
    if (balance)
        movement.balanceMinor = balance->amountMinor;
    return balance.has_value();
}

bool CsvMoneyReader::readDirection(const CsvRow& row, bool isSigned, std::int64_t& amountMinor)
{
    if (!m_frame.columns().has(m_profile.direction))
        return true;
    const std::string word = m_frame.columns().textOf(m_profile.direction, row);
    const bool isCredit = contains(m_profile.creditWords, word);
    const bool isDebit = contains(m_profile.debitWords, word);
    if (isCredit == isDebit)
        return refuse(
            row,
            m_profile.direction,
            "statement.direction",
            shown(word) + " is no word for credit or debit that the profile knows");
    const bool isAgainst = isSigned && amountMinor != 0 && (amountMinor > 0) != isCredit;
    // A plain positive amount takes its direction from the word.
    if (isAgainst)
        return refuse(
            row,
            m_profile.amount,
            "statement.direction_contradicts",
            "the sign of the amount and the word " + shown(word) + " contradict each other");
    amountMinor = isDebit && amountMinor > 0 ? -amountMinor : amountMinor;
    return true;
}

bool CsvMoneyReader::readSigned(const CsvRow& row, CsvMovement& movement)
{
    StatementEntry& entry = movement.entry;
    if (m_frame.columns().textOf(m_profile.amount, row).empty())
        return refuse(row, m_profile.amount, "statement.amount", "the amount is empty");
    const auto amount = amountOf(row, m_profile.amount);
    if (!amount)
        return false;
    entry.amountMinor = amount->amountMinor;
    if (!readDirection(row, amount->isSigned, entry.amountMinor))
        return false;
    entry.amountMinor = m_profile.isInverse ? -entry.amountMinor : entry.amountMinor;
    std::int64_t feesMinor = 0;
    if (!addFees(row, feesMinor, movement))
        return false;
    for (StatementFee& fee : entry.fees)
        fee.isIncluded = false;
    std::int64_t netMinor = entry.amountMinor;
    if (!addMinor(netMinor, feesMinor, m_log))
        return false;
    if (!entry.fees.empty())
        entry.parts = EntryParts{entry.amountMinor, feesMinor, 0, netMinor};
    return true;
}

bool CsvMoneyReader::readTwoColumns(
    const CsvRow& row, const CsvPlace& debit, const CsvPlace& credit, std::int64_t& amountMinor)
{
    std::optional<std::int64_t> found;
    bool hasEither = false;
    for (const CsvPlace* place : {&debit, &credit}) {
        if (m_frame.columns().textOf(*place, row).empty())
            continue;
        const auto amount = amountOf(row, *place);
        if (!amount)
            return false;
        hasEither = true;
        if (amount->amountMinor == 0)
            continue;
        if (found)
            return refuse(
                row, debit, "statement.debit_and_credit", "the line has both a debit and a credit");
        // The survey saw that every amount of the column has the same sign.
        const std::int64_t absoluteMinor =
            m_decisions.negative.count(place) > 0 ? -amount->amountMinor : amount->amountMinor;
        found = place == &debit ? -absoluteMinor : absoluteMinor;
    }
    if (!hasEither)
        return refuse(row, debit, "statement.amount", "neither debit nor credit has an amount");
    amountMinor = found.value_or(0);
    amountMinor = m_profile.isInverse ? -amountMinor : amountMinor;
    return true;
}

bool CsvMoneyReader::addFees(const CsvRow& row, std::int64_t& sumMinor, CsvMovement& movement)
{
    for (const CsvPlace& place : m_profile.fees) {
        if (m_frame.columns().textOf(place, row).empty())
            continue;
        const auto fee = amountOf(row, place);
        if (!fee)
            return false;
        const std::int64_t feeMinor =
            m_profile.isFeePositive ? -fee->amountMinor : fee->amountMinor;
        if (feeMinor == 0)
            continue;
        if (!addMinor(sumMinor, feeMinor, m_log))
            return false;
        movement.entry.fees.push_back({feeMinor, movement.entry.currency, true});
    }
    return true;
}

bool CsvMoneyReader::readParts(const CsvRow& row, CsvMovement& movement)
{
    StatementEntry& entry = movement.entry;
    std::int64_t feesMinor = 0;
    std::int64_t refundMinor = 0;
    if (m_frame.columns().has(m_profile.net)) {
        const auto net = amountOf(row, m_profile.net);
        if (!net)
            return false;
        entry.amountMinor = net->amountMinor;
    }
    if (!addFees(row, feesMinor, movement))
        return false;
    if (!m_frame.columns().textOf(m_profile.refund, row).empty()) {
        const auto refund = amountOf(row, m_profile.refund);
        if (!refund)
            return false;
        refundMinor = refund->amountMinor;
    }
    std::int64_t grossMinor = entry.amountMinor;
    if (m_frame.columns().has(m_profile.gross)) {
        const auto gross = amountOf(row, m_profile.gross);
        if (!gross)
            return false;
        grossMinor = gross->amountMinor;
    } else if (!addMinor(grossMinor, -feesMinor, m_log)) {
        return false;
    }
    std::int64_t netMinor = grossMinor;
    if (!addMinor(netMinor, feesMinor, m_log) || !addMinor(netMinor, refundMinor, m_log))
        return false;
    if (netMinor != entry.amountMinor) {
        if (m_profile.conflict == CsvProfile::Conflict::Refuse)
            return refuse(
                row,
                m_profile.net,
                "statement.net_contradicts",
                "the net is not what gross, fees and refund add up to");
        movement.printedNetMinor = entry.amountMinor;
        entry.amountMinor = netMinor;
    }
    entry.parts = EntryParts{grossMinor, feesMinor, refundMinor, netMinor};
    const std::string kind = entry.kind.empty() ? "PAYMENT" : entry.kind;
    movement.parts.emplace_back(kind, grossMinor);
    if (feesMinor != 0)
        movement.parts.emplace_back("FEE", feesMinor);
    if (refundMinor != 0)
        movement.parts.emplace_back("REFUND", refundMinor);
    if (grossMinor != entry.amountMinor)
        entry.details.emplace_back().amountMinor = grossMinor;
    // The refund names another payment than the line does.
    if (refundMinor != 0) {
        entry.details.emplace_back().amountMinor = refundMinor;
        entry.details.back().text = "refund";
    }
    return true;
}

} // namespace onceover
