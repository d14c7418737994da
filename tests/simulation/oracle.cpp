// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/oracle.h"

#include "tests/simulation/database.h"
#include "tests/simulation/rates.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

std::string describe(const PaymentRow& row)
{
    return row.reference + " is " + std::string(toText(row.status)) + " " + row.failureKind
           + row.reviewReason + row.unknownReason + row.basis + " with "
           + std::to_string(row.attempts.size()) + " attempts";
}

// What the database itself knows of a charge that happened.
bool knowsCharge(const PaymentRow& row)
{
    return row.hasProof()
           || std::any_of(row.evidence.begin(), row.evidence.end(), [](const EvidenceRow& each) {
                  return each.seen.state == "SUCCEEDED" && !each.seen.isHuman;
              });
}

} // namespace

void Oracle::need(bool isHeld, const char* rule, const std::string& detail)
{
    if (!isHeld)
        throw Violation{rule, detail};
}

void Oracle::calling(const JournalCalling& calling)
{
    Call& call = m_calls[calling.attemptId];
    call.reference = calling.providerKey.substr(0, calling.providerKey.rfind('-'));
    call.permitId = calling.permitId;
    call.ground = calling.ground;
    const auto refused = m_refusedAtUs.find(call.reference);
    if (refused == m_refusedAtUs.end())
        return;
    const auto payment = m_database.tables.payments.find(calling.paymentId);
    if (payment == m_database.tables.payments.end())
        return;
    for (const Attempt& each : payment->second.attempts) {
        if (each.attemptId == calling.attemptId)
            call.isAfterRefusal = each.claimedAtUs > refused->second;
    }
}

// What the database hands out to be sent, by the text of guarantees 4 and 5.
void Oracle::claimed(const Uuid& paymentId, const Uuid& attemptId)
{
    const PaymentRow& row = m_database.tables.payments.at(paymentId);
    for (const Attempt& each : row.attempts) {
        if (each.attemptId != attemptId)
            continue;
        const std::string name = each.providerKey + " " + toText(each.ground);
        need(!isAutomatic(each.ground) || !row.wasInReview, "claim.automatic_after_review", name);
        need(!knowsCharge(row), "claim.charge_was_known", name);
        need(m_fencedAtUs == 0, "claim.fenced", name);
        need(m_database.tables.isArmed(), "claim.checking", name);
        need(row.waiting.empty(), "claim.something_waits", name);
        need(m_held.count(row.reference) == 0, "claim.held", name);
    }
}

void Oracle::madeReady(const Uuid& attemptId)
{
    m_readyAtUs[attemptId] = m_nowUs;
    need(
        m_fencedAtUs == 0 || m_nowUs <= m_fencedAtUs,
        "fence.nothing_is_called",
        attemptId.toText());
}

void Oracle::firstByte(const Submission& submission, std::string_view body, bool isCallingOnDisk)
{
    const Uuid& attemptId = submission.attemptId;
    const std::string name = submission.providerKey + " attempt " + attemptId.toText();
    need(isCallingOnDisk, "call.calling_on_disk", name);
    Call& call = m_calls[attemptId];
    bool isClosedByCore = false;
    const bool isClaimed = std::any_of(
        m_database.tables.payments.begin(),
        m_database.tables.payments.end(),
        [&](const auto& each) {
            return std::any_of(
                each.second.attempts.begin(), each.second.attempts.end(), [&](const Attempt& one) {
                    isClosedByCore =
                        isClosedByCore || (one.attemptId == attemptId && one.isClosedByCore());
                    return one.attemptId == attemptId;
                });
        });
    const auto lost = m_lostAtUs.find(attemptId);
    const auto ready = m_readyAtUs.find(attemptId);
    const bool wasUnderWay =
        lost != m_lostAtUs.end() && ready != m_readyAtUs.end() && ready->second <= lost->second;
    need(isClaimed || wasUnderWay, "call.claim_committed", name);
    need(!isClosedByCore, "call.closed_by_its_core", name);
    need(ready != m_readyAtUs.end(), "call.made_ready", name);
    need(m_sent.insert(attemptId).second, "call.once", name);
    const auto permit = m_permits.emplace(call.permitId, attemptId).first;
    need(permit->second == attemptId, "call.permit_once", name);
    const auto known = m_bodies.emplace(submission.providerKey, std::string(body)).first;
    need(known->second == body, "call.body_is_byte_equal", name);
    need(!call.isAfterRefusal || call.ground == "APPROVED_RESEND", "call.after_refusal", name);
    call.isSent = true;
}

