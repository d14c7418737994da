// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/rows.h"

#include <algorithm>

namespace onceover::simulation {

const char* toText(Ground ground)
{
    static constexpr const char* kTexts[] = {
        "FIRST", "NOT_SENT", "REJECTED_RETRYABLE", "PROVEN_ABSENT", "APPROVED_RESEND"};
    return kTexts[static_cast<int>(ground)];
}

bool isAutomatic(Ground ground)
{
    return ground == Ground::NotSent || ground == Ground::RejectedRetryable
           || ground == Ground::ProvenAbsent;
}

Permit* PaymentRow::openPermit()
{
    for (Permit& permit : permits) {
        if (permit.use == PermitUse::Open)
            return &permit;
    }
    return nullptr;
}

ProposalRow* PaymentRow::openProposal()
{
    for (ProposalRow& proposal : proposals) {
        if (proposal.end == ProposalEnd::Open)
            return &proposal;
    }
    return nullptr;
}

Attempt* PaymentRow::attempt(const Uuid& attemptId)
{
    for (Attempt& each : attempts) {
        if (each.attemptId == attemptId)
            return &each;
    }
    return nullptr;
}

const Attempt* PaymentRow::lastAttempt() const
{
    return attempts.empty() ? nullptr : &attempts.back();
}

bool PaymentRow::areAllEndedForAutomation() const
{
    return std::all_of(attempts.begin(), attempts.end(), [](const Attempt& each) {
        return each.isEndedForAutomation();
    });
}

bool PaymentRow::hasFate(Fate fate) const
{
    return std::any_of(
        attempts.begin(), attempts.end(), [&](const Attempt& each) { return each.fate == fate; });
}

bool PaymentRow::reliesOnAbsence() const
{
    return std::any_of(attempts.begin(), attempts.end(), [](const Attempt& each) {
        return each.fate == Fate::NotHappened && each.basis != FateBasis::Direct
               && each.basis != FateBasis::NotSent && each.basis != FateBasis::Abandoned;
    });
}

bool PaymentRow::isChargeOnRecord() const
{
    return !owned.empty() || !waiting.empty()
           || std::any_of(attempts.begin(), attempts.end(), [](const Attempt& each) {
                  return each.fate == Fate::Happened
                         || (each.result && each.result->answer == Answer::Succeeded);
              });
}

bool PaymentRow::isWaiting(const Uuid& factId) const
{
    return std::any_of(waiting.begin(), waiting.end(), [&](const WaitingFact& each) {
        return each.factId == factId;
    });
}

void PaymentRow::forgetWaiting(const Uuid& factId)
{
    std::erase_if(waiting, [&](const WaitingFact& each) { return each.factId == factId; });
}

bool PaymentRow::hasProof() const
{
    return std::any_of(owned.begin(), owned.end(), [](const auto& each) {
        return each.second == RecordRole::Proof;
    });
}

bool PaymentRow::hasFinding() const
{
    return std::any_of(evidence.begin(), evidence.end(), [](const EvidenceRow& each) {
        return each.seen.kind == EvidenceKind::Found && each.seen.state != "DECLINED";
    });
}

} // namespace onceover::simulation
