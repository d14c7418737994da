// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_statement_builder.h"

#include "backend/domain/money.h"
#include "backend/statements/field_text.h"

#include <algorithm>

namespace onceover {

namespace {

std::string decimalOf(std::int64_t amountMinor, const std::string& code)
{
    const auto currency = Currency::fromCode(code);
    return Money(amountMinor, currency ? *currency : *Currency::fromCode("EUR")).toDecimal();
}

} // namespace

CsvStatementBuilder::CsvStatementBuilder(
    const CsvProfile& profile,
    const CsvGroup& group,
    std::int64_t ordinal,
    std::int64_t entries,
    StatementSink& sink,
    ParseLog& log)
    : m_profile(profile)
    , m_sink(sink)
    , m_log(log)
    , m_balance(profile.isBalanceBefore)
    , m_entriesBefore(entries)
{
    m_statement.format = "csv:" + profile.name;
    m_statement.layer = toText(profile.layer);
    m_statement.ordinal = ordinal;
    m_statement.account = group.account;
    m_statement.currency = group.currency;
    m_statement.statementId = group.statementId;
    m_statement.showsItsEnd = false;
}

bool CsvStatementBuilder::add(CsvMovement& movement)
{
    StatementEntry& entry = movement.entry;
    ++m_position;
    entry.position = m_position;
    entry.ordinal = m_entriesBefore + m_position;
    entry.statementOrdinal = m_statement.ordinal;
    if (m_statement.line == 0)
        m_statement.line = entry.line;
    if (m_statement.currency.empty())
        m_statement.currency = entry.currency;
    if (m_statement.periodFrom.empty() || entry.bookingDate < m_statement.periodFrom)
        m_statement.periodFrom = entry.bookingDate;
    m_statement.periodTo = std::max(m_statement.periodTo, entry.bookingDate);
    m_hasFeesBeside = m_hasFeesBeside || movement.balanceMoveMinor != entry.amountMinor;
    const bool fits =
        m_totals.add(entry, m_log) && addMinor(m_moveMinor, movement.balanceMoveMinor, m_log)
        && addMinor(m_netMinor, entry.amountMinor, m_log)
        && addMinor(m_printedNetMinor, movement.printedNetMinor.value_or(entry.amountMinor), m_log);
    if (!fits)
        return false;
    bool isSummed = true;
    for (const auto& [kind, amountMinor] : movement.parts)
        isSummed = isSummed && m_settlement.add(kind, amountMinor);
    if (!isSummed || !m_balance.add(movement.balanceMoveMinor, movement.balanceMinor, entry.line))
        return m_log.refuse(
            "statement.sum_too_large", "a sum of amounts does not fit 64 bits of minor units");
    std::int64_t beforeMinor = movement.balanceMinor.value_or(0);
    const bool isBeforeKnown =
        movement.balanceMinor
        && (m_profile.isBalanceBefore
            || !__builtin_sub_overflow(beforeMinor, movement.balanceMoveMinor, &beforeMinor));
    if (isBeforeKnown)
        entry.balanceBeforeMinor = beforeMinor;
    if (!m_sink.entry(entry))
        return m_log.refuseField("statement.cancelled", "the reading was cancelled", {});
    return true;
}

bool CsvStatementBuilder::readMark(
    const CsvMark& mark, const CsvDecisions& decisions, std::optional<std::int64_t>& targetMinor)
{
    if (mark.text.empty()) {
        m_log.setLine(mark.line);
        m_log.warn("statement.balance_empty", "a line that gives a balance has none in it");
        return true;
    }
    CsvAmountFormat format = m_profile.numbers;
    format.decimal = decisions.decimal;
    const auto known = Currency::fromCode(m_statement.currency);
    const auto amount = readCsvAmount(mark.text, format, known ? known->exponent() : 2);
    if (!amount) {
        m_log.setLine(mark.line);
        return m_log.refuseField(
            amount.error().code,
            "the balance \"" + mark.text.substr(0, 40) + "\" " + amount.error().message,
            {});
    }
    targetMinor = amount->amountMinor;
    return true;
}

bool CsvStatementBuilder::settleBalances(const CsvFrame& frame, const CsvDecisions& decisions)
{
    // What the file says about the whole belongs to its one statement.
    if (decisions.groups.size() <= 1) {
        if (frame.opening() && !readMark(*frame.opening(), decisions, m_statement.openingMinor))
            return false;
        if (frame.closing() && !readMark(*frame.closing(), decisions, m_statement.closingMinor))
            return false;
    }
    m_statement.showsItsEnd = m_statement.openingMinor && m_statement.closingMinor;
    if (m_balance.isKnown() && m_statement.totals.size() <= 1)
        m_statement.balancesFollow = m_balance.ends().has_value();
    if (m_statement.showsItsEnd || !m_balance.isKnown())
        return settleMarks();
    if (m_statement.totals.size() > 1)
        return true;
    const auto ends = m_balance.ends();
    if (!ends) {
        m_statement.ties = false;
        m_log.setLine(m_balance.breakLine());
        m_log.warn(
            "statement.does_not_tie",
            "the balance of this line does not follow from the lines before it");
        return true;
    }
    m_statement.ties = true;
    for (auto [given, chained] :
         {std::pair(&m_statement.openingMinor, ends->openingMinor),
          std::pair(&m_statement.closingMinor, ends->closingMinor)}) {
        if (*given && **given != chained) {
            m_statement.ties = false;
            m_log.warn(
                "statement.does_not_tie",
                "the balances beside the lines do not lead to the balance of the file");
        }
        *given = chained;
    }
    return true;
}

bool CsvStatementBuilder::settleMarks()
{
    if (!m_statement.openingMinor || !m_statement.closingMinor || m_statement.totals.size() > 1)
        return true;
    std::int64_t sumMinor = *m_statement.openingMinor;
    if (!addMinor(sumMinor, m_moveMinor, m_log))
        return false;
    m_statement.ties = sumMinor == *m_statement.closingMinor;
    if (!*m_statement.ties)
        m_log.warn(
            "statement.does_not_tie",
            "opening balance + credits - debits is not the closing balance");
    return true;
}

void CsvStatementBuilder::settleParts()
{
    if (m_profile.layer == CsvLayer::Bank || m_statement.totals.size() > 1)
        return;
    m_statement.settlement = m_settlement.parts();
    const std::string& currency = m_statement.currency;
    if (m_printedNetMinor != m_netMinor) {
        const std::int64_t differenceMinor = m_printedNetMinor - m_netMinor;
        const std::string part = m_settlement.explains(differenceMinor);
        m_log.warn(
            "statement.net_differs",
            "the file's nets add up to " + decimalOf(m_printedNetMinor, currency)
                + " and its parts to " + decimalOf(m_netMinor, currency) + ": they differ by "
                + decimalOf(differenceMinor, currency)
                + (part.empty() ? ", which no part explains" : ", explained by " + part));
    }
    if (!m_profile.balancesToZero)
        return;
    m_statement.settlementRemainderMinor = m_settlement.netMinor();
    m_statement.ties = m_settlement.netMinor() == 0;
    m_statement.showsItsEnd = *m_statement.ties;
    if (!*m_statement.ties)
        m_log.warn(
            "statement.settlement_remainder",
            "payments, fees, refunds, carry and payout leave "
                + decimalOf(m_settlement.netMinor(), currency) + " unexplained");
}

bool CsvStatementBuilder::finish(
    const CsvFrame& frame, const CsvDecisions& decisions, const TextEncoding& encoding)
{
    m_statement.encoding = encoding.charset;
    m_statement.encodingReason = toText(encoding.reason);
    if (m_position == 0)
        m_log.warn("statement.no_rows", "the file has no movements");
    if (m_hasFeesBeside)
        m_log.warn(
            "statement.fees_beside",
            "fees stand beside the amounts and are no part of the statement's credits and debits");
    m_statement.entryCount = m_position;
    // The balances are settled here, where fees beside the amounts count.
    if (!m_totals.settle(m_statement, m_log) || !settleBalances(frame, decisions))
        return false;
    m_statement.openingCurrency = m_statement.openingMinor ? m_statement.currency : "";
    m_statement.closingCurrency = m_statement.closingMinor ? m_statement.currency : "";
    settleParts();
    warnOfEncoding(encoding, m_log);
    m_statement.warnings = m_log.takeWarnings();
    if (!m_sink.statement(m_statement))
        return m_log.refuseField("statement.cancelled", "the reading was cancelled", {});
    return true;
}

} // namespace onceover
