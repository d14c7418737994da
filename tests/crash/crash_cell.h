// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/crash/crash_judge.h"

#include <QStringList>

namespace onceover {

enum class Rescue
{
    // By the same core: its next process, or itself if it was not killed.
    Same,
    // By the other core alone; the first one comes back later.
    Other,
};

// One field of the matrix: a flow is brought to a point, something is killed there, somebody
// recovers. What is wrong afterwards is listed in complaints().
class CrashCell
{
public:
    CrashCell(CrashWorld& world, const CrashPoint& point, Victim victim, Rescue rescue);

    void run();

    const QStringList& complaints() const { return m_complaints; }

private:
    // What was there before the process that dies.
    void prepare();
    // Of the process that dies.
    QStringList words();
    std::string login() const;
    bool isPersonal() const;
    void strike();
    void rescueCore();
    void rescueByOther();
    void rescuePerson();
    void rescueFile();
    void decide(const std::string& proposer);
    void propose(const std::string& login, const std::string& decision);
    void finish(const QString& host);
    void killEarlier(const char* subject, const char* port);
    void complain(const QString& what);
    std::string paymentId();

    CrashWorld& m_world;
    CrashJudge m_judge;
    CrashPoint m_point;
    Victim m_victim;
    Rescue m_rescue;
    // Whose process dies, and who helps.
    QString m_host = QStringLiteral("core");
    QString m_helper = QStringLiteral("other");
    QStringList m_references;
    QString m_file;
    std::string m_decision;
    std::string m_command;
    std::string m_digest;
    std::string m_version;
    std::unique_ptr<MortalProcess> m_process;
    QStringList m_complaints;
};

} // namespace onceover
