// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"
#include "backend/postgres/migrator.h"
#include "backend/postgres/private_cluster.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace onceover {

// A real server for one test executable: a private cluster in a directory from freshQuickDirectory,
// or the shared one in ONCEOVER_TEST_CLUSTER. Migrates a template database once and hands out
// copies of it. Make one in initTestCase().
class PgFixture
{
public:
    // Ends the program with the reason on standard error if there is no server: a test without one
    // proves nothing.
    explicit PgFixture(
        std::vector<Migration> migrations = {}, PrivateCluster::Options options = {});
    ~PgFixture();

    PgFixture(const PgFixture&) = delete;
    PgFixture& operator=(const PgFixture&) = delete;

    // A new database, copied from the migrated template; its name. Dropped at the end of a shared
    // cluster's use.
    std::string freshDatabase();
    // A copy of one that nobody is connected to: what a backup brings back.
    std::string copyOf(const std::string& database);

    ConnectionSettings ownerSettings(const std::string& database) const;
    ConnectionSettings settingsFor(
        const std::string& login, const std::string& password, const std::string& database) const;

    // Connections that must succeed.
    Connection ownerConnection(const std::string& database) const;
    Connection connectionFor(
        const std::string& login, const std::string& password, const std::string& database) const;

    // Creates the login (or resets its password) and grants it the roles. Logins belong to the
    // whole cluster.
    void createLogin(
        const std::string& login,
        const std::string& password,
        const std::vector<std::string>& roles = {});

    PrivateCluster& cluster() { return *m_cluster; }

    // Whether the template is somebody else's.
    bool isTemplateShared() const { return m_isTemplateShared; }

    const std::string& templateDatabase() const { return m_template; }

    // A generous wait for tests; nothing ever waits that long unless it hangs.
    static Deadline patience() { return Deadline::in(std::chrono::seconds(30)); }

private:
    void makeTemplate(const std::vector<Migration>& migrations);

    std::unique_ptr<PrivateCluster> m_cluster;
    std::filesystem::path m_ownDirectory;
    std::vector<std::string> m_databases;
    std::string m_template;
    bool m_isTemplateShared = false;
};

} // namespace onceover
