// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <span>

#include <QLatin1String>

namespace onceover {

// A stable code of the database or the backend and its English source text, marked for translation
// where it stands.
struct CodeText
{
    const char* code;
    const char* text;
};

// The translated text of a code. An unknown code is shown as it is: a colleague who speaks another
// language, or a newer core, must still be understood.
inline QString textOfCode(const char* context, std::span<const CodeText> table, const QString& code)
{
    for (const CodeText& row : table) {
        if (code == QLatin1String(row.code))
            return QCoreApplication::translate(context, row.text);
    }
    return code;
}

inline bool knowsCode(std::span<const CodeText> table, const QString& code)
{
    for (const CodeText& row : table) {
        if (code == QLatin1String(row.code))
            return true;
    }
    return false;
}

} // namespace onceover
