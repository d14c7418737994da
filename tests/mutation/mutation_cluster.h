// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/mutant.h"
#include "tests/support/store_fixture.h"

#include <QtGlobal>

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// The server on which mutants live: in memory where the machine has room for it, with one installed
// template that every unit copies. Several threads use it.
class MutationCluster
{
public:
    MutationCluster();
    ~MutationCluster();

    MutationCluster(const MutationCluster&) = delete;
    MutationCluster& operator=(const MutationCluster&) = delete;

    // What a unit's program needs in its environment.
    std::map<std::string, std::string> environment() const;
    // A copy of the program, which a build that goes on meanwhile does not change.
    std::string keep(const std::string& program) const;
    std::string writeScript(int number, const std::string& script) const;

    // Whether the server takes the script at all. Nothing stays of it.
    bool isAccepted(const std::string& script);
    // Triggers, constraints and unique indexes, each dropped, with the file that makes its table.
    std::vector<Mutant> tableMutants(const std::map<std::string, std::string>& fileOfTable);

    // The functions that the databases of this program ran; switches the counting on for all
    // sessions.
    void countCalls();
    std::set<std::string> functionsRunBy(qint64 pid);
    // The databases that these programs left behind.
    void dropDatabasesOf(qint64 pid);

private:
    std::vector<std::string> databasesOf(qint64 pid);

    std::filesystem::path m_directory;
    std::optional<PrivateCluster> m_cluster;
    std::unique_ptr<StoreFixture> m_fixture;
    std::string m_template;
    std::string m_scratch;
    std::mutex m_mutex;
};

} // namespace onceover
