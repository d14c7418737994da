// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme.h"

#include "views/theme_sheet.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QIcon>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QStyleFactory>
#include <QSvgRenderer>

namespace onceover {

namespace {

ThemeKind s_kind = ThemeKind::Light;
Theme::Colours s_colours;
QString s_family;
QString s_codeFamily;

Theme::Colours lightColours()
{
    Theme::Colours c;
    c.window = QColor(0xf3, 0xf4, 0xf6);
    c.base = QColor(0xff, 0xff, 0xff);
    c.raised = QColor(0xfa, 0xfb, 0xfc);
    c.border = QColor(0xd8, 0xdc, 0xe2);
    c.text = QColor(0x1a, 0x20, 0x2b);
    c.muted = QColor(0x5a, 0x65, 0x75);
    c.accent = QColor(0x1d, 0x55, 0xb0);
    c.selection = QColor(0xdb, 0xe7, 0xf8);
    c.hover = QColor(0xee, 0xf2, 0xf8);
    c.good = QColor(0x14, 0x6c, 0x43);
    c.warning = QColor(0x8a, 0x53, 0x00);
    c.danger = QColor(0xb0, 0x21, 0x2b);
    c.goodSoft = QColor(0xdf, 0xf1, 0xe7);
    c.warningSoft = QColor(0xfb, 0xee, 0xd2);
    c.dangerSoft = QColor(0xfb, 0xe3, 0xe3);
    c.accentSoft = QColor(0xe2, 0xec, 0xfa);
    c.mutedSoft = QColor(0xe9, 0xec, 0xf0);
    return c;
}

Theme::Colours darkColours()
{
    Theme::Colours c;
    c.window = QColor(0x1a, 0x1d, 0x22);
    c.base = QColor(0x14, 0x17, 0x1b);
    c.raised = QColor(0x20, 0x24, 0x2a);
    c.border = QColor(0x34, 0x3a, 0x43);
    c.text = QColor(0xe4, 0xe7, 0xec);
    c.muted = QColor(0x9c, 0xa6, 0xb4);
    c.accent = QColor(0x7f, 0xb0, 0xf7);
    c.selection = QColor(0x25, 0x3a, 0x58);
    c.hover = QColor(0x22, 0x28, 0x30);
    c.good = QColor(0x6f, 0xcf, 0x97);
    c.warning = QColor(0xee, 0xb8, 0x5c);
    c.danger = QColor(0xf2, 0x8b, 0x88);
    c.goodSoft = QColor(0x1b, 0x38, 0x2a);
    c.warningSoft = QColor(0x40, 0x31, 0x14);
    c.dangerSoft = QColor(0x48, 0x22, 0x24);
    c.accentSoft = QColor(0x20, 0x33, 0x4f);
    c.mutedSoft = QColor(0x2a, 0x2f, 0x37);
    return c;
}

QPalette paletteOf(const Theme::Colours& c)
{
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.base);
    palette.setColor(QPalette::AlternateBase, c.raised);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::Button, c.raised);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.danger);
    palette.setColor(QPalette::Highlight, c.selection);
    palette.setColor(QPalette::HighlightedText, c.text);
    palette.setColor(QPalette::ToolTipBase, c.raised);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::Mid, c.border);
    palette.setColor(QPalette::Light, c.raised);
    palette.setColor(QPalette::Dark, c.border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.muted);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.mutedSoft);
    palette.setColor(QPalette::Inactive, QPalette::Highlight, c.mutedSoft);
    return palette;
}

// The first installed of the faces whose digits have one width.
QString firstInstalled(const QStringList& wanted, const QString& fallback)
{
    const QStringList families = QFontDatabase::families();
    for (const QString& family : wanted) {
        if (families.contains(family))
            return family;
    }
    return fallback;
}

QFont face(qreal pointSize, QFont::Weight weight)
{
    QFont font(s_family);
    font.setPointSizeF(pointSize);
    font.setWeight(weight);
    return font;
}

} // namespace

void Theme::apply(QApplication& application, ThemeKind kind)
{
    s_kind = kind;
    s_colours = kind == ThemeKind::Dark ? darkColours() : lightColours();
    s_family = firstInstalled(
        {QStringLiteral("Noto Sans"),
         QStringLiteral("Noto Sans CJK SC"),
         QStringLiteral("Open Sans"),
         QStringLiteral("DejaVu Sans")},
        QFontDatabase::systemFont(QFontDatabase::GeneralFont).family());
    s_codeFamily = firstInstalled(
        {QStringLiteral("Noto Sans Mono"),
         QStringLiteral("Noto Sans Mono CJK SC"),
         QStringLiteral("DejaVu Sans Mono")},
        QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(paletteOf(s_colours));
    QApplication::setFont(body());
    application.setStyleSheet(themeSheet(s_colours));
}

ThemeKind Theme::kind()
{
    return s_kind;
}

const Theme::Colours& Theme::colours()
{
    return s_colours;
}

QColor Theme::text(Tone tone)
{
    switch (tone) {
    case Tone::Normal:
        return s_colours.text;
    case Tone::Muted:
        return s_colours.muted;
    case Tone::Good:
        return s_colours.good;
    case Tone::Warning:
        return s_colours.warning;
    case Tone::Danger:
        return s_colours.danger;
    case Tone::Accent:
        return s_colours.accent;
    }
    return s_colours.text;
}

QColor Theme::soft(Tone tone)
{
    switch (tone) {
    case Tone::Good:
        return s_colours.goodSoft;
    case Tone::Warning:
        return s_colours.warningSoft;
    case Tone::Danger:
        return s_colours.dangerSoft;
    case Tone::Accent:
        return s_colours.accentSoft;
    case Tone::Normal:
    case Tone::Muted:
        break;
    }
    return s_colours.mutedSoft;
}

QFont Theme::body()
{
    return face(9.5, QFont::Normal);
}

QFont Theme::small()
{
    return face(8.5, QFont::Normal);
}

QFont Theme::strong()
{
    return face(9.5, QFont::Bold);
}

QFont Theme::title()
{
    return face(11.5, QFont::Bold);
}

QFont Theme::amount()
{
    return face(19, QFont::Bold);
}

QFont Theme::code()
{
    QFont font(s_codeFamily);
    font.setPointSizeF(9);
    font.setStyleHint(QFont::Monospace);
    return font;
}

QIcon Theme::icon(const QString& name)
{
    return icon(name, s_colours.muted);
}

QIcon Theme::icon(const QString& name, const QColor& colour)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QByteArray svg = file.readAll();
    svg.replace("currentColor", colour.name().toLatin1());
    QSvgRenderer renderer(svg);
    QIcon icon;
    for (const int size : {16, 20, 32, 40}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace onceover
