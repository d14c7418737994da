// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sheet/sheet_row.h"

#include <QLabel>

namespace onceover {

// The only label of the console: always plain text, because Qt guesses from the text otherwise, and
// a payee's name would become markup. Selectable labels can be copied from.
class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainLabel(QWidget* parent = nullptr);
    explicit PlainLabel(const QString& text, QWidget* parent = nullptr);

    void setTone(Tone tone);
    // Breaks lines, and gives its height for its width to the layout.
    void setWrapped();
    void setCopyable();
    // Draws a soft chip of the tone behind the text.
    void setChip(Tone tone);
};

} // namespace onceover
