// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/kill_runner.h"

#include <QElapsedTimer>
#include <QProcess>

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

constexpr int kStartPatienceMs = 90000;
// No unit takes so long, on a busy machine either: a statement waits for a lock half a minute at
// most.
constexpr int kUnitPatienceMs = 180000;
constexpr int kLookMs = 500;
constexpr int kLastBreathMs = 5000;
// A mutant may write without end; the last of it says what failed.
constexpr std::size_t kMostOutput = 1 << 20;

void set(QProcessEnvironment& environment, const std::map<std::string, std::string>& values)
{
    for (const auto& [name, value] : values) {
        environment.insert(QString::fromStdString(name), QString::fromStdString(value));
    }
}

std::string lastUnit(const std::string& output)
{
    const std::size_t at = output.rfind("RUN ");
    return at == std::string::npos ? std::string()
                                   : output.substr(at + 4, output.find('\n', at) - at - 4);
}

// Until the program ends, or one unit takes too long. Each says its name before it runs.
void waitForUnits(QProcess& process, std::string& output)
{
    QElapsedTimer sinceUnit;
    sinceUnit.start();
    while (process.state() == QProcess::Running && sinceUnit.elapsed() < kUnitPatienceMs) {
        process.waitForReadyRead(kLookMs);
        const QByteArray text = process.readAll();
        if (text.contains("RUN ")) {
            sinceUnit.restart();
        }
        output += text.toStdString();
        if (output.size() > kMostOutput) {
            output.erase(0, output.size() / 2);
        }
    }
}

} // namespace

std::string KillReport::complaint() const
{
    constexpr std::size_t kMost = 160;
    for (const char* word : {"FAIL!", "test fixture:", "store fixture:"}) {
        if (const std::size_t at = output.find(word); at != std::string::npos) {
            return output.substr(at, std::min(output.find('\n', at) - at, kMost));
        }
    }
    return end == End::TimedOut ? "no end" : "the program ended";
}

KillRunner::KillRunner(std::string program, std::map<std::string, std::string> environment)
    : m_program(std::move(program))
    , m_environment(std::move(environment))
{}

std::vector<std::string> KillRunner::units() const
{
    QProcess process;
    process.start(QString::fromStdString(m_program), {QStringLiteral("--list")});
    process.waitForFinished(kStartPatienceMs);
    std::vector<std::string> found;
    for (const QByteArray& line : process.readAllStandardOutput().split('\n')) {
        if (!line.isEmpty()) {
            found.push_back(line.toStdString());
        }
    }
    return found;
}

KillReport KillRunner::run(
    const std::vector<std::string>& units,
    const std::map<std::string, std::string>& more,
    const std::function<void(qint64 pid)>& afterwards) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    set(environment, m_environment);
    set(environment, more);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    QStringList arguments;
    for (const std::string& unit : units) {
        arguments.append(QString::fromStdString(unit));
    }
    process.start(QString::fromStdString(m_program), arguments);
    process.waitForStarted(kStartPatienceMs);
    const qint64 pid = process.processId();
    KillReport report;
    waitForUnits(process, report.output);
    const bool isOver =
        process.state() == QProcess::NotRunning || process.waitForFinished(kLastBreathMs);
    if (!isOver) {
        process.kill();
        process.waitForFinished(kStartPatienceMs);
        report.end = KillReport::End::TimedOut;
    } else if (process.exitStatus() == QProcess::CrashExit || process.exitCode() != 0) {
        report.end = KillReport::End::Killed;
    }
    report.output += process.readAll().toStdString();
    if (report.isKilled()) {
        report.killer = lastUnit(report.output);
    }
    if (afterwards) {
        afterwards(pid);
    }
    return report;
}

} // namespace onceover
