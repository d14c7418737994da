// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace onceover {

enum class ThemeChoice
{
    System,
    Light,
    Dark,
};

// What the command line asks for. It is read before there is an application, so that --help works
// without a display. It carries no password and no action: the most a link can do is show a case.
struct ConsoleOptions
{
    bool isHelp = false;
    bool isVersion = false;
    bool isDemo = false;
    bool isAudit = false;
    // A person of the demo, by login or by name.
    QString person;
    QString directory;
    QString profile;
    // "en", "zh_CN", or empty for the desktop's language.
    QString language;
    ThemeChoice theme = ThemeChoice::System;
    QString screenshots;
    // A reference, or empty.
    QString reference;
    // Why it could not be understood, as an English sentence; empty when it was.
    QString fault;

    // `arguments` without the program's name.
    static ConsoleOptions parse(const QStringList& arguments);

    // From a link onceover://payment/REFERENCE or a bare reference; empty where it is neither.
    static QString referenceIn(const QString& text);

    static QString helpText();
};

} // namespace onceover
