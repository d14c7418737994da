// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>

#include <memory>

class QProcess;

namespace onceover {

class DemoSite;
class SandboxProcess;

// What one run of an executable printed, line by line, and how it ended.
struct CoreRun
{
    // -1: it did not end by itself.
    int exitCode = -1;
    QVector<QJsonObject> lines;
    QByteArray output;
    QByteArray complaint;

    // Lines whose "type" is this.
    QVector<QJsonObject> ofType(const char* type) const;
    // How many lines have this text under this key.
    int count(const char* key, const char* text) const;

    QJsonObject last() const { return lines.isEmpty() ? QJsonObject() : lines.last(); }

    // For a failed comparison.
    QByteArray described() const;
};

// A demo in a directory of its own, worked on by the real onceover-core and nothing else. The
// cluster is stopped and the directory removed when it goes out of scope.
class DemoProcess
{
public:
    DemoProcess();
    ~DemoProcess();

    DemoProcess(const DemoProcess&) = delete;
    DemoProcess& operator=(const DemoProcess&) = delete;

    QString directory() const { return m_directory; }

    QString path(const QString& name) const { return m_directory + u'/' + name; }

    // The cluster with its people, and the three profiles of the sandbox for that server's port.
    bool create(const SandboxProcess& sandbox);
    // Keeps the cluster running between two commands: starting and stopping it takes longer than
    // they do. create() does it too.
    bool holdOpen();

    DemoSite& site() { return *m_site; }

    // onceover-core with these words, --dir and --json.
    CoreRun core(const QStringList& words) const;
    // Several at once.
    QVector<CoreRun> cores(const QVector<QStringList>& words) const;
    static CoreRun run(const QString& program, const QStringList& arguments);
    // Waits for its end and reads what it printed.
    static CoreRun finished(QProcess& process, int patienceMs = 120'000);
    static QString executable();

    // Writes a file of the demo's directory; its path.
    QString write(const QString& name, const QByteArray& text) const;

    // All payments by reference.
    QMap<QString, QJsonObject> payments() const;
    // Whether a core has anything to do by itself for one of them within `nearMs`: to send, to ask,
    // or to sweep for the first times.
    static bool isWaiting(const QMap<QString, QJsonObject>& payments, int nearMs);
    // Runs passes until nothing is due within `nearMs`; false if that does not come within
    // `limitMs`.
    bool settle(int limitMs, int nearMs = 5000, const QStringList& coreNames = {}) const;

private:
    QString m_directory;
    std::unique_ptr<DemoSite> m_site;
};

// One line for the intake.
QByteArray intakeLine(
    const QByteArray& provider,
    const QByteArray& key,
    qint64 amountMinor,
    const QByteArray& currency,
    const QByteArray& payee);

// Used permits that people or the loss policy granted; from `payment`'s answer.
int extraPermits(const QJsonObject& payment);

// From 2026-01-17T12:05:11.123456Z to milliseconds since 1970.
qint64 unixMs(const QString& rfc3339);

} // namespace onceover
