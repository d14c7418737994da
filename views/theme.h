// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/sheet/sheet_row.h"

#include <QColor>
#include <QFont>
#include <QString>

class QApplication;
class QIcon;

namespace onceover {

enum class ThemeKind
{
    Light,
    Dark,
};

// Colours, faces and distances of the whole console, in one place: Fusion with palettes of our own.
// Contrast of text is at least 4.5:1 in both themes; colour never stands without a word beside it.
class Theme
{
public:
    struct Colours
    {
        QColor window;
        QColor base;
        QColor raised;
        QColor border;
        QColor text;
        QColor muted;
        QColor accent;
        QColor selection;
        QColor hover;
        QColor good;
        QColor warning;
        QColor danger;
        QColor goodSoft;
        QColor warningSoft;
        QColor dangerSoft;
        QColor accentSoft;
        QColor mutedSoft;
    };

    static void apply(QApplication& application, ThemeKind kind);
    static ThemeKind kind();
    static const Colours& colours();

    static QColor text(Tone tone);
    static QColor soft(Tone tone);

    // Digits of one width in all of them.
    static QFont body();
    static QFont small();
    static QFont strong();
    static QFont title();
    static QFont amount();
    static QFont code();

    // A bundled line icon in the colour of text.
    static QIcon icon(const QString& name);
    static QIcon icon(const QString& name, const QColor& colour);

    static constexpr int kGapPx = 8;
    static constexpr int kRowHeightPx = 28;
};

} // namespace onceover
