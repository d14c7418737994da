// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/database.h"
#include "tests/simulation/violation.h"

#include <map>
#include <optional>
#include <vector>

namespace onceover::simulation {

// One transaction: whatever it changes is undone unless it commits. Committing checks the
// guarantees between what was and what is.
class Transaction
{
public:
    explicit Transaction(Database& database)
        : m_database(database)
        , m_recordCount(database.tables.records.size())
    {}

    ~Transaction();

    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    Database& database() { return m_database; }

    std::int64_t nowUs() const { return m_database.nowUs(); }

    bool lacks(Defence defence) const { return m_database.lacks(defence); }

    // Refusal payment.unknown; RowLocked when another transaction holds the row.
    PaymentRow& lock(const Uuid& paymentId);
    // Null instead of waiting.
    PaymentRow* lockOrSkip(const Uuid& paymentId);
    PaymentRow& insert(PaymentRow row);

    // False when the id is known already.
    bool insertAttemptId(const Uuid& attemptId, const AttemptIdRow& row);
    // The one with this identity, stored now or before.
    RecordRow& recordOf(const RecordRow& shown);
    const RecordRow* record(const Uuid& recordId) const;
    void own(const Uuid& recordId, const Uuid& paymentId);
    void insertCommand(const Uuid& commandId, CommandRow row);
    // A known command is a read; by another person or with other content it is refused.
    bool isRepeated(int person, const Uuid& commandId, const std::string& content) const;

    // A subtransaction of one payment.
    struct Savepoint
    {
        PaymentRow row;
        std::size_t recordCount = 0;
        std::size_t ownedCount = 0;
    };

    Savepoint save(const Uuid& paymentId);
    void rollBackTo(const Savepoint& savepoint);

    void commit();
    // Leaves the end open until `endsAtUs`; false when the transaction is of a kind that is not
    // parked, and still open then.
    bool park(std::int64_t endsAtUs, bool isCommitting);

private:
    void undo();
    void forgetRecords(std::size_t recordCount, std::size_t ownedCount);

    Database& m_database;
    // Missing: inserted by this transaction.
    std::map<Uuid, std::optional<PaymentRow>> m_before;
    std::vector<Uuid> m_attemptIds;
    std::vector<Uuid> m_owned;
    std::vector<Uuid> m_commands;
    std::size_t m_recordCount;
    bool m_isOver = false;
};

} // namespace onceover::simulation
