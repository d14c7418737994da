// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_intake.h"

#include "backend/store/store_sql.h"

#include <utility>

namespace onceover {

PgIntake::PgIntake(ConnectionSettings settings)
    : m_session(std::move(settings))
{}

Result<std::vector<IntakeAnswer>> PgIntake::acceptAll(const std::vector<std::string>& requests)
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    auto transaction = Transaction::begin(**connection, m_session.deadline());
    if (!transaction)
        return Failure(
            Error::notHappened(transaction.error().code(), transaction.error().detail()));
    std::vector<IntakeAnswer> answers;
    for (const std::string& request : requests) {
        const auto rows = transaction->execute(
            storeStatement("accept"), Params().json(request), m_session.deadline());
        // COMMIT was never sent.
        if (!rows)
            return Failure(Error::notHappened(rows.error().code(), rows.error().detail()));
        const Row row = (*rows)[0];
        IntakeAnswer answer;
        answer.outcome = row.text("outcome").value_or("");
        answer.paymentId = row.text("payment_id").value_or("");
        answer.reference = row.text("reference").value_or("");
        answer.status = row.text("status").value_or("");
        answer.differs = row.text("differs").value_or("[]");
        answer.code = row.text("code").value_or("");
        answer.detail = row.text("detail").value_or("");
        answer.isHeld = row.boolean("is_held").value_or(false);
        answers.push_back(std::move(answer));
    }
    if (const auto ended = transaction->commit(m_session.deadline()).toResult(); !ended)
        return Failure(ended.error());
    return answers;
}

} // namespace onceover
