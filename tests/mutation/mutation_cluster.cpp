// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/mutation_cluster.h"

#include "backend/postgres/transaction.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <unistd.h>

namespace onceover {

namespace {

constexpr const char* kTableParts =
    "select r.relname::text as subject, 'drop-trigger' as kind, t.tgname::text as name, "
    "t.tgname::text as text,"
    " format('drop trigger %I on onceover.%I', t.tgname, r.relname) as script"
    "  from pg_trigger t join pg_class r on r.oid = t.tgrelid"
    " where r.relnamespace = 'onceover'::regnamespace and not t.tgisinternal"
    " union all "
    "select r.relname::text, 'drop-constraint', c.conname::text, c.conname || ' ' || "
    "pg_get_constraintdef(c.oid),"
    " format('alter table onceover.%I drop constraint %I cascade', r.relname, c.conname)"
    "  from pg_constraint c join pg_class r on r.oid = c.conrelid"
    " where r.relnamespace = 'onceover'::regnamespace and c.contype in ('c', 'u', 'f', 'p')"
    " union all "
    "select r.relname::text, 'drop-index', i.relname::text, i.relname::text, format('drop index "
    "onceover.%I', i.relname)"
    "  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class r on r.oid = "
    "x.indrelid"
    " where r.relnamespace = 'onceover'::regnamespace and x.indisunique"
    "   and not exists (select from pg_constraint c where c.conindid = x.indexrelid)"
    " order by 1, 2, 3";

std::filesystem::path placeForCluster()
{
    for (const char* base :
         {"/dev/shm/onceover-mutation-XXXXXX", "/tmp/onceover-mutation-XXXXXX"}) {
        std::string path = base;
        if (::mkdtemp(path.data()) != nullptr) {
            return path;
        }
    }
    std::perror("mutation: there is no place for a server");
    std::abort();
}

} // namespace

MutationCluster::MutationCluster()
    : m_directory(placeForCluster())
{
    PrivateCluster::Options options;
    options.isDisposable = true;
    auto cluster = PrivateCluster::openOrCreate(m_directory, options);
    if (!cluster) {
        std::fprintf(stderr, "mutation: %s\n", cluster.error().detail().c_str());
        std::abort();
    }
    m_cluster.emplace(std::move(*cluster));
    ::setenv("ONCEOVER_TEST_CLUSTER", m_directory.c_str(), 1);
    ::unsetenv("ONCEOVER_TEST_TEMPLATE");
    m_fixture = std::make_unique<StoreFixture>();
    m_template = m_fixture->freshInstallation();
    m_scratch = m_fixture->freshInstallation();
}

MutationCluster::~MutationCluster()
{
    m_fixture.reset();
    if (m_cluster) {
        static_cast<void>(m_cluster->stop());
    }
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
}

std::map<std::string, std::string> MutationCluster::environment() const
{
    return {
        {"ONCEOVER_TEST_CLUSTER", m_directory.string()}, {"ONCEOVER_TEST_TEMPLATE", m_template}};
}

std::string MutationCluster::keep(const std::string& program) const
{
    const std::filesystem::path kept = m_directory / std::filesystem::path(program).filename();
    std::error_code failed;
    std::filesystem::copy_file(program, kept, failed);
    return failed ? program : kept.string();
}

std::string MutationCluster::writeScript(int number, const std::string& script) const
{
    const std::filesystem::path path = m_directory / ("mutant_" + std::to_string(number) + ".sql");
    std::ofstream(path) << script;
    return path.string();
}

bool MutationCluster::isAccepted(const std::string& script)
{
    const std::scoped_lock lock(m_mutex);
    Connection owner = m_fixture->connectOwner(m_scratch);
    auto transaction = Transaction::begin(owner, PgFixture::patience());
    return transaction && owner.executeScript("mutant", script, PgFixture::patience()).has_value();
}

std::vector<Mutant> MutationCluster::tableMutants(
    const std::map<std::string, std::string>& fileOfTable)
{
    Connection owner = m_fixture->connectOwner(m_scratch);
    std::vector<Mutant> mutants;
    for (const Row& row : mustRun(owner, kTableParts)) {
        Mutant mutant;
        mutant.subject = *row.text("subject");
        const auto file = fileOfTable.find(mutant.subject);
        if (file == fileOfTable.end()) {
            continue;
        }
        mutant.file = file->second;
        mutant.kind = *row.text("kind");
        mutant.before = foldBlanks(*row.text("text"));
        mutant.text = *row.text("script");
        mutants.push_back(std::move(mutant));
    }
    return mutants;
}

void MutationCluster::countCalls()
{
    Connection owner = m_fixture->connectOwner("postgres");
    mustRun(owner, "alter role all set track_functions = 'all'");
}

std::vector<std::string> MutationCluster::databasesOf(qint64 pid)
{
    Connection owner = m_fixture->connectOwner("postgres");
    std::vector<std::string> names;
    const std::string pattern = "test\\_" + std::to_string(pid) + "\\_%";
    for (const Row& row : mustRun(
             owner,
             "select datname::text as name from pg_database where datname like $1",
             Params().text(pattern))) {
        names.push_back(*row.text("name"));
    }
    return names;
}

std::set<std::string> MutationCluster::functionsRunBy(qint64 pid)
{
    std::set<std::string> functions;
    for (const std::string& database : databasesOf(pid)) {
        Connection owner = m_fixture->connectOwner(database);
        // Sessions report what they ran when they are gone.
        while (*mustRun(
                    owner,
                    "select count(*) as others from pg_stat_activity where datname = "
                    "current_database() and pid <> pg_backend_pid()")[0]
                    .int64("others")
               > 0) {}
        for (const Row& row : mustRun(
                 owner,
                 "select funcname::text as name from pg_stat_user_functions where calls > 0")) {
            functions.insert(*row.text("name"));
        }
    }
    return functions;
}

void MutationCluster::dropDatabasesOf(qint64 pid)
{
    const std::scoped_lock lock(m_mutex);
    const std::vector<std::string> names = databasesOf(pid);
    Connection owner = m_fixture->connectOwner("postgres");
    for (const std::string& name : names) {
        static_cast<void>(owner.executeScript(
            "drop", "drop database if exists " + name + " with (force)", PgFixture::patience()));
    }
}

} // namespace onceover
