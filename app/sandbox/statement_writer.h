// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/json_fields.h"
#include "app/sandbox/statement_request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// Writes the charges of a ledger as the bank would show them: a camt.053.001.08 with one booked
// debit per charge, EndToEndId = reference, and balances that tie. The same ledger and request give
// the same bytes.
class StatementWriter
{
public:
    StatementWriter(StatementRequest request, const std::vector<Json>& ledgerLines);

    std::string xml() const;

private:
    struct Entry
    {
        std::string id; // of the charge; becomes the servicer's own reference
        std::int64_t amountMinor = 0;
        bool credit = false;
        std::string endToEndId;
        std::string counterparty;
        std::string counterpartyAccount;
        std::string text;
    };

    bool wants(const Json& line) const;
    void addUnrelated();
    std::string entryXml(const Entry& entry) const;
    std::string balanceXml(const char* code, std::int64_t balanceMinor) const;
    std::string summaryXml() const;
    std::int64_t sumMinor(bool credit) const;
    std::string statementId() const;

    StatementRequest m_request;
    std::vector<Entry> m_entries;
};

} // namespace onceover
