// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_totals.h"

#include "backend/domain/money.h"

namespace onceover {

namespace {

// Whether a control figure agrees; nothing when the file has none that can be read.
std::optional<bool> agrees(const std::optional<std::int64_t>& printed, std::int64_t counted)
{
    return printed ? std::optional(*printed == counted) : std::nullopt;
}

std::optional<bool> sumAgrees(const std::string& printed, std::int64_t sumMinor, int exponent)
{
    if (printed.empty())
        return std::nullopt;
    const auto minor = Money::minorFromDecimal(printed, exponent);
    return minor && *minor == sumMinor;
}

} // namespace

bool StatementTotals::add(const StatementEntry& entry, ParseLog& log)
{
    ++m_entryCount;
    m_hasSeveralCurrencies =
        m_hasSeveralCurrencies || (!m_currency.empty() && m_currency != entry.currency);
    m_currency = entry.currency;
    const bool isCredit = entry.amountMinor >= 0;
    const std::int64_t absoluteMinor = isCredit ? entry.amountMinor : -entry.amountMinor;
    Counter& every = isCredit ? m_everyCredit : m_everyDebit;
    ++every.entries;
    if (!addMinor(every.sumMinor, absoluteMinor, log))
        return false;
    if (entry.status != EntryStatus::Booked)
        return true;
    CurrencyTotal& total = m_booked[entry.currency];
    total.currency = entry.currency;
    ++total.bookedEntries;
    if (!addMinor(isCredit ? total.creditsMinor : total.debitsMinor, absoluteMinor, log))
        return false;
    return !entry.isReversal || addMinor(m_reversals[entry.currency], entry.amountMinor, log);
}

bool StatementTotals::settle(Statement& statement, ParseLog& log) const
{
    statement.entryCount = m_entryCount;
    CurrencyTotal own;
    for (const auto& [currency, total] : m_booked) {
        statement.totals.push_back(total);
        if (currency == statement.currency)
            own = total;
    }
    statement.creditsMinor = own.creditsMinor;
    statement.debitsMinor = own.debitsMinor;
    settleControl(statement, log);
    return settleTies(statement, own, log);
}

bool StatementTotals::settleTies(
    Statement& statement, const CurrencyTotal& total, ParseLog& log) const
{
    const bool hasOthers = statement.totals.size() > m_booked.count(statement.currency);
    if (hasOthers)
        log.warn(
            "statement.entries_in_other_currencies",
            "booked entries in other currencies are not part of the statement's sums");
    if (!statement.openingMinor || !statement.closingMinor || hasOthers)
        return true;
    if (statement.openingCurrency != statement.currency
        || statement.closingCurrency != statement.currency) {
        statement.ties = false;
        return true;
    }
    std::int64_t sumMinor = *statement.openingMinor;
    if (!addMinor(sumMinor, total.creditsMinor, log)
        || !addMinor(sumMinor, -total.debitsMinor, log))
        return false;
    statement.ties = sumMinor == *statement.closingMinor;
    if (*statement.ties)
        return true;
    log.warn(
        "statement.does_not_tie", "opening balance + credits - debits is not the closing balance");
    const auto reversals = m_reversals.find(statement.currency);
    if (reversals == m_reversals.end() || reversals->second == 0)
        return true;
    if (!addMinor(sumMinor, -reversals->second, log)
        || !addMinor(sumMinor, -reversals->second, log))
        return false;
    if (sumMinor == *statement.closingMinor)
        log.warn(
            "statement.ties_with_reversal_flipped",
            "the statement ties only when the sign of its reversals is turned: the bank may print "
            "reversals with the "
            "original direction; nothing was turned");
    return true;
}

void StatementTotals::settleControl(Statement& statement, ParseLog& log) const
{
    const auto known = Currency::fromCode(statement.currency);
    const int exponent = known ? known->exponent() : 2;
    std::int64_t everyMinor = 0;
    const bool hasSum =
        !m_hasSeveralCurrencies
        && !__builtin_add_overflow(m_everyCredit.sumMinor, m_everyDebit.sumMinor, &everyMinor);
    const auto figure = [hasSum, exponent](const std::string& printed, std::int64_t sumMinor) {
        return hasSum ? sumAgrees(printed, sumMinor, exponent) : std::nullopt;
    };
    const std::optional<bool> checks[] = {
        agrees(m_all.count, m_entryCount),
        agrees(m_credits.count, m_everyCredit.entries),
        agrees(m_debits.count, m_everyDebit.entries),
        figure(m_all.sum, everyMinor),
        figure(m_credits.sum, m_everyCredit.sumMinor),
        figure(m_debits.sum, m_everyDebit.sumMinor),
    };
    for (const auto& check : checks) {
        if (check)
            statement.controlTotalsHold = statement.controlTotalsHold.value_or(true) && *check;
    }
    if (statement.controlTotalsHold == false)
        log.warn(
            "statement.control_totals_differ",
            "the file's own counts or sums of entries differ from the entries that are in it");
}

} // namespace onceover
