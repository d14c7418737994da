// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "models/sheet/sheet_row.h"

#include <QCoreApplication>
#include <QStringList>

namespace onceover {

// What the sources of evidence gave and owe, and what came while nothing moved.
class SourceTables
{
    Q_DECLARE_TR_FUNCTIONS(SourceTables)

public:
    static QStringList columns(SideTable table);
    static QList<SheetRow> rows(const SideTablePage& page);
    static QString title(SideTable table);
    static QString emptyText(SideTable table);
};

} // namespace onceover
