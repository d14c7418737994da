// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "models/sheet/sheet_row.h"

#include <QCoreApplication>
#include <QStringList>

namespace onceover {

// Payments as rows of a list: the facts that decide which one to open first.
class QueueRows
{
    Q_DECLARE_TR_FUNCTIONS(QueueRows)

public:
    enum Column
    {
        Age,
        State,
        Why,
        Amount,
        Payee,
        Provider,
        Taken,
        Decision,
        Reference,
    };

    static QStringList columns();
    static QList<SheetRow> of(const QueuePage& page, const QString& myPersonId);

    // The short reason for a chip, of whatever the payment's state is about.
    static Cell why(const PaymentRow& payment);
    static Cell state(const PaymentRow& payment);
};

} // namespace onceover
