// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/mt/mt_statement_builder.h"

#include "backend/statements/mt/mt_charges.h"
#include "backend/statements/mt/mt_entry_line.h"
#include "backend/statements/mt/mt_narrative.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

// A file of more statements than accounts in a large company is no statement file.
constexpr std::int64_t kMostStatements = 100'000;

} // namespace

bool MtStatementBuilder::beginMessage(std::int64_t line)
{
    if (!endMessage())
        return false;
    m_header = MtHeader{};
    m_header.line = line;
    return true;
}

bool MtStatementBuilder::field(std::string_view tag, MtLines lines, std::int64_t line)
{
    if (tag == "61")
        return openBody() && entry(lines, line);
    if (tag == "86") {
        narrative(lines);
        return true;
    }
    if (tag == "NS")
        return true;
    if (tag.starts_with("60"))
        return openingBalance(tag, lines);
    if (tag.starts_with("62"))
        return openBody() && closingBalance(tag, lines);
    // Available balances count for nothing here.
    if (tag.starts_with("64") || tag.starts_with("65"))
        return openBody() && flushEntry();
    if (tag == "34F")
        return openBody() && floorLimit(lines.front());
    if (tag.starts_with("90"))
        return openBody() && flushEntry() && controlFigure(tag, lines.front());
    if (!m_header.take(tag, lines, m_log))
        return false;
    if (m_header.hasBody && tag.starts_with("13"))
        m_statement.createdAt = m_header.createdAt;
    return true;
}

void MtStatementBuilder::setCurrency(const std::string& currency)
{
    if (!m_statement.currency.empty() || currency.empty())
        return;
    m_statement.currency = currency;
    m_statement.account = withoutCurrency(m_statement.account, currency);
}

// The message's own statement begins with its first field that says something about money.
bool MtStatementBuilder::openBody()
{
    if (m_header.hasBody)
        return true;
    return finishStatement() && beginStatement();
}

bool MtStatementBuilder::beginStatement()
{
    if (++m_statementCount > kMostStatements)
        return m_log.refuse(
            "statement.too_many_statements", "the file holds more than 100,000 statements");
    m_header.hasBody = true;
    m_statement = Statement{};
    m_statement.format = "MT940";
    m_statement.ordinal = m_statementCount;
    m_statement.line = m_header.line > 0 ? m_header.line : m_log.line();
    m_statement.account = m_header.account;
    m_statement.statementId = m_header.reference;
    m_statement.electronicSequenceNumber = m_header.number;
    m_statement.createdAt = m_header.createdAt;
    m_statement.isInterim = m_header.isInterim;
    m_statement.pageCount = 1;
    m_page = m_header.page;
    m_statement.firstPage = m_page.value_or(0);
    m_totals = StatementTotals{};
    m_isOpen = true;
    m_awaitsPage = m_hasEnded = m_isSeamBroken = m_beginsWithin = false;
    m_pageOpeningMinor.reset();
    m_pageClosingMinor.reset();
    m_pageSumMinor = 0;
    m_position = 0;
    return true;
}

bool MtStatementBuilder::continuesWith(const MtBalance& opening) const
{
    if (!m_isOpen || !m_awaitsPage || m_header.hasBody)
        return false;
    const std::string account = withoutCurrency(m_header.account, m_statement.currency);
    const bool isSameAccount = account.empty() || account == m_statement.account;
    const bool isSameNumber = m_header.number == m_statement.electronicSequenceNumber;
    const bool isNextPage = m_page && m_header.page && *m_header.page == *m_page + 1;
    const bool isSeamWhole = m_statement.closingMinor == opening.amountMinor;
    return isSameAccount && isSameNumber && (isNextPage || isSeamWhole);
}

void MtStatementBuilder::joinPage(const MtBalance& opening)
{
    m_header.hasBody = true;
    if (m_statement.closingMinor != opening.amountMinor) {
        m_isSeamBroken = true;
        m_log.warn(
            "statement.page_seam",
            "a page does not open with the balance that the page before it closed with");
    }
    ++m_statement.pageCount;
    m_page = m_header.page;
    m_hasEnded = m_awaitsPage = false;
    m_pageOpeningMinor = opening.amountMinor;
    m_pageClosingMinor.reset();
    m_pageSumMinor = 0;
    m_statement.closingMinor.reset();
    m_statement.closingCurrency.clear();
    m_statement.closingDate.clear();
}

