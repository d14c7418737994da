// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/mortal_process.h"

#include "test_places.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QJsonDocument>
#include <QProcessEnvironment>

#include <csignal>

#include <poll.h>

namespace onceover {

namespace {

constexpr int kPatienceMs = 60'000;

} // namespace

MortalProcess::MortalProcess(const QStringList& words, const QString& passwordFile)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("ONCEOVER_PASSWORD_FILE"), passwordFile);
    m_process.setProcessEnvironment(environment);
    m_process.setProgram(QStringLiteral(ONCEOVER_BINARY_DIR "/tests/crash/mortal_core"));
    m_process.setArguments(words);
}

MortalProcess::~MortalProcess()
{
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(kPatienceMs);
}

void MortalProcess::start()
{
    m_process.start();
    m_process.waitForStarted(kPatienceMs);
}

void MortalProcess::startDyingAt(const CrashPoint& point, Victim victim, Afterwards afterwards)
{
    m_victim = victim;
    m_afterwards = afterwards;
    QProcessEnvironment environment = m_process.processEnvironment();
    const QStringList words = {
        point.port,
        point.subject,
        point.moment,
        QString::number(point.occurrence),
        QLatin1String(toText(victim)),
        QLatin1String(afterwards == Afterwards::Stop ? "stop" : "go")};
    environment.insert(QStringLiteral("ONCEOVER_MORTAL"), words.join(u' '));
    m_process.setProcessEnvironment(environment);
    start();
}

bool MortalProcess::awaitStrike()
{
    if (m_victim == Victim::Core) {
        // False where it has ended already.
        m_process.waitForFinished(kPatienceMs);
        return !isRunning() && m_process.exitStatus() == QProcess::CrashExit;
    }
    const QDeadlineTimer deadline(kPatienceMs);
    while (!m_said.contains("STRUCK\n")) {
        m_process.waitForReadyRead(10);
        m_said += m_process.readAllStandardError();
        if (deadline.hasExpired() || (!isRunning() && !m_said.contains("STRUCK\n")))
            return false;
    }
    while (m_afterwards == Afterwards::Stop && !isStopped()) {
        if (deadline.hasExpired())
            return false;
        ::poll(nullptr, 0, 1);
    }
    return true;
}

bool MortalProcess::isStopped() const
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(m_process.processId()));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray stat = file.readAll();
    return stat.mid(stat.lastIndexOf(')') + 2, 1) == "T";
}

bool MortalProcess::suspend()
{
    ::kill(static_cast<pid_t>(m_process.processId()), SIGSTOP);
    const QDeadlineTimer deadline(kPatienceMs);
    while (!isStopped()) {
        if (deadline.hasExpired())
            return false;
        ::poll(nullptr, 0, 1);
    }
    return true;
}

void MortalProcess::goOn()
{
    ::kill(static_cast<pid_t>(m_process.processId()), SIGCONT);
}

CoreRun MortalProcess::terminate()
{
    m_process.terminate();
    return finish();
}

CoreRun MortalProcess::finish()
{
    CoreRun run;
    if (isRunning() && !m_process.waitForFinished(kPatienceMs))
        m_process.kill();
    if (m_process.exitStatus() == QProcess::NormalExit)
        run.exitCode = m_process.exitCode();
    run.output = m_process.readAllStandardOutput();
    run.complaint = m_said + m_process.readAllStandardError();
    for (const QByteArray& line : run.output.split('\n')) {
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (document.isObject())
            run.lines.append(document.object());
    }
    return run;
}

} // namespace onceover
