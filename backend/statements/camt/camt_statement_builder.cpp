// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/camt/camt_statement_builder.h"

#include <utility>

namespace onceover {

namespace {

// A file of more statements than accounts in a large company is no statement file.
constexpr std::int64_t kMostStatements = 100'000;

} // namespace

CamtStatementBuilder::CamtStatementBuilder(StatementSink& sink, ParseLog& log)
    : m_sink(sink)
    , m_log(log)
    , m_entryBuilder(log)
{}

bool CamtStatementBuilder::startElement(MessageNode node)
{
    switch (node) {
    case MessageNode::Message:
        m_groupCreatedAt.clear();
        m_groupIsLastPage.reset();
        return true;
    case MessageNode::Statement:
        return beginStatement();
    case MessageNode::Balance:
        m_balance = Balance{};
        return true;
    case MessageNode::Entry:
        m_entryBuilder.setFallbackCurrency(m_statement.currency);
        m_entryBuilder.begin(++m_entryCount, m_statementCount, ++m_position);
        return true;
    default:
        return !m_entryBuilder.isOpen() || m_entryBuilder.startElement(node);
    }
}

bool CamtStatementBuilder::endElement(
    MessageNode node, std::string_view text, std::string_view currency)
{
    if (node == MessageNode::Entry)
        return finishEntry();
    if (m_entryBuilder.isOpen())
        return m_entryBuilder.endElement(node, text, currency);
    switch (node) {
    case MessageNode::Statement:
        return finishStatement();
    case MessageNode::Balance:
        return finishBalance();
    case MessageNode::BalanceCode:
    case MessageNode::BalanceAmount:
    case MessageNode::BalanceDirection:
    case MessageNode::BalanceDay:
        return endBalanceField(node, text, currency);
    case MessageNode::SummaryAllCount:
    case MessageNode::SummaryAllSum:
    case MessageNode::SummaryCreditsCount:
    case MessageNode::SummaryCreditsSum:
    case MessageNode::SummaryDebitsCount:
    case MessageNode::SummaryDebitsSum:
        return endSummaryField(node, text);
    default:
        return endStatementField(node, text);
    }
}

bool CamtStatementBuilder::beginStatement()
{
    if (++m_statementCount > kMostStatements)
        return m_log.refuse(
            "statement.too_many_statements", "the file holds more than 100,000 statements");
    m_statement = Statement{};
    m_statement.format = m_format;
    m_statement.isInterim = m_format != "camt.053";
    m_statement.ordinal = m_statementCount;
    m_statement.line = m_log.line();
    m_position = 0;
    m_totals = StatementTotals{};
    m_opening.reset();
    m_previousClosing.reset();
    m_closing.reset();
    return true;
}

bool CamtStatementBuilder::endStatementField(MessageNode node, std::string_view text)
{
    switch (node) {
    case MessageNode::GroupCreated:
        return readIdentifier(text, m_groupCreatedAt, m_log);
    case MessageNode::GroupLastPage:
        m_groupIsLastPage = readFlag(text);
        return true;
    case MessageNode::StatementId:
        return readIdentifier(text, m_statement.statementId, m_log);
    case MessageNode::ElectronicSequence:
        return readIdentifier(text, m_statement.electronicSequenceNumber, m_log);
    case MessageNode::LegalSequence:
        return readIdentifier(text, m_statement.legalSequenceNumber, m_log);
    case MessageNode::StatementCreated:
        return readIdentifier(text, m_statement.createdAt, m_log);
    case MessageNode::CopyMark:
        return readIdentifier(text, m_statement.copyMark, m_log);
    case MessageNode::StatementLastPage:
        m_statement.isLastPage = readFlag(text);
        return true;
    case MessageNode::PeriodFrom:
        return readIdentifier(text, m_statement.periodFrom, m_log);
    case MessageNode::PeriodTo:
        return readIdentifier(text, m_statement.periodTo, m_log);
    case MessageNode::AccountIban:
        return readIdentifier(text, m_statement.account, m_log);
    case MessageNode::AccountOtherId:
        return !m_statement.account.empty() || readIdentifier(text, m_statement.account, m_log);
    case MessageNode::AccountCurrency:
        return readIdentifier(text, m_statement.currency, m_log);
    default:
        return true;
    }
}

// Control figures are compared, never relied on: what cannot be read makes no refusal.
bool CamtStatementBuilder::endSummaryField(MessageNode node, std::string_view text)
{
    const bool isAll = node == MessageNode::SummaryAllCount || node == MessageNode::SummaryAllSum;
    const bool isCredit =
        node == MessageNode::SummaryCreditsCount || node == MessageNode::SummaryCreditsSum;
    ControlFigures& figures = isAll      ? m_totals.all()
                              : isCredit ? m_totals.credits()
                                         : m_totals.debits();
    const bool isCount = node == MessageNode::SummaryAllCount
                         || node == MessageNode::SummaryCreditsCount
                         || node == MessageNode::SummaryDebitsCount;
    if (isCount)
        figures.count = readCount(text);
    else
        figures.sum = std::string(trimmed(text).substr(0, 64));
    return true;
}

bool CamtStatementBuilder::endBalanceField(
    MessageNode node, std::string_view text, std::string_view currency)
{
    switch (node) {
    case MessageNode::BalanceCode:
        return readIdentifier(text, m_balance.code, m_log);
    case MessageNode::BalanceAmount:
        m_balance.amount =
            readAmount(text, currency.empty() ? m_statement.currency : currency, m_log);
        return m_balance.amount.has_value();
    case MessageNode::BalanceDirection:
        m_balance.sign = readDirection(text, m_log);
        return m_balance.sign.has_value();
    default: {
        auto day = readDay(text, m_log);
        if (day)
            m_balance.day = std::move(*day);
        return day.has_value();
    }
    }
}

// Several days in one statement give several booked balances: the earliest opening and the latest
// closing frame them. The closing balance of the statement before (PRCD) is an opening balance too,
// where there is no other.
bool CamtStatementBuilder::finishBalance()
{
    const bool isOpening = m_balance.code == "OPBD";
    const bool isPrevious = m_balance.code == "PRCD";
    const bool isClosing = m_balance.code == "CLBD";
    if (!isOpening && !isPrevious && !isClosing) {
        if (m_balance.amount)
            takeCurrency(m_balance.amount->currency);
        return true;
    }
    if (!m_balance.amount || !m_balance.sign)
        return m_log.refuse(
            "statement.field_missing", "a booked balance has no amount or no CRDT or DBIT");
    takeCurrency(m_balance.amount->currency);
    const bool isOwnCurrency = m_balance.amount->currency == m_statement.currency;
    if (!isOwnCurrency)
        m_log.warn(
            "statement.balance_in_other_currency",
            "a booked balance is in another currency than the account");
    auto& slot = isOpening ? m_opening : isPrevious ? m_previousClosing : m_closing;
    if (slot && slot->day == m_balance.day && slot->amount->currency == m_balance.amount->currency
        && *slot->sign * slot->amount->amountMinor
               != *m_balance.sign * m_balance.amount->amountMinor)
        return m_log.refuse(
            "statement.balance_repeated",
            "two booked balances of one kind and one day differ: which counts?");
    const bool isSlotOwnCurrency = slot && slot->amount->currency == m_statement.currency;
    const bool isBetterDay =
        !slot || (isClosing ? m_balance.day >= slot->day : m_balance.day < slot->day);
    if (isOwnCurrency == isSlotOwnCurrency ? isBetterDay : isOwnCurrency || !slot)
        slot = std::move(m_balance);
    return true;
}

void CamtStatementBuilder::takeCurrency(const std::string& currency)
{
    if (m_statement.currency.empty())
        m_statement.currency = currency;
}

void CamtStatementBuilder::takeBalances()
{
    const auto& opening = m_opening ? m_opening : m_previousClosing;
    if (opening) {
        m_statement.openingMinor = *opening->sign * opening->amount->amountMinor;
        m_statement.openingCurrency = opening->amount->currency;
        m_statement.openingDate = opening->day;
    }
    if (m_closing) {
        m_statement.closingMinor = *m_closing->sign * m_closing->amount->amountMinor;
        m_statement.closingCurrency = m_closing->amount->currency;
        m_statement.closingDate = m_closing->day;
    }
}

bool CamtStatementBuilder::finishEntry()
{
    if (!m_entryBuilder.finish(m_statement))
        return false;
    const StatementEntry& entry = m_entryBuilder.entry();
    takeCurrency(entry.currency);
    if (!m_totals.add(entry, m_log))
        return false;
    return m_sink.entry(entry) || m_log.refuse("statement.cancelled", "the reader stopped");
}

bool CamtStatementBuilder::finishStatement()
{
    takeBalances();
    if (m_statement.createdAt.empty())
        m_statement.createdAt = m_groupCreatedAt;
    if (!m_statement.isLastPage)
        m_statement.isLastPage = m_groupIsLastPage;
    if (m_statement.isLastPage == false)
        m_log.warn(
            "statement.more_pages", "the file says that more pages of this statement follow");
    if (!m_statement.copyMark.empty())
        m_log.warn("statement.copy", "the bank marks this statement as a copy or duplicate");
    if (m_statement.account.empty())
        m_log.warn("statement.account_missing", "the statement names no account");
    if (!m_totals.settle(m_statement, m_log))
        return false;
    m_statement.warnings = m_log.takeWarnings();
    return m_sink.statement(m_statement)
           || m_log.refuse("statement.cancelled", "the reader stopped");
}

} // namespace onceover
