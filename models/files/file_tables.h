// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/act/file_bridge.h"
#include "models/read/snapshots.h"
#include "models/sheet/sheet_row.h"

#include <QCoreApplication>
#include <QStringList>

namespace onceover {

// Statement files as tables: all of them, what one covers, and its lines.
class FileTables
{
    Q_DECLARE_TR_FUNCTIONS(FileTables)

public:
    static QStringList fileColumns();
    static QList<SheetRow> files(const ImportPage& page);
    static QStringList statementColumns();
    static QList<SheetRow> statements(const UploadFile& file);
    static QList<SheetRow> statements(const FilePreview& preview);
    static QStringList lineColumns();
    static QList<SheetRow> lines(const UploadFile& file);
    static QList<SheetRow> lines(const FilePreview& preview);
};

} // namespace onceover
