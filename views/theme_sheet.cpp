// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme_sheet.h"

#include <QList>

#include <utility>

namespace onceover {

namespace {

constexpr const char* kSheet = R"(
QToolTip { background: @raised; color: @text; border: 1px solid @border; padding: 4px 6px; }
QTableView { background: @base; border: none; gridline-color: @border; outline: none; selection-background-color: @selection; selection-color: @text; }
QHeaderView { background: @raised; }
QHeaderView::section { background: @raised; color: @muted; border: none; border-bottom: 1px solid @border; padding: 5px 8px; font-weight: normal; }
QTableCornerButton::section { background: @raised; border: none; }
QTabWidget::pane { border: none; border-top: 1px solid @border; background: @base; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: @muted; padding: 7px 12px 6px 12px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { color: @accent; }
QPushButton { background: @base; color: @text; border: 1px solid @border; border-radius: 4px; padding: 5px 10px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @selection; }
QPushButton:focus { border: 1px solid @accent; }
QPushButton:disabled { color: @muted; background: @window; border: 1px solid @border; }
QPushButton[emphasis="primary"] { background: @accent; color: @base; border: 1px solid @accent; }
QPushButton[emphasis="primary"]:disabled { background: @mutedSoft; color: @muted; border: 1px solid @border; }
QPushButton[emphasis="danger"] { color: @danger; border: 1px solid @danger; }
QPushButton[emphasis="danger"]:disabled { color: @muted; border: 1px solid @border; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 3px 6px; color: @text; }
QToolButton:hover { background: @hover; }
QToolButton:focus { border: 1px solid @accent; }
QLineEdit, QPlainTextEdit, QComboBox, QDateTimeEdit { background: @base; color: @text; border: 1px solid @border; border-radius: 4px; padding: 4px 6px; selection-background-color: @selection; selection-color: @text; }
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus, QDateTimeEdit:focus { border: 1px solid @accent; }
QComboBox::drop-down, QDateTimeEdit::drop-down { border: none; width: 22px; }
QComboBox::down-arrow, QDateTimeEdit::down-arrow { image: url(:/icons/down.svg); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: @base; color: @text; border: 1px solid @border; }
QListWidget { background: @window; border: none; outline: none; }
QListWidget::item { padding: 6px 8px; border-radius: 4px; margin: 1px 6px; color: @text; }
QListWidget::item:hover { background: @hover; }
QListWidget::item:selected { background: @selection; color: @text; }
QSplitter::handle { background: @border; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: @border; border-radius: 4px; min-height: 28px; margin: 1px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: @border; border-radius: 4px; min-width: 28px; margin: 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QMenu { background: @base; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 3px; }
QMenu::item:selected { background: @selection; }
QMenuBar { background: @window; }
QMenuBar::item:selected { background: @hover; }
QCheckBox::indicator, QRadioButton::indicator { width: 12px; height: 12px; border: 1px solid @muted; background: @base; }
QRadioButton::indicator { border-radius: 7px; }
QCheckBox::indicator { border-radius: 3px; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 1px solid @accent; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 4px solid @accent; }
QCheckBox::indicator:checked { width: 6px; height: 6px; border: 4px solid @accent; background: @base; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { border: 1px solid @border; background: @window; }
QFrame#panel { background: @base; border: 1px solid @border; border-radius: 6px; }
QFrame#bar { background: @raised; border: none; border-top: 1px solid @border; }
QFrame#topBar { background: @raised; border: none; border-bottom: 1px solid @border; }
QFrame#notice { background: @accentSoft; border: none; border-bottom: 1px solid @border; }
QFrame#warningNotice { background: @warningSoft; border: 1px solid @border; border-radius: 4px; }
QFrame#dangerNotice { background: @dangerSoft; border: 1px solid @border; border-radius: 4px; }
QFrame#surface, QWidget#surface { background: @base; }
QScrollArea { background: @base; border: none; }
)";

} // namespace

QString themeSheet(const Theme::Colours& c)
{
    // Longer names first: one may begin with another.
    const QList<std::pair<QString, QColor>> names{
        {QStringLiteral("@warningSoft"), c.warningSoft},
        {QStringLiteral("@dangerSoft"), c.dangerSoft},
        {QStringLiteral("@accentSoft"), c.accentSoft},
        {QStringLiteral("@mutedSoft"), c.mutedSoft},
        {QStringLiteral("@selection"), c.selection},
        {QStringLiteral("@window"), c.window},
        {QStringLiteral("@raised"), c.raised},
        {QStringLiteral("@border"), c.border},
        {QStringLiteral("@accent"), c.accent},
        {QStringLiteral("@danger"), c.danger},
        {QStringLiteral("@muted"), c.muted},
        {QStringLiteral("@hover"), c.hover},
        {QStringLiteral("@base"), c.base},
        {QStringLiteral("@text"), c.text},
    };
    QString sheet = QString::fromLatin1(kSheet);
    for (const auto& [name, colour] : names)
        sheet.replace(name, colour.name());
    return sheet;
}

} // namespace onceover
