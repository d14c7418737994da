// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/private_cluster.h"
#include "tests/store/scenario_core.h"
#include "tests/support/store_fixture.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace onceover {

// One installation with servers that can be killed, copied, rolled back and promoted, two admitted
// cores with journals outside, and a provider whose books are the judge. Cores are numbered from 1;
// servers have short names, the first one is "a".
class FailoverSite
{
public:
    // Makes the first site and keeps it stopped as the model of all others: setting a database up
    // takes longer than everything that happens to it here.
    static std::filesystem::path makeModel();

    explicit FailoverSite(const std::filesystem::path& model);
    ~FailoverSite();

    void start(const std::string& server, const std::map<std::string, std::string>& settings = {});
    // As its operator would.
    void stop(const std::string& server);
    // SIGKILL to the postmaster.
    void kill(const std::string& server);

    // The data of one stopped server become those of another.
    void copyData(const std::string& from, const std::string& to);
    // pg_basebackup of a running server.
    void backUp(const std::string& from, const std::string& to);
    // Dropped and restored from its own dump, on the same server.
    void dumpAndRestore(const std::string& server);

    // In the data directory: standby.signal, recovery.signal.
    void touch(const std::string& server, const std::string& file);
    void copyJournal(int core, const std::string& from, const std::string& to);

    Connection owner(const std::string& server = "a");
    // "" or the code of the refusal.
    std::string accept(const std::string& key, const std::string& server = "a");
    // ARMED, CHECKING or FENCED, as everybody sees it.
    std::string state(const std::string& server = "a");
    std::string scalar(const std::string& sql, const std::string& server = "a");
    void runScript(const std::string& sql, const std::string& server = "a");

    // A new process of a core, on its journal in `journals`.
    std::unique_ptr<ScenarioCore> core(
        int number, const std::string& server = "a", const std::string& journals = "journals");
    // Both admitted cores look; "" or the error of the first one, which looks last and sends what
    // there is.
    std::string proveAll(const std::string& server = "a");

    BookProvider& book() { return *m_book; }

    std::filesystem::path path(const std::string& name) const { return m_directory / name; }

private:
    ConnectionSettings settings(const std::string& login, const std::string& server);
    void run(const std::string& program, const std::string& words, const std::string& server);
    void own(const std::filesystem::path& data, const std::string& like) const;

    std::filesystem::path m_directory;
    std::map<std::string, PrivateCluster> m_servers;
    BookDirectory m_directoryOfProviders;
    std::shared_ptr<BookProvider> m_book;
};

} // namespace onceover
