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

// One installation with two hosts, each with a core and a journal of its own, and one provider that
// collapses keys and can be asked: the sandbox, whose ledger is the judge.
class CrashWorld
{
public:
    // Processes are killed, never the machine: where there is memory to write to, cluster, journals
    // and the sandbox's ledger are put there, for a flush would only cost time. Every flush is
    // asked for all the same. Call before anything is started.
    static void preferMemory();

    // Both outlive it.
    CrashWorld(StoreFixture& fixture, SandboxProcess& sandbox);

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

    // One pass of the host's next process.
    bool pass(const QString& host);
    // Passes of the host's next process until all payments are at rest, or nothing changes by
    // itself: see isAtRest. False: a pass met an error that lasts.
    bool settle(const QString& host, const QStringList& references);
    // SUCCEEDED, REVIEW, or FAILED without a further permit: this provider's rule grants one to
    // every payment that fails by itself and was never in REVIEW.
    bool isAtRest(const QStringList& references);
    // The time of every open claim is over: nobody waits for it.
    void endLeases();
    // The same for questions that are being asked: every look is due.
    void endLookLeases();
    // Waits until they are, by the work of a process outside.
    bool awaitRest(const QStringList& references);
    QString status(const QString& reference);

    QString journalOf(const QString& host) const;
    QString write(const QString& name, const QByteArray& text) const;

    SandboxProcess& sandbox() { return m_sandbox; }

private:
    static std::string loginOf(const QString& host);
    QString passwordFile(const std::string& login) const;
    QString siteFile(const QString& host) const;
    std::string profile() const;
    Result<std::unique_ptr<CoreHost>> coreHost(const QString& host) const;
    void excuseTheAbsent();

    StoreFixture& m_fixture;
    SandboxProcess& m_sandbox;
    std::string m_database;
    QTemporaryDir m_directory;
    std::optional<Connection> m_owner;
    int m_next = 0;
};

} // namespace onceover
