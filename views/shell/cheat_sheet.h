// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QList>

class QAction;

namespace onceover {

// The keys of every command, made from the commands themselves.
class CheatSheet : public QDialog
{
    Q_OBJECT

public:
    explicit CheatSheet(const QList<QAction*>& actions, QWidget* parent = nullptr);
};

} // namespace onceover
