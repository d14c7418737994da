// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/store_fixture.h"

#include "test_places.h"
#include "tests/support/without_fence_guard.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace onceover {

namespace {

constexpr std::string_view kCardProfile =
    R"({"name":"card","max_automatic_permits":2,"capabilities":{"key_collapses":true,"key_lifetime_ms":86400000,)"
    R"("query_by_key":true,"query_authoritative":true},"times":{"visibility_lag_ms":0,)"
    R"("longest_processing_ms":0,"retry_delay_ms":0,"look_delays_ms":[0]}})";
constexpr std::string_view kSlowProfile =
    R"({"name":"slow","max_automatic_permits":2,"capabilities":{"key_collapses":true,"key_lifetime_ms":86400000,)"
    R"("query_by_key":true,"query_authoritative":true},"times":{"visibility_lag_ms":60000,)"
    R"("longest_processing_ms":3600000,"retry_delay_ms":0,"look_delays_ms":[0]}})";
constexpr std::string_view kBareProfile =
    R"({"name":"bare","max_automatic_permits":2,"capabilities":{},)"
    R"("times":{"look_delays_ms":[0]},"limits":{"currencies":["EUR"]}})";

[[noreturn]] void fail(std::string_view what, const Error& error)
{
    std::fprintf(
        stderr,
        "store fixture: %.*s: %s (%s) %s\n",
        static_cast<int>(what.size()),
        what.data(),
        error.code().c_str(),
        error.sqlState().c_str(),
        error.detail().c_str());
    std::abort();
}

struct Login
{
    const char* login;
    const char* person;
    const char* machineKind;
    std::vector<std::string> roles;
};

const std::vector<Login>& logins()
{
    static const std::vector<Login> kLogins = {
        {"liwei", "Li Wei", nullptr, {"onceover_viewer", "onceover_reviewer", "onceover_approver"}},
        {"liwei2",
         "Li Wei",
         nullptr,
         {"onceover_viewer", "onceover_reviewer", "onceover_approver"}},
        {"ana",
         "Ana Silva",
         nullptr,
         {"onceover_viewer", "onceover_reviewer", "onceover_approver"}},
        {"omar", "Omar Haddad", nullptr, {"onceover_viewer", "onceover_reviewer"}},
        {"kim", "Kim Park", nullptr, {"onceover_viewer", "onceover_auditor"}},
        {"olga", "Olga Novak", nullptr, {"onceover_viewer", "onceover_officer"}},
        {"m_core", nullptr, "CORE", {"onceover_core"}},
        {"m_core2", nullptr, "CORE", {"onceover_core"}},
        {"m_intake", nullptr, "INTAKE", {"onceover_intake"}},
        {"m_ingest", nullptr, "INGEST", {"onceover_ingest"}},
    };
    return kLogins;
}

Uuid numbered(const char* prefix, int number)
{
    char text[40];
    std::snprintf(text, sizeof text, "%s%012d", prefix, number);
    return *Uuid::fromText(text);
}

} // namespace

StoreFixture::StoreFixture(PrivateCluster::Options options)
    : m_postgres(migrationsOfSource(), std::move(options))
{
    if (m_postgres.isTemplateShared())
        return;
    for (const Login& each : logins())
        m_postgres.createLogin(each.login, each.login, each.roles);
}

std::vector<Migration> StoreFixture::migrationsOfSource()
{
    static const std::deque<std::pair<std::string, std::string>> kFiles = [] {
        std::deque<std::pair<std::string, std::string>> files;
        const std::filesystem::path folder =
            std::filesystem::path(ONCEOVER_SOURCE_DIR) / "backend/store/migrations";
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            std::ifstream stream(entry.path());
            files.emplace_back(
                entry.path().filename().string(),
                std::string(
                    std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()));
        }
        std::sort(files.begin(), files.end());
        return files;
    }();
    std::vector<Migration> migrations;
    for (const auto& [name, text] : kFiles)
        migrations.push_back(*Migration::fromFile(name, text));
    return migrations;
}

Connection StoreFixture::connect(const std::string& login, const std::string& database) const
{
    return m_postgres.connectionFor(login, login, database);
}

Connection StoreFixture::connectOwner(const std::string& database) const
{
    return m_postgres.ownerConnection(database);
}

void StoreFixture::applyMutantOfEnvironment(Connection& owner)
{
    const char* const mutant = std::getenv("ONCEOVER_TEST_MUTANT");
    if (mutant == nullptr)
        return;
    const std::string text = mutant;
    const std::size_t first = text.find('|');
    const std::size_t second = text.find('|', first + 1);
    const std::string function = text.substr(0, first);
    const std::string wanted = text.substr(first + 1, second - first - 1);
    const Rows rows = mustRun(
        owner,
        "select pg_get_functiondef(p.oid) as source from pg_proc p where p.pronamespace = "
        "'onceover'::regnamespace and p.proname = $1",
        Params().text(function));
    std::string source = rows.isEmpty() ? std::string() : rows[0].text("source").value_or("");
    const std::size_t at = source.find(wanted);
    if (at == std::string::npos) {
        std::fprintf(stderr, "store fixture: no such mutant: %s\n", mutant);
        std::_Exit(kNoSuchMutant);
    }
    source.replace(at, wanted.size(), text.substr(second + 1));
    if (auto changed = owner.executeScript("mutant", source, PgFixture::patience()); !changed) {
        std::fprintf(
            stderr,
            "store fixture: the mutant does not compile: %s\n",
            changed.error().detail().c_str());
        std::_Exit(kNoSuchMutant);
    }
}

