// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/audit/record_check.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace onceover {

namespace {

constexpr const char* kPossibleAccounts[] = {"in_transit", "in_doubt", "decided_not_proven"};

} // namespace

void RecordCheck::report(const char* code, const std::string& subject, std::string detail)
{
    m_findings.push_back({code, subject, 0, std::move(detail)});
}

void RecordCheck::beginChain(const AuditChain& chain)
{
    endChains();
    ++m_chainCount;
    m_current.emplace(chain);
}

void RecordCheck::endChains()
{
    if (!m_current)
        return;
    auto found = m_current->finish();
    m_findings.insert(
        m_findings.end(),
        std::make_move_iterator(found.begin()),
        std::make_move_iterator(found.end()));
    if (m_current->chain().subjectKind == "PAYMENT")
        m_statuses[m_current->chain().subjectId] = m_current->status();
    m_current.reset();
}

void RecordCheck::addEvent(const AuditEvent& event)
{
    ++m_eventCount;
    if (!m_current || m_current->chain().subjectId != event.subjectId) {
        m_findings.push_back(
            {"audit.chain_missing",
             event.subjectId,
             event.seq,
             "The event belongs to a chain that is not there."});
        return;
    }
    m_current->add(event);
    post(event);
}

void RecordCheck::post(const AuditEvent& event)
{
    if (event.fromAccount.empty() && event.toAccount.empty())
        return;
    const bool isWhole = !event.fromAccount.empty() && !event.toAccount.empty() && event.amountMinor
                         && *event.amountMinor > 0 && event.currency;
    if (!isWhole) {
        m_findings.push_back(
            {"audit.posting", event.subjectId, event.seq, "The event's posting is not whole."});
        return;
    }
    // Wraps where a forged amount overflows: then the balances disagree, which is the finding.
    const auto moved = static_cast<std::uint64_t>(*event.amountMinor);
    const auto move = [&](const std::string& account, std::uint64_t by) {
        std::int64_t& balance = m_balances[{account, *event.currency}];
        balance = static_cast<std::int64_t>(static_cast<std::uint64_t>(balance) + by);
    };
    move(event.fromAccount, ~moved + 1);
    move(event.toAccount, moved);
}

void RecordCheck::addPayment(const std::string& paymentId, const std::string& status)
{
    ++m_paymentCount;
    const auto derived = m_statuses.find(paymentId);
    if (derived == m_statuses.end()) {
        report("audit.chain_missing", paymentId, "The payment has no events.");
        return;
    }
    if (derived->second != status)
        report(
            "audit.status",
            paymentId,
            "The payment is " + status + ", and its events say "
                + (derived->second.empty() ? "nothing" : derived->second) + ".");
    m_statuses.erase(derived);
}

void RecordCheck::addBalance(
    const std::string& account, const std::string& currency, std::int64_t balanceMinor)
{
    m_claimedBalances[{account, currency}] = balanceMinor;
}

void RecordCheck::addPossible(const std::string& currency, std::int64_t possibleMinor)
{
    m_possible[currency] = possibleMinor;
}

void RecordCheck::finish()
{
    endChains();
    for (const auto& left : m_statuses)
        report("audit.payment_missing", left.first, "The events' payment is not there.");
    if (m_balances != m_claimedBalances)
        report("audit.balance", "", "The ledger is not the sum of the events' postings.");
    std::map<std::string, std::int64_t> inLedger;
    for (const auto& balance : m_balances) {
        for (const char* account : kPossibleAccounts) {
            if (balance.first.first == account)
                inLedger[balance.first.second] += balance.second;
        }
    }
    for (const auto& possible : m_possible)
        inLedger[possible.first] -= possible.second;
    for (const auto& difference : inLedger) {
        if (difference.second != 0)
            report(
                "audit.possible",
                "",
                "In " + difference.first
                    + " the ledger and the attempts disagree about what may have happened.");
    }
    m_isFinished = true;
}

RecordCheck::Status RecordCheck::status() const
{
    const auto isDisagreement = [](const AuditFinding& finding) {
        return !finding.isRemark;
    };
    if (std::any_of(m_findings.begin(), m_findings.end(), isDisagreement))
        return Status::Fail;
    return m_isFinished ? Status::Pass : Status::Incomplete;
}

const char* toText(RecordCheck::Status status)
{
    switch (status) {
    case RecordCheck::Status::Pass:
        return "PASS";
    case RecordCheck::Status::Fail:
        return "FAIL";
    case RecordCheck::Status::Incomplete:
        break;
    }
    return "INCOMPLETE";
}

} // namespace onceover
