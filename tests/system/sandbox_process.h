// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

namespace onceover {

// What a caller saw on the wire of one exchange.
struct WireAnswer
{
    QByteArray bytes; // everything received
    int status = 0;   // 0: not even a status line
    QByteArray head;  // without the empty line; empty where the head never ended
    QByteArray body;
    bool whole = false; // the body has the length that the head names

    QJsonObject json() const;
    QString errorCode() const;
};

// The real onceover-sandbox in a directory of its own, driven over plain sockets, so that no HTTP
// library sends anything by itself. Killed when it goes out of scope.
class SandboxProcess
{
public:
    ~SandboxProcess();

    // Starts the server and waits for its line; false where it ended instead (see exitCode).
    bool start(const QByteArray& script = {});
    void kill9();
    int terminate();

    // Runs another command of the executable with --dir and gives its standard output.
    QByteArray run(
        const QString& command, const QStringList& arguments = {}, int* exitCode = nullptr) const;

    // One request on a connection of its own, read until the server closes it.
    WireAnswer exchange(const QByteArray& request) const;
    WireAnswer get(const QByteArray& target) const;
    WireAnswer post(
        const QByteArray& target, const QByteArray& body, const QByteArray& key = {}) const;
    WireAnswer charge(
        const QByteArray& provider,
        const QByteArray& key,
        const QByteArray& reference,
        int amountMinor = 1234) const;

    bool addFault(const QByteArray& rule) const;

    // From GET /admin/ledger.
    QJsonArray ledger(const char* part) const;

    int charges() const { return static_cast<int>(ledger("charges").size()); }

    int requests() const { return static_cast<int>(ledger("requests").size()); }

    quint16 port() const { return m_port; }

    int exitCode() const { return m_process.exitCode(); }

    QString ledgerPath() const { return m_directory.filePath(QStringLiteral("data/ledger.jsonl")); }

    QString directory() const { return m_directory.filePath(QStringLiteral("data")); }

    static QString executable();
    static QByteArray requestBytes(
        const QByteArray& target, const QByteArray& body, const QByteArray& key);
    static QByteArray chargeBody(
        const QByteArray& reference, int amountMinor, const QByteArray& currency = "EUR");

private:
    QTemporaryDir m_directory;
    QProcess m_process;
    quint16 m_port = 0;
};

// JSON written with ' in place of ": moc stumbles over raw strings.
inline QByteArray quoted(const char* text)
{
    return QByteArray(text).replace('\'', '"');
}

// Splits what came over the wire into status, head and body.
WireAnswer wireAnswer(const QByteArray& bytes);

} // namespace onceover
