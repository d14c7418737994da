// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/crash/crash_point.h"
#include "tests/system/demo_process.h"

#include <QProcess>

namespace onceover {

// onceover-core with decorated ports, which dies, or whose server does, at one point.
class MortalProcess
{
public:
    // `words` as for onceover-core. Without a point it is the program itself.
    MortalProcess(const QStringList& words, const QString& passwordFile);
    ~MortalProcess();

    MortalProcess(const MortalProcess&) = delete;
    MortalProcess& operator=(const MortalProcess&) = delete;

    void start();
    void startDyingAt(const CrashPoint& point, Victim victim, Afterwards afterwards);

    // Waits until the victim is dead, and, if that is asked for, this process stopped. False when
    // the process ended instead.
    bool awaitStrike();

    bool isRunning() const { return m_process.state() == QProcess::Running; }

    // Stands still until goOn().
    bool suspend();
    // After Afterwards::Stop, or suspend().
    void goOn();
    // SIGTERM, and its end.
    CoreRun terminate();
    // Waits for its end.
    CoreRun finish();

private:
    bool isStopped() const;

    QProcess m_process;
    QByteArray m_said;
    Victim m_victim = Victim::Core;
    Afterwards m_afterwards = Afterwards::Go;
};

} // namespace onceover
