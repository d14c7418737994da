// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/side_list.h"

#include "views/shell/side_delegate.h"
#include "views/theme.h"

namespace onceover {

namespace {

using Place = SideList::Place;

constexpr Place kPlaces[] = {
    Place::WaitingOnMe,
    Place::SecondApprover,
    Place::AllCases,
    Place::Watched,
    Place::Held,
    Place::Orphans,
    Place::Payments,
    Place::Imports,
    Place::Ledger,
    Place::Events,
};

QString iconOf(Place place)
{
    switch (place) {
    case Place::WaitingOnMe:
        return QStringLiteral("inbox");
    case Place::SecondApprover:
        return QStringLiteral("second");
    case Place::AllCases:
        return QStringLiteral("cases");
    case Place::Watched:
        return QStringLiteral("watched");
    case Place::Held:
        return QStringLiteral("held");
    case Place::Orphans:
        return QStringLiteral("orphans");
    case Place::Payments:
        return QStringLiteral("payments");
    case Place::Imports:
        return QStringLiteral("imports");
    case Place::Ledger:
        return QStringLiteral("ledger");
    case Place::Events:
        break;
    }
    return QStringLiteral("events");
}

} // namespace

QString SideList::titleOf(Place place)
{
    switch (place) {
    case Place::WaitingOnMe:
        return tr("Waiting on me");
    case Place::SecondApprover:
        return tr("Second approver");
    case Place::AllCases:
        return tr("All cases");
    case Place::Watched:
        return tr("Unknown, watched");
    case Place::Held:
        return tr("Held");
    case Place::Orphans:
        return tr("Orphan records");
    case Place::Payments:
        return tr("Payments");
    case Place::Imports:
        return tr("Statement files");
    case Place::Ledger:
        return tr("Ledger");
    case Place::Events:
        break;
    }
    return tr("Audit events");
}

SideList::SideList(QWidget* parent)
    : QListWidget(parent)
{
    setAccessibleName(tr("Places"));
    setIconSize({18, 18});
    setFixedWidth(188);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setItemDelegate(new SideDelegate(this));
    for (const Place place : kPlaces) {
        auto* item = new QListWidgetItem(Theme::icon(iconOf(place)), titleOf(place), this);
        item->setData(Qt::UserRole, static_cast<int>(place));
        item->setData(SideDelegate::StartsGroupRole, place == Place::Payments);
    }
    connect(this, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item != nullptr)
            Q_EMIT placeChanged(place());
    });
}

SideList::Place SideList::place() const
{
    return currentItem() == nullptr ? Place::WaitingOnMe
                                    : static_cast<Place>(currentItem()->data(Qt::UserRole).toInt());
}

void SideList::go(Place place)
{
    setCurrentRow(static_cast<int>(place));
}

void SideList::setCount(Place place, std::int64_t count)
{
    QListWidgetItem* each = item(static_cast<int>(place));
    const QString text = count == 0     ? QString()
                         : count > 9999 ? QStringLiteral("10 000+")
                                        : QString::number(count);
    each->setData(SideDelegate::CountRole, text);
    each->setData(
        Qt::AccessibleTextRole,
        text.isEmpty() ? titleOf(place) : titleOf(place) + QStringLiteral(", ") + text);
}

void SideList::showCounts(const DeskPulse& pulse)
{
    setCount(Place::WaitingOnMe, pulse.counts.value(ListKind::WaitingOnMe));
    setCount(Place::SecondApprover, pulse.counts.value(ListKind::SecondApprover));
    setCount(Place::AllCases, pulse.counts.value(ListKind::AllCases));
    setCount(Place::Watched, pulse.counts.value(ListKind::Watched));
    setCount(Place::Held, pulse.counts.value(ListKind::Held));
    setCount(Place::Orphans, pulse.orphanCount);
}

} // namespace onceover
