// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/audit/event_chain.h"

#include "backend/audit/event_leaf.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

EventChain::EventChain(AuditChain chain)
    : m_chain(std::move(chain))
{}

void EventChain::report(const char* code, std::int64_t seq, std::string detail)
{
    m_findings.push_back({code, m_chain.subjectId, seq, std::move(detail)});
}

void EventChain::add(const AuditEvent& event)
{
    ++m_count;
    checkOrder(event);
    if (event.subjectId != m_chain.subjectId)
        report("audit.link", event.seq, "The event names another subject.");
    if (event.previousLeaf != m_lastLeaf)
        report(
            "audit.link",
            event.seq,
            "The event does not follow the one before it: something was altered, put in or taken "
            "out.");
    if (eventLeaf(event) != event.leaf)
        report("audit.leaf", event.seq, "The event is not what its leaf was computed from.");
    checkClock(event);
    followStatus(event);
    m_lastAtUs = event.atUs;
    m_lastSeq = event.seq;
    m_lastLeaf = event.leaf;
}

void EventChain::checkOrder(const AuditEvent& event)
{
    const std::int64_t wanted = m_lastSeq + 1;
    if (event.seq == wanted)
        return;
    if (event.seq > wanted)
        report(
            "audit.missing",
            event.seq,
            std::to_string(event.seq - wanted) + " events before this one are missing.");
    else
        report("audit.order", event.seq, "The event stands twice or in the wrong place.");
}

// The numbers say what came first, never the clock: after a failover it may be another one.
void EventChain::checkClock(const AuditEvent& event)
{
    if (event.atUs >= m_lastAtUs)
        return;
    report(
        "audit.clock",
        event.seq,
        "The server's clock had gone back by " + std::to_string(m_lastAtUs - event.atUs)
            + " microseconds since the event before.");
    m_findings.back().isRemark = true;
}

void EventChain::followStatus(const AuditEvent& event)
{
    if (m_chain.subjectKind != "PAYMENT")
        return;
    if (event.kind == "ACCEPTED")
        m_status = "PENDING";
    else if (event.kind == "INVALID")
        m_status = "FAILED";
    else if (event.kind == "CLAIMED")
        m_status = "SUBMITTING";
    else if (event.kind == "STATUS_CHANGED") {
        const auto body = nlohmann::json::parse(event.body, nullptr, false);
        const auto to = body.is_object() ? body.find("to") : body.end();
        if (to == body.end() || !to->is_string())
            report("audit.status", event.seq, "The event does not say which status it leads to.");
        else
            m_status = to->get<std::string>();
    }
}

std::vector<AuditFinding> EventChain::finish()
{
    if (m_count != m_chain.eventCount)
        report(
            "audit.count",
            0,
            "The chain should have " + std::to_string(m_chain.eventCount) + " events and has "
                + std::to_string(m_count) + ".");
    if (m_lastLeaf != m_chain.head)
        report("audit.head", 0, "The last event is not the one the chain ends with.");
    return std::move(m_findings);
}

} // namespace onceover