bool MtStatementBuilder::openingBalance(std::string_view tag, MtLines lines)
{
    const bool isWithin = tag == "60M";
    std::string text;
    for (const std::string& line : lines)
        text += line;
    if (isWithin && m_awaitsPage && !m_header.hasBody) {
        const auto opening = readMtBalance(text, m_statement.currency, m_log);
        if (!opening)
            return false;
        if (continuesWith(*opening)) {
            joinPage(*opening);
            return true;
        }
    }
    if (!openBody())
        return false;
    const auto opening = readMtBalance(text, m_statement.currency, m_log);
    if (!opening)
        return false;
    setCurrency(opening->currency);
    m_statement.openingMinor = m_pageOpeningMinor = opening->amountMinor;
    m_statement.openingCurrency = opening->currency;
    m_statement.openingDate = opening->day;
    m_beginsWithin = isWithin;
    return true;
}

bool MtStatementBuilder::closingBalance(std::string_view tag, MtLines lines)
{
    if (!flushEntry())
        return false;
    std::string text;
    for (const std::string& line : lines)
        text += line;
    const auto closing = readMtBalance(text, m_statement.currency, m_log);
    if (!closing)
        return false;
    setCurrency(closing->currency);
    m_statement.closingMinor = m_pageClosingMinor = closing->amountMinor;
    m_statement.closingCurrency = closing->currency;
    m_statement.closingDate = closing->day;
    m_awaitsPage = tag == "62M";
    closePage();
    return true;
}

void MtStatementBuilder::closePage()
{
    std::int64_t sumMinor = 0;
    if (m_pageOpeningMinor && m_pageClosingMinor
        && !__builtin_add_overflow(*m_pageOpeningMinor, m_pageSumMinor, &sumMinor)
        && sumMinor == *m_pageClosingMinor)
        ++m_statement.tiedPages;
    m_pageOpeningMinor.reset();
}

// "INRD0,", "NZD0,", "EURC10,00".
bool MtStatementBuilder::floorLimit(std::string_view text)
{
    text = trimmed(text);
    const std::string currency(text.substr(0, 3));
    text.remove_prefix(currency.size());
    FloorLimit limit;
    if (!text.empty() && (text.front() == 'C' || text.front() == 'D')) {
        limit.sign = text.front() == 'C' ? 1 : -1;
        text.remove_prefix(1);
    }
    const auto amount = readMtAmount(text, currency, m_log);
    if (!amount)
        return false;
    setCurrency(currency);
    limit.amountMinor = *amount;
    m_statement.floorLimits.push_back(limit);
    m_statement.isInterim = true;
    return m_statement.floorLimits.size() <= 16
           || m_log.refuse("statement.floor_limits", "a message has more than 16 floor limits");
}

// "1INR5000,": number and sum of the entries of one direction.
bool MtStatementBuilder::controlFigure(std::string_view tag, std::string_view text)
{
    text = trimmed(text);
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    ControlFigures& figures = tag == "90C" ? m_totals.credits() : m_totals.debits();
    figures.count = readCount(text.substr(0, digits));
    text.remove_prefix(digits);
    const std::string currency(text.substr(0, 3));
    setCurrency(currency);
    m_statement.isInterim = true;
    std::string sum(trimmed(text.substr(currency.size())).substr(0, 64));
    std::replace(sum.begin(), sum.end(), ',', '.');
    if (sum.ends_with('.'))
        sum.pop_back();
    figures.sum = sum.starts_with('.') ? "0" + sum : sum;
    return true;
}

