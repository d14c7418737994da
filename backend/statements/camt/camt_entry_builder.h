// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/field_text.h"
#include "backend/statements/statement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Builds one entry from the ends of its elements. Holds one entry at a time, of bounded size.
class CamtEntryBuilder
{
public:
    explicit CamtEntryBuilder(ParseLog& log)
        : m_log(log)
    {}

    // `ordinal` counts within the file, `position` within the statement.
    void begin(std::int64_t ordinal, std::int64_t statementOrdinal, std::int64_t position);

    // Whether an entry is open.
    bool isOpen() const { return m_isOpen; }

    bool startElement(MessageNode node);
    // `currency` is the element's Ccy attribute, empty where it has none.
    bool endElement(MessageNode node, std::string_view text, std::string_view currency);

    // Ends the entry. The statement gives its account, to tell which party is the other one, and
    // the currency of amounts that name none.
    bool finish(const Statement& statement);

    const StatementEntry& entry() const { return m_entry; }

    // The currency of amounts without a Ccy attribute.
    void setFallbackCurrency(std::string currency) { m_fallbackCurrency = std::move(currency); }

private:
    struct Party
    {
        std::string name;
        std::string account;
    };

    // A detail while it is read: what decides its amount and its other party is known only at its
    // entry's end.
    struct OpenDetail
    {
        StatementDetail detail;
        std::optional<MinorAmount> own;
        std::optional<MinorAmount> transaction;
        std::optional<int> sign;
        Party debtor;
        Party creditor;
        std::vector<std::string> lines;
    };

    struct OpenCharge
    {
        std::optional<MinorAmount> amount;
        std::optional<MinorAmount> total;
        int sign = -1;
        std::optional<bool> isIncluded;
        bool hasRecord = false;
    };

    bool endEntryField(MessageNode node, std::string_view text, std::string_view currency);
    bool endDetailField(MessageNode node, std::string_view text, std::string_view currency);
    bool endDetailAmount(MessageNode node, std::string_view text, std::string_view currency);
    bool endPartyField(MessageNode node, std::string_view text);
    bool endChargeField(MessageNode node, std::string_view text, std::string_view currency);
    bool endStatus(std::string_view text, bool isProprietary);
    bool takeReference(
        StatementReferences& references, std::string_view key, std::string_view text);
    bool takeLine(std::string_view text);
    bool takeSize(std::size_t bytes);
    std::optional<MinorAmount> amountOf(std::string_view text, std::string_view currency);
    void closeCharge();
    void closeDetail();
    void settleDetail(OpenDetail& open, const Statement& statement);
    void settleSingleDetail();
    void settleUnexplained();
    bool hasOneDetail() const;

    ParseLog& m_log;
    StatementEntry m_entry;
    std::vector<OpenDetail> m_details;
    std::vector<std::string> m_entryLines;
    std::optional<MinorAmount> m_amount;
    std::optional<int> m_sign;
    std::optional<EntryStatus> m_status;
    OpenCharge m_charge;
    std::string m_fallbackCurrency;
    // Bytes kept for the open entry.
    std::size_t m_size = 0;
    bool m_isOpen = false;
    bool m_isInDetail = false;
};

} // namespace onceover
