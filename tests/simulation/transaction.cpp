// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/transaction.h"

#include "tests/simulation/guarantees.h"

#include <utility>

namespace onceover::simulation {

Transaction::~Transaction()
{
    if (!m_isOver)
        undo();
}

PaymentRow& Transaction::lock(const Uuid& paymentId)
{
    const auto found = m_database.tables.payments.find(paymentId);
    if (found == m_database.tables.payments.end())
        throw Refusal{"payment.unknown"};
    if (m_database.isLocked(paymentId))
        throw RowLocked{};
    m_before.try_emplace(paymentId, found->second);
    return found->second;
}

PaymentRow* Transaction::lockOrSkip(const Uuid& paymentId)
{
    return m_database.isLocked(paymentId) ? nullptr : &lock(paymentId);
}

PaymentRow& Transaction::insert(PaymentRow row)
{
    const Uuid paymentId = row.paymentId;
    m_before[paymentId] = std::nullopt;
    return m_database.tables.payments[paymentId] = std::move(row);
}

bool Transaction::insertAttemptId(const Uuid& attemptId, const AttemptIdRow& row)
{
    // The insert waits for an uncommitted one of the same id.
    if (m_database.isAttemptIdLocked(attemptId))
        throw RowLocked{};
    const bool isNew = m_database.tables.attemptIds.emplace(attemptId, row).second;
    if (isNew)
        m_attemptIds.push_back(attemptId);
    return isNew;
}

RecordRow& Transaction::recordOf(const RecordRow& shown)
{
    auto& records = m_database.tables.records;
    for (RecordRow& known : records) {
        if (known.provider == shown.provider && known.externalId == shown.externalId)
            return known;
    }
    records.push_back(shown);
    records.back().recordId = m_database.nextId();
    return records.back();
}

const RecordRow* Transaction::record(const Uuid& recordId) const
{
    for (const RecordRow& known : m_database.tables.records) {
        if (known.recordId == recordId)
            return &known;
    }
    return nullptr;
}

void Transaction::own(const Uuid& recordId, const Uuid& paymentId)
{
    m_database.tables.recordOwners[recordId] = paymentId;
    m_owned.push_back(recordId);
}

void Transaction::insertCommand(const Uuid& commandId, CommandRow row)
{
    m_database.tables.commands[commandId] = std::move(row);
    m_commands.push_back(commandId);
}

bool Transaction::isRepeated(int person, const Uuid& commandId, const std::string& content) const
{
    const auto known = m_database.tables.commands.find(commandId);
    if (known == m_database.tables.commands.end())
        return false;
    if (known->second.person != person || known->second.content != content)
        throw Refusal{"command.reused"};
    return true;
}

Transaction::Savepoint Transaction::save(const Uuid& paymentId)
{
    return {lock(paymentId), m_database.tables.records.size(), m_owned.size()};
}

void Transaction::rollBackTo(const Savepoint& savepoint)
{
    m_database.tables.payments.at(savepoint.row.paymentId) = savepoint.row;
    forgetRecords(savepoint.recordCount, savepoint.ownedCount);
}

void Transaction::forgetRecords(std::size_t recordCount, std::size_t ownedCount)
{
    for (std::size_t index = ownedCount; index < m_owned.size(); ++index)
        m_database.tables.recordOwners.erase(m_owned[index]);
    m_owned.resize(ownedCount);
    m_database.tables.records.resize(recordCount);
}

void Transaction::commit()
{
    for (const auto& [paymentId, before] : m_before)
        checkChange(before, m_database.tables.payments.at(paymentId), m_database);
    m_isOver = true;
}

bool Transaction::park(std::int64_t endsAtUs, bool isCommitting)
{
    const bool isPlain =
        m_owned.empty() && m_commands.empty() && m_database.tables.records.size() == m_recordCount;
    if (!isPlain)
        return false;
    ParkedTransaction parked;
    parked.endsAtUs = endsAtUs;
    parked.isCommitting = isCommitting;
    for (const auto& [paymentId, before] : m_before) {
        if (!before)
            return false;
        parked.payments.emplace(paymentId, m_database.tables.payments.at(paymentId));
    }
    for (const Uuid& attemptId : m_attemptIds)
        parked.attemptIds.emplace(attemptId, m_database.tables.attemptIds.at(attemptId));
    undo();
    m_isOver = true;
    m_database.park(std::move(parked));
    return true;
}

void Transaction::undo()
{
    auto& tables = m_database.tables;
    for (auto& [paymentId, before] : m_before) {
        if (before)
            tables.payments.at(paymentId) = std::move(*before);
        else
            tables.payments.erase(paymentId);
    }
    for (const Uuid& attemptId : m_attemptIds)
        tables.attemptIds.erase(attemptId);
    for (const Uuid& commandId : m_commands)
        tables.commands.erase(commandId);
    forgetRecords(m_recordCount, 0);
    m_before.clear();
}

} // namespace onceover::simulation
