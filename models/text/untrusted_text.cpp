// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/untrusted_text.h"

#include <QChar>
#include <QCoreApplication>

namespace onceover {

namespace {

bool isInvisible(char32_t code)
{
    const auto category = QChar::category(code);
    if (category == QChar::Other_Control || category == QChar::Other_Format
        || category == QChar::Other_Surrogate || category == QChar::Other_PrivateUse
        || category == QChar::Other_NotAssigned || category == QChar::Separator_Line
        || category == QChar::Separator_Paragraph)
        return true;
    // Letters and blanks that draw nothing: Hangul fillers, the Braille blank, exotic spaces,
    // variation selectors.
    return code == 0x115f || code == 0x1160 || code == 0x3164 || code == 0xffa0 || code == 0x2800
           || code == 0x034f || code == 0x17b4 || code == 0x17b5
           || (category == QChar::Separator_Space && code != 0x20 && code != 0x3000)
           || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
}

QString escaped(char32_t code)
{
    return QStringLiteral("[U+%1]").arg(QString::number(code, 16).toUpper(), 4, QLatin1Char('0'));
}

bool isRightToLeft(char32_t code)
{
    const auto direction = QChar::direction(code);
    return direction == QChar::DirR || direction == QChar::DirAL;
}

QString shown(const QString& text, qsizetype maxCharacters, bool keepLines)
{
    QString result;
    bool hasRightToLeft = false;
    qsizetype marks = 0;
    qsizetype count = 0;
    const auto codes = QStringView(text).left(maxCharacters * 2).toUcs4();
    for (const auto each : codes) {
        const auto code = static_cast<char32_t>(each);
        if (count++ == maxCharacters)
            break;
        const auto category = QChar::category(code);
        const bool isMark = category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
        marks = isMark ? marks + 1 : 0;
        if (code == U'\n')
            result += keepLines ? QStringLiteral("\n") : QStringLiteral("↵");
        else if (code == U'\t')
            result += QStringLiteral("⇥");
        else if (code == U'\r')
            result += keepLines ? QString() : QStringLiteral("␍");
        else if (isInvisible(code) || marks > 4) // a tower of accents paints over its neighbours
            result += escaped(code);
        else
            result += QString::fromUcs4(&code, 1);
        hasRightToLeft = hasRightToLeft || isRightToLeft(code);
    }
    if (count > maxCharacters || text.size() > maxCharacters * 2)
        result += QCoreApplication::translate(
            "UntrustedText", " … (%n characters in all)", nullptr, static_cast<int>(text.size()));
    // First strong isolate … pop: its direction ends where it ends.
    if (hasRightToLeft)
        result = QChar(0x2068) + result + QChar(0x2069);
    return result;
}

bool looksLikeLatin(QChar::Script script)
{
    return script == QChar::Script_Latin || script == QChar::Script_Greek
           || script == QChar::Script_Cyrillic || script == QChar::Script_Armenian
           || script == QChar::Script_Cherokee;
}

} // namespace

QString UntrustedText::line(const QString& text, qsizetype maxCharacters)
{
    return shown(text, maxCharacters, /*keepLines=*/false);
}

QString UntrustedText::block(const QString& text, qsizetype maxCharacters)
{
    return shown(text, maxCharacters, /*keepLines=*/true);
}

bool UntrustedText::mixesScripts(const QString& text)
{
    QChar::Script inWord = QChar::Script_Unknown;
    const auto codes = QStringView(text).left(kMaxShownCharacters).toUcs4();
    for (const auto each : codes) {
        const auto code = static_cast<char32_t>(each);
        if (!QChar::isLetter(code)) {
            if (!QChar::isMark(code))
                inWord = QChar::Script_Unknown;
            continue;
        }
        if ((code >= 0xff21 && code <= 0xff5a) || (code >= 0x1d400 && code <= 0x1d7ff))
            return true;
        const auto script = QChar::script(code);
        if (!looksLikeLatin(script))
            continue;
        if (inWord != QChar::Script_Unknown && inWord != script)
            return true;
        inWord = script;
    }
    return false;
}

QString UntrustedText::account(const QString& text)
{
    const QString safe = line(text, 100);
    if (safe.size() <= 8)
        return safe;
    return safe.left(4) + QStringLiteral("…") + safe.right(4);
}

} // namespace onceover
