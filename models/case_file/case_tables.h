// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "models/sheet/sheet_row.h"

#include <QCoreApplication>
#include <QStringList>

namespace onceover {

// The tables of one case, from one snapshot.
struct Table
{
    QStringList columns;
    QList<SheetRow> rows;
};

// The context of their translations.
class CaseTables
{
    Q_DECLARE_TR_FUNCTIONS(CaseTables)
};

// What each source says, what it could have seen, and what follows. Repeated looks that changed
// nothing are one row, unless the whole list is wanted.
Table evidenceTable(const CaseFile& file, bool isWhole = false);
// How many rows of the whole list the short one leaves out.
int repeatedLooks(const CaseFile& file);
// Permits with their grounds, attempts with their answers and fates: one row a permit.
Table attemptTable(const CaseFile& file);
// Everything that happened, oldest first.
Table timelineTable(const CaseFile& file);
// The postings of this payment.
Table moneyTable(const CaseFile& file);
// Field by field: this payment beside every candidate and every linked record.
Table comparisonTable(const CaseFile& file);
// Decisions and notes of people.
Table decisionTable(const CaseFile& file);

} // namespace onceover
