// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/cheat_sheet.h"

#include "views/plain_label.h"
#include "views/theme.h"

#include <QAction>
#include <QGridLayout>

namespace onceover {

CheatSheet::CheatSheet(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Keys"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setHorizontalSpacing(24);
    // In two columns: one would be taller than a small screen.
    constexpr int kRows = 16;
    int count = 0;
    const auto add = [&](const QString& keys, const QString& what) {
        auto* left = new PlainLabel(keys, this);
        left->setFont(Theme::code());
        const int column = count / kRows * 2;
        layout->addWidget(left, count % kRows, column);
        layout->addWidget(new PlainLabel(what, this), count++ % kRows, column + 1);
    };
    add(QStringLiteral("J, K"), tr("Next and previous row"));
    add(tr("Enter"), tr("Open the row's case"));
    for (const QAction* action : actions) {
        if (!action->shortcut().isEmpty())
            add(action->shortcut().toString(QKeySequence::NativeText),
                action->text().remove(QLatin1Char('&')));
    }
    add(tr("Ctrl+Enter"), tr("Carry out what a decision sheet says"));
}

} // namespace onceover
