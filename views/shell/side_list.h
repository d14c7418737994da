// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QListWidget>

namespace onceover {

// The places of the console, each with how much waits there.
class SideList : public QListWidget
{
    Q_OBJECT

public:
    enum class Place
    {
        WaitingOnMe,
        SecondApprover,
        AllCases,
        Watched,
        Held,
        Orphans,
        Payments,
        Imports,
        Ledger,
        Events,
    };

    explicit SideList(QWidget* parent = nullptr);

    void showCounts(const DeskPulse& pulse);
    void go(Place place);

    Place place() const;

    static QString titleOf(Place place);

Q_SIGNALS:
    void placeChanged(onceover::SideList::Place place);

private:
    void setCount(Place place, std::int64_t count);
};

} // namespace onceover
