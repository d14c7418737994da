// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/failover_site.h"

#include "backend/postgres/server_programs.h"
#include "tests/support/engine_world.h"
#include "tests/support/quick_directory.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace fs = std::filesystem;

namespace {

constexpr int kPatienceMs = 120'000;
constexpr const char* kDatabase = "pay";
constexpr const char* kCore = "m_core";
constexpr const char* kIntake = "m_intake";

[[noreturn]] void giveUp(const std::string& what, const std::string& why)
{
    std::fprintf(stderr, "failover site: %s: %s\n", what.c_str(), why.c_str());
    std::abort();
}

fs::path newDirectory()
{
    const fs::path path = freshQuickDirectory("onceover-fo");
    // The server's user has to reach its own folder below.
    fs::permissions(path, fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add);
    return path;
}

void runProgram(
    const std::string& program,
    const QStringList& words,
    const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QString::fromStdString(program), words);
    if (!process.waitForFinished(kPatienceMs) || process.exitStatus() != QProcess::NormalExit
        || process.exitCode() != 0)
        giveUp(program, process.readAll().toStdString());
}

// A command in words without blanks of their own.
void runWords(const std::string& command)
{
    QStringList words = QString::fromStdString(command).split(u' ');
    runProgram(words.takeFirst().toStdString(), words);
}

void installOn(Connection& connection)
{
    mustRun(connection, "select onceover.install(false)");
    for (const auto& [login, kind, group] :
         {std::array{kCore, "CORE", "onceover_core"},
          std::array{kIntake, "INTAKE", "onceover_intake"}}) {
        mustRun(
            connection, std::string("create role ") + login + " login password '" + login + "'");
        mustRun(connection, std::string("grant ") + group + " to " + login);
        mustRun(
            connection,
            "select onceover.enrol_login($1, null, $2)",
            Params().text(login).text(kind));
    }
    StoreFixture::insertProfile(connection, "book", BookProfile{}.json());
}

} // namespace

fs::path FailoverSite::makeModel()
{
    const fs::path model = newDirectory();
    {
        auto cluster = PrivateCluster::openOrCreate(model / "a", {});
        if (!cluster)
            giveUp("model", cluster.error().detail());
        auto maker = Connection::open(cluster->ownerSettings(), PgFixture::patience());
        mustRun(*maker, std::string("create database ") + kDatabase);
        auto owner = Connection::open(cluster->ownerSettings(kDatabase), PgFixture::patience());
        if (const auto migrated = migrate(*owner, StoreFixture::migrationsOfSource()); !migrated)
            giveUp("migrate", migrated.error().detail());
        installOn(*owner);
        fs::create_directories(model / "journals");
        BookDirectory none;
        for (const int number : {1, 2}) {
            ScenarioCore core(
                number, cluster->settingsFor(kCore, kCore, kDatabase), none, model / "journals");
            StoreFixture::admitCore(
                *owner, core.identity().coreId, core.identity().journalId, kCore);
            if (const auto report = core.pass(); report.error)
                giveUp("model", report.error->detail());
        }
    }
    return model;
}

FailoverSite::FailoverSite(const fs::path& model)
    : m_directory(newDirectory())
    , m_book(std::make_shared<BookProvider>(BookProfile{}))
{
    m_directoryOfProviders.add(m_book);
    runWords(
        "cp -a " + (model / "a").string() + " " + (model / "journals").string() + " "
        + m_directory.string());
    start("a");
    if (const std::string code = proveAll(); !code.empty())
        giveUp("first look", code);
}

FailoverSite::~FailoverSite()
{
    m_servers.clear();
    std::error_code ignored;
    fs::remove_all(m_directory, ignored);
}

void FailoverSite::start(const std::string& server, const std::map<std::string, std::string>& more)
{
    PrivateCluster::Options options;
    options.isDisposable = true;
    options.serverSettings = more;
    m_servers.erase(server);
    auto cluster = PrivateCluster::openOrCreate(path(server), options);
    if (!cluster)
        giveUp("start of " + server, cluster.error().detail());
    m_servers.emplace(server, std::move(*cluster));
}

void FailoverSite::stop(const std::string& server)
{
    static_cast<void>(m_servers.at(server).stop());
    m_servers.erase(server);
}

void FailoverSite::kill(const std::string& server)
{
    const auto pid = m_servers.at(server).serverPid();
    if (!pid || ::kill(*pid, SIGKILL) != 0)
        giveUp("kill", server);
}

void FailoverSite::own(const fs::path& data, const std::string& like) const
{
    struct stat known
    {};

    if (::geteuid() == 0 && ::stat((path(like) / "data").c_str(), &known) == 0)
        runWords(
            "chown -R " + std::to_string(known.st_uid) + ":" + std::to_string(known.st_gid) + " "
            + data.string());
}

