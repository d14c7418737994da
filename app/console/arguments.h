// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace onceover {

// The command line of the console. Parsed before there is an application, so that --help works
// without a display. There is no option for a password.
struct Arguments
{
    bool isHelp = false;
    bool isVersion = false;
    bool isDemo = false;
    bool isAudit = false;
    QString profile;
    QString person;
    QString directory;
    QString language;
    QString theme;
    QString screenshots;
    QString open;
    // Not empty: what is wrong with the command line.
    QString error;

    static Arguments parse(const QStringList& words);
    static QString help();
};

} // namespace onceover
