// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/core_host.h"
#include "tests/crash/mortal_process.h"
#include "tests/support/store_fixture.h"
#include "tests/system/sandbox_process.h"

#include <QStringList>
#include <QTemporaryDir>

#include <optional>

namespace onceover {

// One installation with hosts, "core" and perhaps "other", each with an admitted core and a journal
// of its own, and one provider that collapses keys and can be asked: the sandbox, whose ledger is
// the judge.
class CrashWorld
{
public:
    // Processes are killed, never the machine: where there is memory to write to, cluster, journals
    // and the sandbox's ledger are put there, for a flush would only cost time. Every flush is
    // asked for all the same. Call before anything is started.
    static void preferMemory();

    // Both outlive it. The provider "sandbox-card" collapses keys; at "sandbox-wire" a second
    // request is a second charge. Both can be asked.
    CrashWorld(
        StoreFixture& fixture,
        SandboxProcess& sandbox,
        const QStringList& hosts,
        const std::string& provider = "sandbox-card");

    // A session that sees everything; opened again after the server died.
    Connection& owner();
    // Starts the server if it is dead, and waits until it answers.
    void awaitServer();
    // The same after one of its processes was killed: every session ends, ours too.
    void awaitServerLoss();
    std::string scalar(std::string_view sql, const Params& params = {});
    // One statement under a person's login, which must succeed.
    std::string as(const std::string& login, std::string_view sql, const Params& params);

    // Accepts so many payments of their own payees; their references.
    QStringList accept(int count = 1);
    // Request lines of fresh payments, not accepted yet.
    QByteArray requestLines(int count);
    QStringList referencesOf(const QByteArray& acceptOutput) const;

    // onceover-core with these words on the host "core" or "other", under the login's password.
    std::unique_ptr<MortalProcess> process(
        const QString& host, QStringList words, const std::string& login = {});

    // One pass of the host's next process; the code of its error, empty if there was none.
    std::string pass(const QString& host);
    // A pass of each host: after this every journal was found in the database, and it is armed.
    void passAll();

    const QStringList& hosts() const { return m_hosts; }

    // Passes of the host's next process until all payments are at rest, or nothing changes by
    // itself: see isAtRest. False: a pass met an error that lasts.
    bool settle(const QString& host, const QStringList& references);
    // SUCCEEDED, REVIEW, or FAILED without a further permit: the rules grant one to every payment
    // that fails by itself and was never in REVIEW, after proof of absence only where keys
    // collapse.
    bool isAtRest(const QStringList& references);
    // The time of every open claim is over: nobody waits for it.
    void endLeases();
    // The same for questions that are being asked: every look is due.
    void endLookLeases();
    // Waits until they are, by the work of a process outside.
    bool awaitRest(const QStringList& references);
    QString status(const QString& reference);

    // A host whose disk is a copy of another's as it is now, with the same core on it.
    void cloneHost(const QString& host, const QString& copy);
    // From now on the name stands for the other one's disk, whose own content is gone.
    void useHost(const QString& from, const QString& name);

    QString journalOf(const QString& host) const;
    QString write(const QString& name, const QByteArray& text) const;

    SandboxProcess& sandbox() { return m_sandbox; }

private:
    static std::string loginOf(const QString& host);
    QString passwordFile(const std::string& login) const;
    void writeSite(const QString& host) const;
    QString siteFile(const QString& host) const;
    std::string profile() const;
    Result<std::unique_ptr<CoreHost>> coreHost(const QString& host) const;

    StoreFixture& m_fixture;
    SandboxProcess& m_sandbox;
    QStringList m_hosts;
    std::string m_provider;
    std::string m_database;
    QTemporaryDir m_directory;
    std::optional<Connection> m_owner;
    int m_next = 0;
};

} // namespace onceover
