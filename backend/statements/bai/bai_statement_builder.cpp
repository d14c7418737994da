// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/bai/bai_statement_builder.h"

#include "backend/domain/currency.h"
#include "backend/statements/bai/bai_entry.h"

#include <cstdlib>

namespace onceover {

namespace {

// A file of more statements than accounts in a large company is no statement file.
constexpr std::int64_t kMostStatements = 100'000;
constexpr std::string_view kStandardCurrency = "USD";

const std::string& fieldAt(const std::vector<std::string>& fields, std::size_t position)
{
    static const std::string kNone;
    return position < fields.size() ? fields[position] : kNone;
}

} // namespace

bool BaiStatementBuilder::record(const BaiRecord& record)
{
    if (record.code == "01")
        return beginFile(record);
    if (!m_file.isOpen)
        return m_log.refuse(
            "statement.record_order", "record " + record.code + " stands before any 01");
    m_file.records += record.count;
    if (record.code == "02")
        return beginGroup(record);
    if (record.code == "99")
        return endFile(record);
    if (!m_group.isOpen)
        return m_log.refuse(
            "statement.record_order", "record " + record.code + " stands in no group (02)");
    m_group.records += record.count;
    if (record.code == "03")
        return beginAccount(record);
    if (record.code == "98")
        return endGroup(record);
    if (!m_account.isOpen)
        return m_log.refuse(
            "statement.record_order", "record " + record.code + " stands in no account (03)");
    m_account.records += record.count;
    return record.code == "16" ? detail(record) : endAccount(record);
}

bool BaiStatementBuilder::beginFile(const BaiRecord& record)
{
    if (!closeOpen(false, false, false))
        return false;
    const auto fields = baiFieldsOf(record);
    m_file = Tally{true, 0, 0, record.count};
    const auto day = baiDay(fieldAt(fields, 2), m_log);
    if (!day)
        return false;
    const std::string& time = fieldAt(fields, 3);
    m_createdAt = *day;
    if (!day->empty() && time.size() == 4)
        m_createdAt += "T" + time.substr(0, 2) + ":" + time.substr(2) + ":00";
    m_fileId = fieldAt(fields, 0) + ":" + fieldAt(fields, 2) + ":" + fieldAt(fields, 4);
    if (m_fileId.size() > 200)
        return m_log.refuse(
            "statement.identifier_length", "an identifier is longer than 200 bytes");
    const std::string& version = fieldAt(fields, 7);
    if (version != "2" && !version.empty())
        m_log.warn("statement.unknown_version", "the file's BAI version is not 2");
    return true;
}

bool BaiStatementBuilder::beginGroup(const BaiRecord& record)
{
    if (!closeOpen(false, false, true))
        return false;
    const auto fields = baiFieldsOf(record);
    ++m_file.parts;
    m_group = Tally{true, 0, 0, record.count};
    auto day = baiDay(fieldAt(fields, 3), m_log);
    if (!day)
        return false;
    m_groupDay = std::move(*day);
    m_groupCurrency = fieldAt(fields, 5);
    const std::string& status = fieldAt(fields, 2);
    m_isGroupVoid = status == "2" || status == "4";
    m_isGroupOverEarlier = status == "2" || status == "3";
    const std::string& modifier = fieldAt(fields, 6);
    m_isGroupInterim = modifier == "1" || modifier == "3";
    return true;
}

bool BaiStatementBuilder::beginAccount(const BaiRecord& record)
{
    if (!closeOpen(false, true, true) || !handOn())
        return false;
    if (++m_statementCount > kMostStatements)
        return m_log.refuse(
            "statement.too_many_statements", "the file holds more than 100,000 statements");
    const auto fields = baiFieldsOf(record);
    ++m_group.parts;
    m_account = Tally{true, 0, 0, record.count};
    m_statement = Statement{};
    m_hasStatement = true;
    m_statement.format = "BAI2";
    m_statement.ordinal = m_statementCount;
    m_statement.line = record.line;
    m_statement.account = fieldAt(fields, 0);
    m_statement.currency = !fieldAt(fields, 1).empty() ? fieldAt(fields, 1) : m_groupCurrency;
    m_statement.statementId = m_fileId;
    m_statement.electronicSequenceNumber =
        std::to_string(m_file.parts) + "." + std::to_string(m_group.parts);
    m_statement.createdAt = m_createdAt;
    m_statement.periodFrom = m_statement.periodTo = m_groupDay;
    m_statement.isInterim = m_isGroupInterim;
    m_statement.isOverEarlier = m_isGroupOverEarlier;
    m_totals = StatementTotals{};
    m_creditSummary = m_debitSummary = ControlFigures{};
    m_credits = m_debits = 0;
    m_position = 0;
    if (m_statement.currency.empty()) {
        m_statement.currency = std::string(kStandardCurrency);
        m_log.warn(
            "statement.currency_assumed", "the file names no currency: BAI2 then means US dollars");
    }
    if (!Currency::fromCode(m_statement.currency))
        m_log.warn(
            "statement.currency_without_minor_unit",
            "ISO 4217 gives a currency of this file no minor unit: its amounts are read with two "
            "decimals");
    if (m_isGroupVoid)
        m_log.warn(
            "statement.group_void",
            "the group is a deletion or a test: its entries are shown and count for nothing");
    else if (m_isGroupOverEarlier)
        m_log.warn(
            "statement.group_corrects",
            "the group corrects what the bank sent before: its entries stand for others, not "
            "beside them");
    return readSummaries(fields);
}

// Behind account and currency: type, amount, number of items and funds type, again and again.
bool BaiStatementBuilder::readSummaries(const std::vector<std::string>& fields)
{
    std::size_t position = 2;
    while (position < fields.size()) {
        const std::string& type = fieldAt(fields, position);
        const std::string& funds = fieldAt(fields, position + 3);
        const auto more = baiFundsFields(funds, fieldAt(fields, position + 4));
        if (!more)
            return m_log.refuse(
                "statement.funds_type", "\"" + funds.substr(0, 20) + "\" is not a funds type");
        if (!takeSummary(type, fieldAt(fields, position + 1), fieldAt(fields, position + 2)))
            return false;
        position += 4 + *more;
    }
    return true;
}

bool BaiStatementBuilder::takeSummary(
    std::string_view type, std::string_view amount, std::string_view count)
{
    if (type.empty() && amount.empty())
        return true;
    if (type.size() != 3 || !readCount(type))
        return m_log.refuse(
            "statement.type_code",
            "\"" + std::string(type.substr(0, 20)) + "\" is not a type code");
    if (amount.empty())
        return true;
    const auto minor = readBaiAmount(amount, m_log);
    if (!minor || !addMinor(m_account.sumMinor, *minor, m_log))
        return false;
    const auto& known = type == "010" ? m_statement.openingMinor : m_statement.closingMinor;
    if ((type == "010" || type == "015") && known && *known != *minor)
        return m_log.refuse(
            "statement.balance_repeated",
            "two booked balances of one kind and one day differ: which counts?");
    if (type == "010") {
        m_statement.openingMinor = *minor;
        m_statement.openingCurrency = m_statement.currency;
        m_statement.openingDate = m_groupDay;
    } else if (type == "015") {
        m_statement.closingMinor = *minor;
        m_statement.closingCurrency = m_statement.currency;
        m_statement.closingDate = m_groupDay;
    } else if (type == "100" || type == "400") {
        ControlFigures& figures = type == "100" ? m_creditSummary : m_debitSummary;
        figures.count = readCount(count);
        figures.sum = std::to_string(*minor);
    }
    return true;
}

bool BaiStatementBuilder::detail(const BaiRecord& record)
{
    auto entry = readBaiEntry(record, m_log);
    if (!entry)
        return false;
    const std::int64_t absoluteMinor = std::abs(entry->amountMinor);
    if (!addMinor(m_account.sumMinor, absoluteMinor, m_log))
        return false;
    entry->ordinal = ++m_entryCount;
    entry->statementOrdinal = m_statement.ordinal;
    entry->position = ++m_position;
    entry->bookingDate = m_groupDay;
    entry->currency = m_statement.currency;
    if (entry->status == EntryStatus::Booked)
        ++(entry->amountMinor < 0 ? m_debits : m_credits);
    if (m_isGroupVoid)
        entry->status = EntryStatus::Info;
    if (!m_totals.add(*entry, m_log))
        return false;
    return m_sink.entry(*entry) || m_log.refuse("statement.cancelled", "the reader stopped");
}

void BaiStatementBuilder::differs(const std::string& message)
{
    m_statement.controlTotalsHold = false;
    m_log.warn("statement.control_totals_differ", message);
}

// Total, perhaps number of parts, number of records.
void BaiStatementBuilder::hold(Tally& tally, const BaiRecord& record, bool hasParts)
{
    const auto fields = baiFieldsOf(record);
    ParseLog ignored;
    const auto total = readBaiAmount(fieldAt(fields, 0), ignored);
    const auto parts = readCount(fieldAt(fields, 1));
    const auto records = readCount(fieldAt(fields, hasParts ? 2 : 1));
    const std::string name = "record " + record.code + " at line " + std::to_string(record.line);
    if (total != tally.sumMinor)
        differs(
            name + " announces a total of " + fieldAt(fields, 0).substr(0, 30)
            + ", the records add up to " + std::to_string(tally.sumMinor));
    else if (records != tally.records)
        differs(
            name + " announces " + fieldAt(fields, hasParts ? 2 : 1).substr(0, 30) + " records, "
            + std::to_string(tally.records) + " are there");
    else if (hasParts && parts != tally.parts)
        differs(
            name + " announces " + fieldAt(fields, 1).substr(0, 30) + " parts, "
            + std::to_string(tally.parts) + " are there");
}

void BaiStatementBuilder::compareSummaries()
{
    const auto isOther = [](const ControlFigures& told, std::int64_t sumMinor, std::int64_t count) {
        return count > 0
               && ((!told.sum.empty() && told.sum != std::to_string(sumMinor))
                   || (told.count && *told.count != count));
    };
    const bool isDifferent = isOther(m_creditSummary, m_statement.creditsMinor, m_credits)
                             || isOther(m_debitSummary, m_statement.debitsMinor, m_debits);
    if (isDifferent && !m_isGroupVoid)
        m_log.warn(
            "statement.summary_differs",
            "the account's own sums of credits or debits are not those of its details");
}

bool BaiStatementBuilder::endAccount(const BaiRecord& record)
{
    hold(m_account, record, false);
    m_account.isOpen = false;
    return addMinor(m_group.sumMinor, m_account.sumMinor, m_log);
}

bool BaiStatementBuilder::endGroup(const BaiRecord& record)
{
    if (!closeOpen(false, true, true))
        return false;
    hold(m_group, record, true);
    m_group.isOpen = false;
    return addMinor(m_file.sumMinor, m_group.sumMinor, m_log);
}

bool BaiStatementBuilder::endFile(const BaiRecord& record)
{
    if (!closeOpen(false, false, true))
        return false;
    hold(m_file, record, true);
    m_file.isOpen = false;
    return true;
}

// Whatever is open and should have been closed by its trailer is flagged.
bool BaiStatementBuilder::closeOpen(
    bool hasAccountTrailer, bool hasGroupTrailer, bool hasFileTrailer)
{
    if (m_account.isOpen && !hasAccountTrailer) {
        differs("the account's trailer (49) is missing");
        m_account.isOpen = false;
        if (!addMinor(m_group.sumMinor, m_account.sumMinor, m_log))
            return false;
    }
    if (m_group.isOpen && !hasGroupTrailer) {
        differs("the group's trailer (98) is missing");
        m_group.isOpen = false;
        if (!addMinor(m_file.sumMinor, m_group.sumMinor, m_log))
            return false;
    }
    if (m_file.isOpen && !hasFileTrailer) {
        differs("the file's trailer (99) is missing");
        m_file.isOpen = false;
    }
    return true;
}

bool BaiStatementBuilder::handOn()
{
    if (!m_hasStatement)
        return true;
    m_hasStatement = false;
    if (m_statement.account.empty())
        m_log.warn("statement.account_missing", "the statement names no account");
    const bool isControlled = m_statement.controlTotalsHold.value_or(true);
    if (!m_totals.settle(m_statement, m_log))
        return false;
    m_statement.controlTotalsHold = isControlled;
    compareSummaries();
    m_statement.warnings = m_log.takeWarnings();
    return m_sink.statement(m_statement)
           || m_log.refuse("statement.cancelled", "the reader stopped");
}

bool BaiStatementBuilder::finish()
{
    return closeOpen(false, false, false) && handOn();
}

} // namespace onceover
