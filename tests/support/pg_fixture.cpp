// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pg_fixture.h"

#include "tests/support/quick_directory.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace onceover {

namespace {

[[noreturn]] void giveUp(const std::string& what, const Error& error)
{
    std::fprintf(
        stderr,
        "test fixture: %s: %s (%s %s)\n",
        what.c_str(),
        error.detail().c_str(),
        error.code().c_str(),
        error.sqlState().c_str());
    std::abort();
}

template <typename T>
T must(Result<T> result, const std::string& what)
{
    if (!result) {
        giveUp(what, result.error());
    }
    return std::move(*result);
}

void runScript(Connection& connection, const std::string& text)
{
    must(connection.executeScript("fixture", text, PgFixture::patience()), text);
}

} // namespace

PgFixture::PgFixture(std::vector<Migration> migrations, PrivateCluster::Options options)
{
    dropDatabaseEnvironment();
    std::filesystem::path directory;
    const char* shared = std::getenv("ONCEOVER_TEST_CLUSTER");
    if (shared != nullptr && *shared != '\0' && options.serverSettings.empty()) {
        directory = shared;
    } else {
        m_ownDirectory = freshQuickDirectory("onceover-test");
        options.isDisposable = true;
        directory = m_ownDirectory;
    }
    m_cluster = std::make_unique<PrivateCluster>(
        must(PrivateCluster::openOrCreate(directory, options), "private cluster"));
    const char* madeBefore = std::getenv("ONCEOVER_TEST_TEMPLATE");
    m_isTemplateShared = m_ownDirectory.empty() && madeBefore != nullptr && *madeBefore != '\0';
    if (m_isTemplateShared) {
        m_template = madeBefore;
    } else {
        makeTemplate(migrations);
    }
}

PgFixture::~PgFixture()
{
    // Whoever made the template looks at the copies and drops them.
    if (m_ownDirectory.empty() && !m_isTemplateShared) {
        Connection connection = ownerConnection("postgres");
        m_databases.push_back(m_template);
        for (const std::string& database : m_databases) {
            static_cast<void>(connection.executeScript(
                "drop", "drop database if exists " + database + " with (force)", patience()));
        }
    }
    static_cast<void>(m_cluster->stop());
    if (!m_ownDirectory.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_ownDirectory, ignored);
    }
}

void PgFixture::makeTemplate(const std::vector<Migration>& migrations)
{
    m_template = "template_" + std::to_string(::getpid());
    {
        Connection connection = ownerConnection("postgres");
        runScript(connection, "drop database if exists " + m_template);
        runScript(connection, "create database " + m_template);
    }
    Connection connection = ownerConnection(m_template);
    if (!migrations.empty()) {
        must(migrate(connection, migrations), "migrate");
    }
}

std::string PgFixture::freshDatabase()
{
    return copyOf(m_template);
}

std::string PgFixture::copyOf(const std::string& database)
{
    // One program may have several fixtures on one server.
    static std::atomic<int> s_count = 0;
    const std::string name = "test_" + std::to_string(::getpid()) + "_" + std::to_string(++s_count);
    Connection connection = ownerConnection("postgres");
    runScript(connection, "create database " + name + " template " + database);
    m_databases.push_back(name);
    return name;
}

ConnectionSettings PgFixture::ownerSettings(const std::string& database) const
{
    return m_cluster->ownerSettings(database);
}

ConnectionSettings PgFixture::settingsFor(
    const std::string& login, const std::string& password, const std::string& database) const
{
    return m_cluster->settingsFor(login, password, database);
}

Connection PgFixture::ownerConnection(const std::string& database) const
{
    return must(Connection::open(ownerSettings(database), patience()), "owner connection");
}

Connection PgFixture::connectionFor(
    const std::string& login, const std::string& password, const std::string& database) const
{
    return must(
        Connection::open(settingsFor(login, password, database), patience()),
        "connection of " + login);
}

void PgFixture::createLogin(
    const std::string& login, const std::string& password, const std::vector<std::string>& roles)
{
    Connection connection = ownerConnection("postgres");
    runScript(
        connection,
        "do $$ begin if to_regrole('" + login + "') is null then create role " + login
            + " login; end if; end $$");
    runScript(connection, "alter role " + login + " login password '" + password + "'");
    for (const std::string& role : roles) {
        runScript(connection, "grant " + role + " to " + login);
    }
}

} // namespace onceover
