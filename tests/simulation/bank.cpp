// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/bank.h"

#include <algorithm>

namespace onceover::simulation {

bool Bank::strikes(Fault fault)
{
    const bool isStruck = m_chance.perMille(m_rates.of(fault));
    if (isStruck)
        m_coverage.fault(fault);
    return isStruck;
}

Bank::Reply Bank::receive(const Submission& submission)
{
    const std::int64_t firstSentUs =
        m_firstSentUs.try_emplace(submission.providerKey, m_nowUs).first->second;
    if (strikes(Fault::RequestLost))
        return {Answer::Unknown, "deadline", ""};
    if (strikes(Fault::LateArrival)) {
        const bool isTooLate = strikes(Fault::ArrivesTooLate);
        // Half of what the profile allows; the execution may take the other half.
        const std::int64_t limitUs = m_profile.longestProcessingMs * kMsUs / 2;
        const std::int64_t latestUs =
            m_profile.keyCollapses ? m_profile.keyLifetimeMs * kMsUs / 2 : 300 * kSecondUs;
        const std::int64_t delayUs = isTooLate ? 2 * limitUs + m_chance.between(kSecondUs, latestUs)
                                               : m_chance.between(0, limitUs);
        // Too late for the profile, but never for a living key: also that of an earlier request.
        const std::int64_t deathUs = firstSentUs + m_profile.keyLifetimeMs * kMsUs;
        if (isTooLate && m_profile.keyCollapses && m_nowUs + delayUs >= deathUs)
            return {Answer::Unknown, "deadline", ""};
        m_arrivals.push_back({m_nowUs + delayUs, submission});
        return {Answer::Unknown, "deadline", ""};
    }
    Reply reply = arrive(submission);
    if (strikes(Fault::AnswerLost))
        return {Answer::Unknown, m_chance.perMille(500) ? "deadline" : "connection_reset", ""};
    if (reply.answer == Answer::Succeeded && strikes(Fault::WrongEcho))
        return {Answer::Unknown, "echo_mismatch_amount", ""};
    return reply;
}

// A success that does not echo what was sent is none for whoever reads it.
Bank::Reply Bank::replyOf(std::size_t charge, const Submission& submission) const
{
    const Charge& known = m_charges[charge];
    if (known.state == State::Processing)
        return {Answer::Processing, "answered_by_table:processing", known.id};
    if (known.state == State::Declined)
        return {Answer::RejectedFinal, "refused_by_table:declined", ""};
    if (known.amountMinor != submission.amount.amountMinor())
        return {Answer::Unknown, "echo_mismatch_amount", ""};
    if (m_profile.echoesAccount && known.payeeAccount != submission.payeeAccount)
        return {Answer::Unknown, "echo_mismatch_account", ""};
    return {Answer::Succeeded, "answered_by_table:succeeded", known.id};
}

Bank::Reply Bank::arrive(const Submission& submission)
{
    Key& key = m_keys[submission.providerKey];
    const bool isLiving = key.firstUs != 0 && m_profile.keyCollapses
                          && m_nowUs < key.firstUs + m_profile.keyLifetimeMs * kMsUs;
    if (isLiving && key.charge != kNoCharge)
        return replyOf(key.charge, submission);
    if (m_profile.uniqueMerchantNumber && key.charge != kNoCharge)
        return {Answer::Exists, "answered_by_table:exists", ""};
    if (!isLiving)
        key = {m_nowUs, kNoCharge};
    if (strikes(Fault::RefusedRetryable) || strikes(Fault::RefusedFinal)) {
        if (strikes(Fault::ChargedAfterRefusal)) {
            m_oracle.excuse(submission.reference);
            execute(add(submission, State::Processing), State::Succeeded);
        }
        const bool isForGood = m_chance.perMille(400);
        return {
            isForGood ? Answer::RejectedFinal : Answer::RejectedRetryable,
            "refused_by_table:declined",
            ""};
    }
    if (strikes(Fault::ChargeDeclined)) {
        key.charge = add(submission, State::Declined);
        return replyOf(key.charge, submission);
    }
    key.charge = add(submission, State::Processing);
    if (strikes(Fault::SlowExecution)) {
        const State end = strikes(Fault::DeclinedLater) ? State::Declined : State::Succeeded;
        const std::int64_t limitUs = m_profile.longestProcessingMs * kMsUs / 2;
        m_executions.push_back({m_nowUs + m_chance.between(0, limitUs), key.charge, end});
        return replyOf(key.charge, submission);
    }
    execute(key.charge, State::Succeeded);
    if (strikes(Fault::ChargedTwice)) {
        m_oracle.excuse(submission.reference);
        execute(add(submission, State::Processing), State::Succeeded);
    }
    return replyOf(key.charge, submission);
}

std::size_t Bank::add(const Submission& submission, State state)
{
    Charge charge;
    charge.id = "ch" + std::to_string(m_charges.size() + 1);
    charge.key = submission.providerKey;
    charge.reference = submission.reference;
    charge.amountMinor = submission.amount.amountMinor();
    charge.currency = std::string(submission.amount.currency().code());
    charge.payeeAccount = strikes(Fault::OtherAccount) ? "DE99" : submission.payeeAccount;
    charge.state = state;
    if (state == State::Processing && strikes(Fault::PartOnRecord))
        charge.amountMinor -= 1;
    const std::int64_t lagUs = m_profile.visibilityLagMs * kMsUs;
    charge.visibleAtUs = m_nowUs + m_chance.between(0, lagUs);
    if (strikes(Fault::ShownTooLate))
        charge.visibleAtUs = m_nowUs + lagUs + m_chance.between(kSecondUs, 600 * kSecondUs);
    charge.isForgotten = strikes(Fault::ChargeForgotten);
    m_charges.push_back(std::move(charge));
    return m_charges.size() - 1;
}

void Bank::execute(std::size_t charge, State state)
{
    m_charges[charge].state = state;
    if (state == State::Succeeded)
        m_oracle.charged(m_charges[charge].reference, m_charges[charge].key);
}

std::vector<ChargeRecord> Bank::find(std::string_view providerKey) const
{
    std::vector<ChargeRecord> found;
    for (const Charge& each : m_charges) {
        if (each.key != providerKey || each.isForgotten || each.visibleAtUs > m_nowUs)
            continue;
        ChargeRecord record;
        record.id = each.id;
        record.state = each.state == State::Succeeded  ? "SUCCEEDED"
                       : each.state == State::Declined ? "DECLINED"
                                                       : "PROCESSING";
        record.amount = Money(each.amountMinor, *Currency::fromCode(each.currency));
        record.reference = each.reference;
        record.providerKey = each.key;
        record.payeeAccount = each.payeeAccount;
        found.push_back(std::move(record));
    }
    return found;
}

std::int64_t Bank::wakeAtUs() const
{
    std::int64_t first = kNever;
    for (const Arrival& each : m_arrivals)
        first = std::min(first, each.atUs);
    for (const Execution& each : m_executions)
        first = std::min(first, each.atUs);
    return first;
}

void Bank::act()
{
    for (std::size_t index = 0; index < m_executions.size();) {
        const Execution each = m_executions[index];
        if (each.atUs > m_nowUs) {
            ++index;
            continue;
        }
        m_executions.erase(m_executions.begin() + static_cast<std::ptrdiff_t>(index));
        execute(each.charge, each.state);
    }
    for (std::size_t index = 0; index < m_arrivals.size();) {
        const Arrival each = m_arrivals[index];
        if (each.atUs > m_nowUs) {
            ++index;
            continue;
        }
        m_arrivals.erase(m_arrivals.begin() + static_cast<std::ptrdiff_t>(index));
        arrive(each.submission);
    }
}

} // namespace onceover::simulation
