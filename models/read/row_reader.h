// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/read_values.h"

#include <QSqlQuery>

namespace onceover {

// Reads the columns of the current row from left to right. By position, because a look-up by name
// makes the driver ask the server for table names; and converted here, because the driver gives
// positive bigints as unsigned.
class RowReader
{
public:
    explicit RowReader(const QSqlQuery& query)
        : m_query(query)
    {}

    QString text() { return m_query.value(m_at++).toString(); }

    bool flag() { return m_query.value(m_at++).toBool(); }

    std::int64_t number() { return static_cast<std::int64_t>(m_query.value(m_at++).toLongLong()); }

    std::optional<std::int64_t> maybeNumber()
    {
        const QVariant value = m_query.value(m_at++);
        if (value.isNull())
            return std::nullopt;
        return static_cast<std::int64_t>(value.toLongLong());
    }

private:
    const QSqlQuery& m_query;
    int m_at = 0;
};

PaymentRow readPayment(RowReader& reader);
PermitRow readPermit(RowReader& reader);
AttemptRow readAttempt(RowReader& reader);
EvidenceRow readEvidence(RowReader& reader);
RecordRow readRecord(RowReader& reader);
CandidateRow readCandidate(RowReader& reader);
ContradictionRow readContradiction(RowReader& reader);
DecisionRow readDecision(RowReader& reader);
NoteRow readNote(RowReader& reader);
EventRow readEvent(RowReader& reader);
ImportRow readImport(RowReader& reader);
FileStatementRow readFileStatement(RowReader& reader);
FileLineRow readFileLine(RowReader& reader);
LedgerRow readLedger(RowReader& reader);
LedgerCheckRow readLedgerCheck(RowReader& reader);
CoreRow readCore(RowReader& reader);

} // namespace onceover
