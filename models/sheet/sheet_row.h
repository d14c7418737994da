// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace onceover {

// What a cell means, so that views can draw it; always beside words, never instead of them.
enum class Tone
{
    Normal,
    Muted,
    Good,
    Warning,
    Danger,
    Accent,
};

enum class CellKind
{
    Text,
    // A short reason drawn as a chip.
    Chip,
    // Digits: right-aligned.
    Amount,
    // Times and ages: right-aligned, tabular.
    Time,
    // Ids and raw text in a fixed-width face.
    Code,
};

struct Cell
{
    QString text;
    Tone tone = Tone::Normal;
    CellKind kind = CellKind::Text;
    // Empty: the text itself.
    QString toolTip;

    friend bool operator==(const Cell&, const Cell&) = default;
};

// One row of a table on screen: ready texts and the stable id by which selection and changes are
// followed.
struct SheetRow
{
    QString id;
    QList<Cell> cells;
    // One sentence for a screen reader; empty: the cells one after another.
    QString summary;

    friend bool operator==(const SheetRow&, const SheetRow&) = default;
};

} // namespace onceover