bool MtStatementBuilder::entry(MtLines lines, std::int64_t line)
{
    if (!flushEntry())
        return false;
    const MtEntryContext context{
        m_statement.currency,
        m_statement.openingDate.empty() ? std::string_view(m_statement.createdAt).substr(0, 10)
                                        : std::string_view(m_statement.openingDate)};
    StatementEntry& read = m_entry.emplace();
    if (!readMtEntry(lines, context, read, m_log)) {
        m_entry.reset();
        return false;
    }
    read.ordinal = ++m_entryCount;
    read.statementOrdinal = m_statement.ordinal;
    read.position = ++m_position;
    read.line = line;
    if (m_hasEnded || m_pageClosingMinor)
        m_log.warn(
            "statement.entry_after_end",
            "an entry stands behind the end of its statement; it is counted, so the balances show "
            "it");
    m_detail = StatementDetail{};
    takeMtCharges(read.text, read, m_detail);
    return true;
}

void MtStatementBuilder::narrative(MtLines lines)
{
    if (!m_entry)
        return;
    MtNarrative read = readMtNarrative(lines);
    takeMtCharges(read.text, *m_entry, m_detail);
    // What the line itself says stands before what its narrative says.
    m_entry->references.merge(read.references);
    if (m_entry->text.empty())
        m_entry->text = std::move(read.text);
    else if (!read.text.empty())
        (m_entry->text += '\n') += read.text;
    if (!read.counterpartyName.empty())
        m_detail.counterpartyName = std::move(read.counterpartyName);
    if (!read.counterpartyAccount.empty())
        m_detail.counterpartyAccount = std::move(read.counterpartyAccount);
    if (!read.returnReason.empty())
        m_detail.returnReason = std::move(read.returnReason);
}

bool MtStatementBuilder::flushEntry()
{
    if (!m_entry)
        return true;
    const bool hasDetail =
        m_detail.amountMinor || m_detail.instructed || !m_detail.counterpartyName.empty()
        || !m_detail.counterpartyAccount.empty() || !m_detail.returnReason.empty();
    if (hasDetail) {
        if (!m_detail.amountMinor)
            m_detail.amountMinor = m_entry->amountMinor;
        m_entry->details.push_back(std::move(m_detail));
    }
    const StatementEntry& entry = *m_entry;
    const bool isCounted = m_totals.add(entry, m_log)
                           && (entry.status != EntryStatus::Booked
                               || addMinor(m_pageSumMinor, entry.amountMinor, m_log));
    const bool isTaken =
        isCounted
        && (m_sink.entry(entry) || m_log.refuse("statement.cancelled", "the reader stopped"));
    m_entry.reset();
    return isTaken;
}

bool MtStatementBuilder::endMessage()
{
    if (!flushEntry())
        return false;
    // A message that says nothing about money still says that the account had no movement.
    if (!m_header.hasBody && !m_header.account.empty() && !openBody())
        return false;
    m_hasEnded = m_isOpen;
    return true;
}

void MtStatementBuilder::warnOfGaps()
{
    if (m_statement.account.empty())
        m_log.warn("statement.account_missing", "the statement names no account");
    if (m_statement.isLastPage == false)
        m_log.warn(
            "statement.more_pages", "the file says that more pages of this statement follow");
    if (m_beginsWithin)
        m_log.warn(
            "statement.first_page_missing",
            "the statement begins in the middle: the page with its opening balance is not here");
    if (m_statement.openingMinor && !m_statement.closingMinor)
        m_log.warn("statement.closing_missing", "the statement has no closing balance");
    if (!m_statement.openingMinor && !m_statement.isInterim)
        m_log.warn("statement.opening_missing", "the statement has no opening balance");
}

bool MtStatementBuilder::finishStatement()
{
    if (!flushEntry())
        return false;
    if (!m_isOpen)
        return true;
    m_isOpen = false;
    const bool hasBalance = m_statement.openingMinor || m_statement.closingMinor;
    m_statement.isInterim = m_statement.isInterim && !hasBalance;
    if (m_statement.isInterim)
        m_statement.format = "MT942";
    if (m_awaitsPage)
        m_statement.isLastPage = false;
    m_awaitsPage = false;
    warnOfGaps();
    if (!m_totals.settle(m_statement, m_log))
        return false;
    if (m_isSeamBroken && m_statement.ties)
        m_statement.ties = false;
    m_statement.warnings = m_log.takeWarnings();
    return m_sink.statement(m_statement)
           || m_log.refuse("statement.cancelled", "the reader stopped");
}

bool MtStatementBuilder::finish()
{
    return endMessage() && finishStatement();
}

} // namespace onceover