void StoreFixture::insertProfile(
    Connection& owner, std::string_view provider, std::string_view body)
{
    mustRun(owner, "alter table onceover.profiles disable trigger guard_profile");
    mustRun(
        owner,
        "insert into onceover.profiles (provider, version, body, sha256, decision_id) "
        "values ($1, 1, $2, encode(sha256(convert_to($2, 'UTF8')), 'hex'), gen_random_uuid())",
        Params().text(provider).text(body));
    mustRun(owner, "alter table onceover.profiles enable always trigger guard_profile");
}

void StoreFixture::admitCores(Connection& owner)
{
    mustRun(owner, "alter table onceover.cores disable trigger guard_core");
    mustRun(
        owner,
        "update onceover.cores set state = 'ADMITTED', admitted_as = coalesce(admitted_as, "
        "'FOUNDING'), proven_start = pg_postmaster_start_time()");
    mustRun(owner, "alter table onceover.cores enable always trigger guard_core");
}

void StoreFixture::admitCore(
    Connection& owner, const Uuid& core, const Uuid& journal, const std::string& login)
{
    mustRun(owner, "alter table onceover.cores disable trigger guard_core");
    mustRun(
        owner,
        "insert into onceover.cores (core_id, name, host, login, journal_id, boot_nonce, "
        "program_version, state, admitted_as) values ($1, 'new', 'host', $3, $2, $1, '', "
        "'ADMITTED', 'FOUNDING') on conflict do nothing",
        Params().uuid(core).uuid(journal).text(login));
    mustRun(owner, "alter table onceover.cores enable always trigger guard_core");
}

void StoreFixture::applyMutantScript(Connection& owner)
{
    const char* const path = std::getenv("ONCEOVER_TEST_MUTANT_SCRIPT");
    if (path == nullptr)
        return;
    std::ifstream stream(path);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    if (auto changed = owner.executeScript("mutant", text, PgFixture::patience()); !changed)
        std::_Exit(kNoSuchMutant);
}

std::string StoreFixture::freshInstallation()
{
    const bool isCopied = m_postgres.isTemplateShared();
    const std::string database =
        isCopied ? m_postgres.copyOf(m_postgres.templateDatabase()) : makeInstallation();
    Connection owner = connectOwner(database);
    // A copy is another database, on which nothing moves: the fixture's word re-arms it.
    if (isCopied)
        mustRun(
            owner,
            withoutFenceGuard(
                "update onceover.incarnations set database_oid = (select oid::bigint from "
                "pg_database where datname = current_database())"));
    applyMutantOfEnvironment(owner);
    if (isCopied)
        applyMutantScript(owner);
    return database;
}

std::string StoreFixture::makeInstallation()
{
    const std::string database = m_postgres.freshDatabase();
    Connection owner = connectOwner(database);
    // Before the installation, whose functions have mutants too.
    applyMutantScript(owner);
    mustRun(owner, "select onceover.install(false)");
    std::vector<std::string> enrolled;
    int number = 0;
    for (const Login& each : logins()) {
        if (each.person == nullptr) {
            mustRun(
                owner,
                "select onceover.enrol_login($1, null, $2)",
                Params().text(each.login).text(each.machineKind));
            continue;
        }
        auto known = std::find(enrolled.begin(), enrolled.end(), each.person);
        if (known == enrolled.end()) {
            enrolled.emplace_back(each.person);
            known = enrolled.end() - 1;
            number = static_cast<int>(enrolled.size());
            mustRun(
                owner,
                "select onceover.enrol_person($1, $2)",
                Params().uuid(numbered("00000000-0000-7000-8000-", number)).text(each.person));
        }
        const int person = static_cast<int>(known - enrolled.begin()) + 1;
        mustRun(
            owner,
            "select onceover.enrol_login($1, $2, null)",
            Params().text(each.login).uuid(numbered("00000000-0000-7000-8000-", person)));
    }
    insertProfile(owner, "card", kCardProfile);
    insertProfile(owner, "slow", kSlowProfile);
    insertProfile(owner, "bare", kBareProfile);
    return database;
}

Uuid StoreFixture::coreId(int number)
{
    return numbered("00000000-0000-7000-9000-", number);
}

Uuid StoreFixture::attemptId(int number)
{
    return numbered("00000000-0000-7000-a000-", number);
}

Rows mustRun(Connection& connection, std::string_view sql, const Params& params)
{
    auto rows = connection.execute({"test", sql}, params, PgFixture::patience());
    if (!rows)
        fail(sql, rows.error());
    return std::move(*rows);
}

std::string codeOf(Connection& connection, std::string_view sql, const Params& params)
{
    const auto rows = connection.execute({"test", sql}, params, PgFixture::patience());
    return rows ? std::string() : rows.error().code();
}

} // namespace onceover