void FailoverSite::copyData(const std::string& from, const std::string& to)
{
    fs::create_directories(path(to));
    own(path(to), from);
    fs::remove_all(path(to) / "data");
    runWords(
        "cp -a " + (path(from) / "data").string() + " " + (path(from) / "owner.password").string()
        + " " + path(to).string());
    fs::remove(path(to) / "data/postmaster.pid");
}

void FailoverSite::backUp(const std::string& from, const std::string& to)
{
    {
        std::ofstream hba(path(from) / "data/pg_hba.conf", std::ios::app);
        hba << "local replication all scram-sha-256\n";
    }
    ::kill(*m_servers.at(from).serverPid(), SIGHUP);
    fs::create_directories(path(to));
    run("pg_basebackup",
        "-D " + (path(to) / "data").string() + " -X stream --no-sync -c fast",
        from);
    runWords("cp -a " + (path(from) / "owner.password").string() + " " + path(to).string());
    own(path(to), from);
}

void FailoverSite::dumpAndRestore(const std::string& server)
{
    const std::string dump = path("dump.sql").string();
    run("pg_dump", std::string("-d ") + kDatabase + " -f " + dump, server);
    run("psql",
        std::string("-q -d postgres -c \"drop database ") + kDatabase
            + " with (force)\" -c \"create database " + kDatabase + " template template0\"",
        server);
    run("psql", std::string("-q -v ON_ERROR_STOP=1 -d ") + kDatabase + " -f " + dump, server);
}

void FailoverSite::run(
    const std::string& program, const std::string& words, const std::string& server)
{
    const ConnectionSettings owner = m_servers.at(server).ownerSettings();
    const auto programs = findServerPrograms(std::nullopt);
    if (!programs)
        giveUp(program, "no server programs");
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PGPASSWORD"), QString::fromStdString(owner.password));
    environment.insert(QStringLiteral("PGHOST"), QString::fromStdString(owner.hosts.front().name));
    environment.insert(QStringLiteral("PGUSER"), QString::fromStdString(owner.user));
    runProgram(
        (*programs / program).string(),
        QProcess::splitCommand(QString::fromStdString(words)),
        environment);
}

void FailoverSite::touch(const std::string& server, const std::string& file)
{
    const fs::path made = path(server) / "data" / file;
    std::ofstream(made).flush();
    own(made, server);
}

void FailoverSite::copyJournal(int core, const std::string& from, const std::string& to)
{
    fs::create_directories(path(to));
    const fs::path target = ScenarioCore::journalIn(path(to), core);
    fs::remove(target);
    fs::copy_file(ScenarioCore::journalIn(path(from), core), target);
}

ConnectionSettings FailoverSite::settings(const std::string& login, const std::string& server)
{
    return m_servers.at(server).settingsFor(login, login, kDatabase);
}

Connection FailoverSite::owner(const std::string& server)
{
    auto connection =
        Connection::open(m_servers.at(server).ownerSettings(kDatabase), PgFixture::patience());
    if (!connection)
        giveUp("owner", connection.error().detail());
    return std::move(*connection);
}

std::string FailoverSite::accept(const std::string& key, const std::string& server)
{
    auto intake = Connection::open(settings(kIntake, server), PgFixture::patience());
    if (!intake)
        return intake.error().code();
    return codeOf(
        *intake,
        "select * from onceover.accept($1)",
        Params().json(EngineWorld::request(key, "book", 1250, {})));
}

std::string FailoverSite::state(const std::string& server)
{
    return scalar("select incarnation_state as value from review.installation", server);
}

std::string FailoverSite::scalar(const std::string& sql, const std::string& server)
{
    Connection connection = owner(server);
    const Rows rows = mustRun(connection, sql);
    return rows.isEmpty() ? std::string() : rows[0].text(rows.columns().front()).value_or("");
}

void FailoverSite::runScript(const std::string& sql, const std::string& server)
{
    Connection connection = owner(server);
    if (const auto done = connection.executeScript("failover", sql, PgFixture::patience()); !done)
        giveUp(sql, done.error().detail());
}

std::unique_ptr<ScenarioCore> FailoverSite::core(
    int number, const std::string& server, const std::string& journals)
{
    fs::create_directories(path(journals));
    return std::make_unique<ScenarioCore>(
        number, settings(kCore, server), m_directoryOfProviders, path(journals));
}

std::string FailoverSite::proveAll(const std::string& server)
{
    std::string last;
    for (const int number : {2, 1}) {
        const PassReport report = core(number, server)->pass();
        last = report.error ? report.error->code() : "";
    }
    return last;
}

} // namespace onceover