int Oracle::resendsOf(const std::string& reference) const
{
    return static_cast<int>(std::count_if(m_calls.begin(), m_calls.end(), [&](const auto& each) {
        return each.second.reference == reference && each.second.ground == "APPROVED_RESEND";
    }));
}

int Oracle::chargesOf(const std::string& reference) const
{
    const auto found = m_charges.find(reference);
    return found == m_charges.end() ? 0 : found->second;
}

const PaymentRow* Oracle::paymentOf(const std::string& reference) const
{
    for (const auto& each : m_database.tables.payments) {
        if (each.second.reference == reference)
            return &each.second;
    }
    return nullptr;
}

// Guarantee 5, at the provider.
void Oracle::charged(const std::string& reference, const std::string& providerKey)
{
    const int charges = ++m_charges[reference];
    const int allowed = 1 + resendsOf(reference);
    const PaymentRow* row = paymentOf(reference);
    const bool isFailed =
        row != nullptr && row->status == PaymentStatus::Failed && row->changedBy == 0;
    need(!isFailed || m_rates.isDishonest(), "charges.not_after_failure", providerKey);
    need(
        charges <= allowed || m_excused.count(reference) > 0,
        "charges.at_most_one_and_resends",
        providerKey + ": " + std::to_string(charges) + " charges, " + std::to_string(allowed)
            + " allowed");
}

void Oracle::refusedByPeople(const std::string& reference)
{
    m_refusedAtUs[reference] = m_nowUs;
}

void Oracle::held(const std::string& reference, bool isHeld)
{
    if (isHeld)
        m_held.insert(reference);
    else
        m_held.erase(reference);
}

void Oracle::fenced()
{
    m_fencedAtUs = m_fencedAtUs == 0 ? m_nowUs : m_fencedAtUs;
}

void Oracle::rolledBack(std::int64_t toUs, const std::set<std::string>& held)
{
    std::erase_if(m_refusedAtUs, [&](const auto& each) { return each.second > toUs; });
    m_held = held;
    for (const auto& each : m_database.tables.payments) {
        for (const Attempt& attempt : each.second.attempts)
            m_lostAtUs[attempt.attemptId] = m_nowUs;
    }
}

void Oracle::judgePayment(const PaymentRow& row) const
{
    const bool isByMachine = row.changedBy == 0;
    const bool isAtRest = row.status == PaymentStatus::Succeeded
                          || row.status == PaymentStatus::Failed
                          || row.status == PaymentStatus::Review
                          || (row.status == PaymentStatus::Pending && row.isHeld);
    need(isAtRest, "rest.every_payment_is_settled_or_a_case", describe(row));
    need(row.waiting.empty(), "rest.nothing_waits", describe(row));
    if (row.status == PaymentStatus::Succeeded && isByMachine)
        need(chargesOf(row.reference) > 0, "rest.success_is_a_charge", describe(row));
    if (row.status == PaymentStatus::Failed && isByMachine) {
        need(!knowsCharge(row), "rest.known_charge_is_not_failed", describe(row));
        need(
            chargesOf(row.reference) == 0 || m_rates.isDishonest(),
            "rest.failure_is_no_charge",
            describe(row));
        for (const Attempt& each : row.attempts)
            need(each.isClosedByCore(), "rest.failure_is_closed_by_cores", describe(row));
    }
}

void Oracle::judgeEnd(bool isLedgerKnown) const
{
    if (!isLedgerKnown)
        return;
    for (const auto& each : m_database.tables.payments)
        judgePayment(each.second);
}

} // namespace onceover::simulation
