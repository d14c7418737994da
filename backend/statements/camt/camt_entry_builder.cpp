// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/camt/camt_entry_builder.h"

#include "backend/statements/camt/camt_reference_key.h"

#include <algorithm>
#include <set>
#include <utility>

namespace onceover {

namespace {

// One entry is held in memory at a time, so its size bounds the memory of the whole parse.
constexpr std::size_t kLargestEntryBytes = std::size_t{32} * 1024 * 1024;
// What an empty detail costs by itself.
constexpr std::size_t kDetailBytes = 640;

// Lines of narrative, each once: banks repeat the same text on several levels.
std::string joined(const std::vector<std::string>& lines)
{
    std::set<std::string_view> kept;
    std::string text;
    for (const std::string& line : lines) {
        if (line.empty() || !kept.insert(line).second)
            continue;
        if (!text.empty())
            text += '\n';
        text += line;
    }
    return text;
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

std::string accountKey(std::string_view account)
{
    std::string key;
    for (const char character : account) {
        if (character != ' ')
            key += character;
    }
    return key;
}

} // namespace

void CamtEntryBuilder::begin(
    std::int64_t ordinal, std::int64_t statementOrdinal, std::int64_t position)
{
    m_entry = StatementEntry{};
    m_entry.ordinal = ordinal;
    m_entry.statementOrdinal = statementOrdinal;
    m_entry.position = position;
    m_entry.line = m_log.line();
    m_details.clear();
    m_entryLines.clear();
    m_amount.reset();
    m_sign.reset();
    m_status.reset();
    m_size = 0;
    m_isOpen = true;
    m_isInDetail = false;
}

bool CamtEntryBuilder::startElement(MessageNode node)
{
    switch (node) {
    case MessageNode::Detail:
        m_isInDetail = true;
        m_details.emplace_back();
        return takeSize(kDetailBytes);
    case MessageNode::Charges:
        m_charge = OpenCharge{};
        break;
    case MessageNode::ChargeRecord: {
        const auto total = m_charge.total;
        m_charge = OpenCharge{};
        m_charge.total = total;
        m_charge.hasRecord = true;
        break;
    }
    default:
        break;
    }
    return true;
}

bool CamtEntryBuilder::endElement(
    MessageNode node, std::string_view text, std::string_view currency)
{
    switch (node) {
    case MessageNode::ChargesTotal:
    case MessageNode::ChargeAmount:
    case MessageNode::ChargeDirection:
    case MessageNode::ChargeIncluded:
        return endChargeField(node, text, currency);
    case MessageNode::ChargeRecord:
    case MessageNode::Charges:
        if (node == MessageNode::Charges && !m_charge.amount && !m_charge.hasRecord)
            m_charge.amount = m_charge.total;
        closeCharge();
        return takeSize(sizeof(StatementFee));
    case MessageNode::Detail:
        closeDetail();
        return true;
    default:
        return m_isInDetail ? endDetailField(node, text, currency)
                            : endEntryField(node, text, currency);
    }
}

bool CamtEntryBuilder::endEntryField(
    MessageNode node, std::string_view text, std::string_view currency)
{
    const auto takeDay = [this, text](std::string& target) {
        auto day = readDay(text, m_log);
        if (day && target.empty())
            target = std::move(*day);
        return day.has_value();
    };
    switch (node) {
    case MessageNode::EntryAmount:
        m_amount = amountOf(text, currency);
        return m_amount.has_value();
    case MessageNode::EntryDirection:
        m_sign = readDirection(text, m_log);
        return m_sign.has_value();
    case MessageNode::EntryReversal: {
        const auto flag = readFlag(text);
        m_entry.isReversal = flag.value_or(false);
        return flag || m_log.refuse("statement.flag", "a reversal mark is neither true nor false");
    }
    case MessageNode::EntryStatusText:
    case MessageNode::EntryStatusCode:
    case MessageNode::EntryStatusProprietary:
        return endStatus(text, node == MessageNode::EntryStatusProprietary);
    case MessageNode::BookingDay:
        return takeDay(m_entry.bookingDate);
    case MessageNode::ValueDay:
        return takeDay(m_entry.valueDate);
    case MessageNode::BatchCount:
        m_entry.batchCount = readCount(text);
        return true;
    case MessageNode::EntryText:
        return takeLine(text);
    default:
        return takeReference(m_entry.references, referenceKey(node), text);
    }
}

bool CamtEntryBuilder::endStatus(std::string_view text, bool isProprietary)
{
    const std::string_view status = trimmed(text);
    if (m_status || status.empty())
        return true;
    if (!isProprietary && status == "BOOK") {
        m_status = EntryStatus::Booked;
    } else if (!isProprietary && (status == "PDNG" || status == "FUTR")) {
        m_status = EntryStatus::Pending;
    } else {
        m_status = EntryStatus::Info;
        if (isProprietary || status != "INFO")
            m_log.warn(
                "statement.status_unknown",
                "an entry status that the standard does not have is taken as information only");
    }
    return true;
}

bool CamtEntryBuilder::endDetailField(
    MessageNode node, std::string_view text, std::string_view currency)
{
    OpenDetail& open = m_details.back();
    switch (node) {
    case MessageNode::DetailAmount:
    case MessageNode::InstructedAmountValue:
    case MessageNode::TransactionAmountValue:
        return endDetailAmount(node, text, currency);
    case MessageNode::DetailDirection:
        open.sign = readDirection(text, m_log);
        return open.sign.has_value();
    case MessageNode::RemittanceText:
    case MessageNode::StructuredText:
    case MessageNode::DetailText:
        return takeLine(text);
    case MessageNode::CreditorReferenceValue:
        return takeReference(open.detail.references, kCreditorReference, text) && takeLine(text);
    case MessageNode::ReturnReasonCode:
        return readIdentifier(text, open.detail.returnReason, m_log)
               && takeSize(open.detail.returnReason.size());
    case MessageNode::DebtorName:
    case MessageNode::DebtorAccountValue:
    case MessageNode::CreditorName:
    case MessageNode::CreditorAccountValue:
        return endPartyField(node, text);
    default:
        return takeReference(open.detail.references, referenceKey(node), text);
    }
}

bool CamtEntryBuilder::endDetailAmount(
    MessageNode node, std::string_view text, std::string_view currency)
{
    OpenDetail& open = m_details.back();
    const auto amount = amountOf(text, currency);
    if (!amount)
        return false;
    if (node == MessageNode::InstructedAmountValue)
        open.detail.instructed = ForeignAmount{amount->amountMinor, amount->currency};
    else if (node == MessageNode::DetailAmount)
        open.own = amount;
    else
        open.transaction = amount;
    return true;
}

bool CamtEntryBuilder::endPartyField(MessageNode node, std::string_view text)
{
    OpenDetail& open = m_details.back();
    const bool isDebtor =
        node == MessageNode::DebtorName || node == MessageNode::DebtorAccountValue;
    Party& party = isDebtor ? open.debtor : open.creditor;
    const bool isName = node == MessageNode::DebtorName || node == MessageNode::CreditorName;
    return readIdentifier(text, isName ? party.name : party.account, m_log)
           && takeSize(text.size());
}

bool CamtEntryBuilder::endChargeField(
    MessageNode node, std::string_view text, std::string_view currency)
{
    if (node == MessageNode::ChargeIncluded) {
        m_charge.isIncluded = readFlag(text);
        return true;
    }
    if (node == MessageNode::ChargeDirection) {
        const auto sign = readDirection(text, m_log);
        m_charge.sign = sign.value_or(-1);
        return sign.has_value();
    }
    const auto amount = amountOf(text, currency);
    (node == MessageNode::ChargesTotal ? m_charge.total : m_charge.amount) = amount;
    return amount.has_value();
}

void CamtEntryBuilder::closeCharge()
{
    if (m_charge.amount && m_charge.amount->amountMinor != 0)
        m_entry.fees.push_back(StatementFee{
            m_charge.sign * m_charge.amount->amountMinor,
            m_charge.amount->currency,
            m_charge.isIncluded});
    m_charge.amount.reset();
}

void CamtEntryBuilder::closeDetail()
{
    OpenDetail& open = m_details.back();
    open.detail.text = joined(open.lines);
    open.lines = {};
    m_isInDetail = false;
}

bool CamtEntryBuilder::takeReference(
    StatementReferences& references, std::string_view key, std::string_view text)
{
    if (key.empty() || isNoReference(text))
        return true;
    std::string value;
    if (!readIdentifier(text, value, m_log))
        return false;
    const std::size_t bytes = value.size();
    references.emplace(std::string(key), std::move(value));
    return takeSize(bytes + 64);
}

bool CamtEntryBuilder::takeLine(std::string_view text)
{
    auto& lines = m_isInDetail ? m_details.back().lines : m_entryLines;
    lines.push_back(collapsed(text));
    return takeSize(lines.back().size() + sizeof(std::string));
}

bool CamtEntryBuilder::takeSize(std::size_t bytes)
{
    m_size += bytes;
    return m_size <= kLargestEntryBytes
           || m_log.refuse(
               "statement.entry_too_large", "one entry holds more than 32 MiB of details");
}

std::optional<MinorAmount> CamtEntryBuilder::amountOf(
    std::string_view text, std::string_view currency)
{
    return readAmount(text, currency.empty() ? m_fallbackCurrency : currency, m_log);
}

bool CamtEntryBuilder::hasOneDetail() const
{
    return m_details.size() == 1 && m_entry.batchCount.value_or(1) <= 1;
}

bool CamtEntryBuilder::finish(const Statement& statement)
{
    m_isOpen = false;
    if (!m_amount)
        return m_log.refuse("statement.field_missing", "an entry has no amount");
    if (!m_sign)
        return m_log.refuse("statement.field_missing", "an entry says neither CRDT nor DBIT");
    m_entry.amountMinor = *m_sign * m_amount->amountMinor;
    m_entry.currency = m_amount->currency;
    if (!m_status)
        m_log.warn("statement.status_missing", "an entry without a status is taken as booked");
    m_entry.status = m_status.value_or(EntryStatus::Booked);
    for (OpenDetail& open : m_details)
        settleDetail(open, statement);
    settleSingleDetail();
    m_entry.text = joined(m_entryLines);
    m_entry.details.reserve(m_details.size());
    for (OpenDetail& open : m_details)
        m_entry.details.push_back(std::move(open.detail));
    m_details.clear();
    settleUnexplained();
    return true;
}

void CamtEntryBuilder::settleDetail(OpenDetail& open, const Statement& statement)
{
    const int sign = open.sign.value_or(*m_sign);
    if (open.own && open.own->currency == m_entry.currency)
        open.detail.amountMinor = sign * open.own->amountMinor;
    else if (open.transaction && open.transaction->currency == m_entry.currency)
        open.detail.amountMinor = sign * open.transaction->amountMinor;
    if (!open.detail.instructed && open.own && open.own->currency != m_entry.currency)
        open.detail.instructed = ForeignAmount{open.own->amountMinor, open.own->currency};
    // The other party is the one that is not this account. Where accounts do not tell, the
    // direction does; a reversal keeps the roles of the movement it undoes.
    const std::string ours = accountKey(statement.account);
    const bool isDebtorUs = !ours.empty() && accountKey(open.debtor.account) == ours;
    const bool isCreditorUs = !ours.empty() && accountKey(open.creditor.account) == ours;
    const bool isMoneyIn = (*m_sign > 0) != m_entry.isReversal;
    const bool isOtherTheDebtor = isDebtorUs == isCreditorUs ? isMoneyIn : isCreditorUs;
    Party& other = isOtherTheDebtor ? open.debtor : open.creditor;
    open.detail.counterpartyName = std::move(other.name);
    open.detail.counterpartyAccount = std::move(other.account);
}

// An entry with exactly one transaction is that transaction: its references, text and amount are
// the entry's.
void CamtEntryBuilder::settleSingleDetail()
{
    if (!hasOneDetail())
        return;
    StatementDetail& detail = m_details.front().detail;
    for (const auto& [key, value] : detail.references)
        m_entry.references.emplace(key, value);
    if (!detail.amountMinor)
        detail.amountMinor = m_entry.amountMinor;
    const auto lines = linesOf(detail.text);
    m_entryLines.insert(m_entryLines.begin(), lines.begin(), lines.end());
}

void CamtEntryBuilder::settleUnexplained()
{
    if (m_entry.details.empty()
        || (m_entry.batchCount && std::cmp_not_equal(*m_entry.batchCount, m_entry.details.size())))
        return;
    std::int64_t restMinor = m_entry.amountMinor;
    for (const StatementDetail& detail : m_entry.details) {
        if (!detail.amountMinor
            || __builtin_sub_overflow(restMinor, *detail.amountMinor, &restMinor))
            return;
    }
    if (restMinor == 0)
        return;
    for (const StatementFee& fee : m_entry.fees) {
        if (fee.currency == m_entry.currency
            && __builtin_sub_overflow(restMinor, fee.amountMinor, &restMinor))
            return;
    }
    if (restMinor != 0)
        m_entry.unexplainedMinor = restMinor;
}

} // namespace onceover
