// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

namespace onceover {

// A line of crash_points.txt.
struct CrashPoint
{
    QString name;
    QString flow;
    QString port;
    QString subject;
    QString moment;
    int occurrence = 1;

    static QVector<CrashPoint> readAll();
};

enum class Victim
{
    // The program that works: kill -9.
    Core,
    // The server process of its session; the server starts itself again.
    Backend,
    // The server; somebody starts it again.
    Postmaster,
    // The session's socket.
    Connection,
};

enum class Afterwards
{
    // What was not killed lives on.
    Go,
    // It is stopped at the point, as by SIGSTOP, until somebody lets it go on.
    Stop,
};

const char* toText(Victim victim);

} // namespace onceover
