// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/audit/event_chain.h"

#include <map>
#include <optional>
#include <utility>

namespace onceover {

// Re-derives from raw rows what the database claims: the chains, every payment's status and the
// ledger. Rows come in this order: chains by subject, each followed by its events; then payments
// and balances in any order.
class RecordCheck
{
public:
    enum class Status
    {
        Pass,
        Fail,
        // Not everything could be read; what was read is in the findings.
        Incomplete,
    };

    void beginChain(const AuditChain& chain);
    // Events whose chain was not begun are findings.
    void addEvent(const AuditEvent& event);
    void endChains();
    void addPayment(const std::string& paymentId, const std::string& status);
    void addBalance(
        const std::string& account, const std::string& currency, std::int64_t balanceMinor);
    // The sum of what may have happened, per currency, as the attempts say.
    void addPossible(const std::string& currency, std::int64_t possibleMinor);
    // Nothing more comes. Without a call of this the status is Incomplete.
    void finish();

    Status status() const;

    const std::vector<AuditFinding>& findings() const { return m_findings; }

    std::int64_t chainCount() const { return m_chainCount; }

    std::int64_t eventCount() const { return m_eventCount; }

    std::int64_t paymentCount() const { return m_paymentCount; }

private:
    using Account = std::pair<std::string, std::string>;

    void post(const AuditEvent& event);
    void report(const char* code, const std::string& subject, std::string detail);

    std::optional<EventChain> m_current;
    std::map<std::string, std::string> m_statuses;
    std::map<Account, std::int64_t> m_balances;
    std::map<Account, std::int64_t> m_claimedBalances;
    std::map<std::string, std::int64_t> m_possible;
    std::vector<AuditFinding> m_findings;
    std::int64_t m_chainCount = 0;
    std::int64_t m_eventCount = 0;
    std::int64_t m_paymentCount = 0;
    bool m_isFinished = false;
};

// "PASS", "FAIL", "INCOMPLETE".
const char* toText(RecordCheck::Status status);

} // namespace onceover
