// SPDX-License-Identifier: GPL-3.0-or-later
// Guarantee 7 and 8 at the door: no person and no program writes a table, and every function is
// open to exactly the groups that the matrix names.
#include "test_places.h"
#include "tests/support/store_fixture.h"

#include <QTest>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace onceover;

namespace {

constexpr const char* kLogins[] = {
    "liwei", "ana", "omar", "kim", "olga", "m_core", "m_intake", "m_ingest"};

std::map<std::string, std::set<std::string>> expectedMatrix()
{
    std::map<std::string, std::set<std::string>> matrix;
    std::ifstream file(ONCEOVER_SOURCE_DIR "/tests/store/permissions.txt");
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || line.front() == '#')
            continue;
        std::istringstream words(line);
        std::string function;
        std::string word;
        words >> function >> word;
        while (words >> word)
            matrix[function].insert(word);
    }
    return matrix;
}

} // namespace

class PermissionMatrixTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_database = m_fixture.freshInstallation(); }

    // A view asks for the functions that it calls in its reader's name.
    void whoMayReadAViewCanReadIt()
    {
        Connection owner = m_fixture.connectOwner(m_database);
        int count = 0;
        for (const Row grant : mustRun(
                 owner,
                 "select g.role, v.name from unnest(array['viewer', 'auditor', 'reviewer', "
                 "'approver', 'officer', 'core', 'intake', 'ingest']) g(role) cross join (select "
                 "'review.' || viewname as name from pg_views where schemaname = 'review') v where "
                 "has_table_privilege('onceover_' || g.role, v.name, 'select') order by 1, 2")) {
            const std::string role = *grant.text("role");
            const std::string sql = "select * from " + *grant.text("name") + " limit 0";
            mustRun(owner, "set role onceover_" + role);
            const auto read = owner.execute({"read", sql}, {}, PgFixture::patience());
            mustRun(owner, "reset role");
            QVERIFY2(read, (role + ": " + sql + (read ? "" : read.error().detail())).c_str());
            ++count;
        }
        QVERIFY(count > 40);
        qInfo("%d views and groups", count);
    }

    void nobodyTouchesATable()
    {
        Connection owner = m_fixture.connectOwner(m_database);
        const Rows tables = mustRun(
            owner,
            "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname "
            "in ('onceover', 'review')");
        QVERIFY(tables.size() > 30);
        for (const char* login : kLogins) {
            Connection session = m_fixture.connect(login, m_database);
            for (const Row table : tables) {
                const std::string name = *table.text("name");
                for (const std::string& sql :
                     {"insert into " + name + " default values",
                      "delete from " + name,
                      "truncate " + name,
                      "select 1 from " + name + " limit 1",
                      "lock table " + name + " in access exclusive mode"}) {
                    const auto answer = session.execute({"attack", sql}, {}, PgFixture::patience());
                    QVERIFY2(!answer, (std::string(login) + ": " + sql).c_str());
                    QVERIFY2(
                        answer.error().sqlState() == "42501"
                            || answer.error().sqlState() == "25P01",
                        (std::string(login) + ": " + sql + " " + answer.error().sqlState())
                            .c_str());
                }
            }
            const Rows updatable = mustRun(
                owner,
                "select format('update %I.%I set %I = %I', table_schema, table_name, column_name, "
                "column_name) as sql "
                "from information_schema.columns where table_schema in ('onceover', 'review')");
            for (const Row each : updatable) {
                const auto answer =
                    session.execute({"attack", *each.text("sql")}, {}, PgFixture::patience());
                QVERIFY2(!answer, (std::string(login) + ": " + *each.text("sql")).c_str());
                QVERIFY2(
                    answer.error().sqlState() == "42501" || answer.error().sqlState() == "55000"
                        || answer.error().sqlState() == "0A000",
                    (std::string(login) + ": " + *each.text("sql") + " "
                     + answer.error().sqlState())
                        .c_str());
            }
        }
    }

    void nobodyBuildsAnything()
    {
        for (const char* login : kLogins) {
            Connection session = m_fixture.connect(login, m_database);
            for (const char* sql :
                 {"create table onceover.mine (a int)",
                  "create table review.mine (a int)",
                  "create table public.mine (a int)",
                  "create function onceover.mine() returns int language sql as 'select 1'",
                  "create rule swallow as on insert to onceover.events do instead nothing",
                  "alter table onceover.events disable trigger all",
                  "set role onceover_owner",
                  "set session authorization postgres",
                  "grant onceover_approver to public",
                  "drop function onceover.guard_approval() cascade",
                  "alter role onceover_owner login"}) {
                QVERIFY2(codeOf(session, sql) != "", (std::string(login) + ": " + sql).c_str());
            }
        }
    }

    void functionsAreOpenToTheMatrixAlone()
    {
        Connection owner = m_fixture.connectOwner(m_database);
        const auto expected = expectedMatrix();
        std::set<std::string> seen;
        const Rows functions = mustRun(
            owner,
            "select p.oid::regprocedure::text as signature, p.proname::text as name, "
            "  array_to_string(array(select substr(r.rolname, 10) from pg_roles r where r.rolname "
            "like 'onceover\\_%' "
            "    and r.rolname <> 'onceover_owner' and has_function_privilege(r.oid, p.oid, "
            "'execute') order by 1), ' ') as groups, "
            "  coalesce((select bool_or(a.grantee = 0) from aclexplode(p.proacl) a), p.proacl is "
            "null) as is_public, "
            "  coalesce(p.proconfig @> array['search_path=pg_catalog, pg_temp'], false) as "
            "is_pinned, p.prosecdef as is_definer, "
            "  p.proowner = (select oid from pg_roles where rolname = 'onceover_owner') as "
            "is_owned "
            "from pg_proc p where p.pronamespace = 'onceover'::regnamespace");
        QVERIFY(functions.size() > 40);
        for (const Row function : functions) {
            const std::string signature = *function.text("signature");
            const std::string name = *function.text("name");
            QVERIFY2(!*function.boolean("is_public"), signature.c_str());
            QVERIFY2(*function.boolean("is_pinned"), signature.c_str());
            QVERIFY2(*function.boolean("is_owned"), signature.c_str());
            std::string wanted;
            if (const auto known = expected.find(name); known != expected.end()) {
                for (const std::string& group : known->second)
                    wanted += (wanted.empty() ? "" : " ") + group;
            }
            QVERIFY2(
                *function.text("groups") == wanted,
                (signature + ": open to \"" + *function.text("groups") + "\", expected \"" + wanted
                 + "\"")
                    .c_str());
            seen.insert(name);
        }
        for (const auto& [name, groups] : expected)
            QVERIFY2(
                seen.count(name) == 1,
                ("the matrix names a function that is not there: " + name).c_str());
    }

    void viewsAreReadOnlyAndForReaders()
    {
        Connection owner = m_fixture.connectOwner(m_database);
        const Rows views = mustRun(
            owner, "select viewname::text as name from pg_views where schemaname = 'review'");
        QVERIFY(views.size() > 15);
        for (const Row view : views) {
            const std::string select = "select count(*) from review." + *view.text("name");
            Connection auditor = m_fixture.connect("kim", m_database);
            QCOMPARE(codeOf(auditor, select), std::string());
            Connection intake = m_fixture.connect("m_intake", m_database);
            const bool isOpen = *view.text("name") == "installation" || *view.text("name") == "me"
                                || *view.text("name") == "providers"
                                || *view.text("name") == "cores";
            QCOMPARE(codeOf(intake, select).empty(), isOpen);
        }
    }

    void everyFactIsGuardedAlways()
    {
        Connection owner = m_fixture.connectOwner(m_database);
        // Even the owner, even with triggers for replicas only, changes no fact.
        mustRun(owner, "set session_replication_role = replica");
        const Rows facts = mustRun(
            owner,
            "select distinct tgrelid::regclass::text as name from pg_trigger where tgname = "
            "'append_only'");
        QVERIFY(facts.size() >= 20);
        const Rows weak = mustRun(
            owner,
            "select tgrelid::regclass::text || '.' || tgname as name from pg_trigger where not "
            "tgisinternal "
            "and tgrelid::regclass::text like 'onceover.%' and tgenabled <> 'A'");
        QCOMPARE(weak.size(), std::size_t(0));
        for (const Row fact : facts)
            QCOMPARE(
                codeOf(owner, "truncate " + *fact.text("name") + " cascade"),
                std::string("guard.append_only"));
        QCOMPARE(
            codeOf(owner, "update onceover.events set body = '{}'"),
            std::string("guard.append_only"));
        QCOMPARE(codeOf(owner, "delete from onceover.events"), std::string("guard.append_only"));
        QCOMPARE(codeOf(owner, "delete from onceover.logins"), std::string("guard.append_only"));
        QCOMPARE(
            codeOf(
                owner,
                "update onceover.logins set person_id = null, machine_kind = 'CORE' where login = "
                "'ana'"),
            std::string("guard.login_moved"));
    }

    void machinesAreNotPeople()
    {
        Connection core = m_fixture.connect("m_core", m_database);
        Connection reviewer = m_fixture.connect("liwei", m_database);
        QVERIFY(codeOf(core, "select onceover.current_person()") != "");
        for (
            const char* sql :
            {"select onceover.require_machine('CORE')",
             "select onceover.add_event(gen_random_uuid(), 'PAYMENT', 'NOTED', 'CORE', null, '{}')",
             "select onceover.change_status(gen_random_uuid(), 'SUCCEEDED', null, 'CORE')",
             "select onceover.grant_permit(gen_random_uuid(), 'FIRST', 'x', 1, null, 'CORE', null)",
             "select onceover.install(false)",
             "select onceover.enrol_login('evil', null, 'CORE')"}) {
            QVERIFY2(codeOf(reviewer, sql) != "", sql);
            QVERIFY2(codeOf(core, sql) != "", sql);
        }
    }

private:
    StoreFixture m_fixture;
    std::string m_database;
};

QTEST_GUILESS_MAIN(PermissionMatrixTest)

#include "permission_matrix_test.moc"
