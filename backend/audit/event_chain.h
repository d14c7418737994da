// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/audit/audit_finding.h"
#include "backend/domain/audit_event.h"

#include <string>
#include <vector>

namespace onceover {

// Checks one subject's events, given in the order of their numbers, against each other and against
// the chain's count and head. Finds every change that does not rewrite the chain to its end, its
// head included: that takes a seal outside the database.
class EventChain
{
public:
    explicit EventChain(AuditChain chain);

    void add(const AuditEvent& event);
    // After the last event. The findings of the whole chain; none if it holds.
    std::vector<AuditFinding> finish();

    const AuditChain& chain() const { return m_chain; }

    // What the events say of a payment's status; empty before its first event.
    const std::string& status() const { return m_status; }

private:
    void report(const char* code, std::int64_t seq, std::string detail);
    void checkOrder(const AuditEvent& event);
    void checkClock(const AuditEvent& event);
    void followStatus(const AuditEvent& event);

    AuditChain m_chain;
    std::int64_t m_count = 0;
    std::int64_t m_lastSeq = 0;
    std::int64_t m_lastAtUs = 0;
    std::string m_lastLeaf;
    std::string m_status;
    std::vector<AuditFinding> m_findings;
};

} // namespace onceover
