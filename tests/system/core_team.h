// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/system/demo_process.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>

namespace onceover {

// Several cores on one database, each with a machine login, an id and a journal of its own, as if
// they ran on several hosts: they share nothing but the server.
class CoreTeam
{
public:
    CoreTeam(DemoProcess& demo, int size);

    // Makes the logins and connection files, and admits the cores without the two people.
    bool enrol();
    // One pass of every core, all at the same time.
    QVector<CoreRun> passTogether();

    // A core that works until it is told to stop.
    std::unique_ptr<QProcess> serve(int core) const;

    int size() const { return m_size; }

private:
    bool admit();
    QString folder(int core) const;
    std::unique_ptr<QProcess> start(int core, const QString& command) const;

    DemoProcess& m_demo;
    int m_size;
};

} // namespace onceover
