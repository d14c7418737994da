// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "models/sheet/sheet_row.h"

#include <QCoreApplication>
#include <QStringList>

namespace onceover {

// The tables beside the payments: orphan records, the ledger, events of everything.
class ListTables
{
    Q_DECLARE_TR_FUNCTIONS(ListTables)

public:
    static QStringList orphanColumns();
    static QList<SheetRow> orphans(const OrphanPage& page);
    static QStringList ledgerColumns();
    static QList<SheetRow> ledger(const LedgerSheet& sheet);
    // "EUR agrees: … in transit, in doubt or decided = … of possible attempts"; one line for all
    // currencies.
    static QString ledgerCheck(const LedgerSheet& sheet);
    static QStringList eventColumns();
    static QList<SheetRow> events(const EventPage& page);
};

} // namespace onceover
