// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/database.h"

#include "tests/simulation/guarantees.h"

#include <algorithm>

namespace onceover::simulation {

Database::Database(const std::int64_t& nowUs, Defence without, Coverage& coverage)
    : m_nowUs(nowUs)
    , m_without(without)
    , m_coverage(coverage)
{}

Uuid Database::nextId()
{
    return Uuid::version7(++m_lastId, {0xdb});
}

const ProviderProfile* Database::profile(const std::string& provider) const
{
    const auto found = m_profiles.find(provider);
    return found == m_profiles.end() ? nullptr : &found->second;
}

void Database::putProfileInForce(const ProviderProfile& profile)
{
    m_profiles[profile.name] = profile;
}

bool Database::isLocked(const Uuid& paymentId) const
{
    return std::any_of(m_parked.begin(), m_parked.end(), [&](const ParkedTransaction& each) {
        return each.payments.count(paymentId) > 0;
    });
}

bool Database::isAttemptIdLocked(const Uuid& attemptId) const
{
    return std::any_of(m_parked.begin(), m_parked.end(), [&](const ParkedTransaction& each) {
        return each.attemptIds.count(attemptId) > 0;
    });
}

void Database::park(ParkedTransaction transaction)
{
    m_parked.push_back(std::move(transaction));
}

void Database::endParked()
{
    for (auto each = m_parked.begin(); each != m_parked.end();) {
        if (each->endsAtUs > m_nowUs) {
            ++each;
            continue;
        }
        const ParkedTransaction ended = std::move(*each);
        each = m_parked.erase(each);
        if (ended.isCommitting)
            install(ended);
    }
}

void Database::restart()
{
    m_parked.clear();
    if (!tables.isArmed() || lacks(Defence::CheckAfterStart))
        return;
    tables.state = FenceState::Checking;
    for (auto& each : tables.cores)
        each.second.isProven = false;
}

void Database::prove(const Uuid& coreId)
{
    tables.cores.at(coreId).isProven = true;
    endCheck();
}

void Database::excuse(const Uuid& coreId)
{
    const auto known = tables.cores.find(coreId);
    if (known == tables.cores.end())
        return;
    known->second.isExcused = true;
    endCheck();
}

// Excuses alone are no witness.
void Database::endCheck()
{
    bool isAnyProven = false;
    for (const auto& each : tables.cores) {
        isAnyProven = isAnyProven || each.second.isProven;
        if (!each.second.isProven && !each.second.isExcused)
            return;
    }
    if (tables.state != FenceState::Checking || !isAnyProven)
        return;
    tables.state = FenceState::Armed;
    m_coverage.endCheck();
}

void Database::install(const ParkedTransaction& transaction)
{
    for (const auto& [paymentId, after] : transaction.payments) {
        PaymentRow& row = tables.payments.at(paymentId);
        checkChange(row, after, *this);
        row = after;
    }
    for (const auto& [attemptId, row] : transaction.attemptIds)
        tables.attemptIds[attemptId] = row;
}

} // namespace onceover::simulation
