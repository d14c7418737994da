// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/migrator.h"
#include "tests/support/pg_fixture.h"

#include <QtTest>

#include <future>
#include <memory>

using namespace onceover;

namespace {

std::vector<Migration> twoSteps()
{
    return {
        {1, "0001_a.sql", "create table onceover.a (id int); insert into onceover.a values (1);"},
        {3, "0003_b.sql", "create table onceover.b (id int);"}};
}

std::string codeOf(const Result<MigrationReport>& report)
{
    return report ? "none" : report.error().code();
}

std::string codeOf(const Result<void>& result)
{
    return result ? "none" : result.error().code();
}

} // namespace

class PostgresMigratorTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<PgFixture> m_server;
    std::string m_database;
    std::unique_ptr<Connection> m_connection;

    std::int64_t count(const char* query)
    {
        const auto rows = m_connection->execute({"count", query}, {}, PgFixture::patience());
        return rows ? (*rows)[0].int64("count").value_or(-1) : -1;
    }

private Q_SLOTS:

    void initTestCase() { m_server = std::make_unique<PgFixture>(); }

    void cleanupTestCase()
    {
        m_connection.reset();
        m_server.reset();
    }

    void init()
    {
        m_database = m_server->freshDatabase();
        m_connection = std::make_unique<Connection>(m_server->ownerConnection(m_database));
    }

    void stepsApplyOnceInOrder()
    {
        QCOMPARE(*currentSchemaVersion(*m_connection), 0);
        QCOMPARE(codeOf(verifySchema(*m_connection, twoSteps())), std::string("schema.missing"));
        const auto first = migrate(*m_connection, twoSteps());
        QVERIFY2(first.has_value(), first ? "" : first.error().detail().c_str());
        QCOMPARE(first->versionBefore, 0);
        QCOMPARE(first->versionAfter, 3);
        QCOMPARE(first->applied.size(), std::size_t{2});
        const auto second = migrate(*m_connection, twoSteps());
        QVERIFY(second && second->applied.empty());
        QCOMPARE(second->versionBefore, 3);
        QCOMPARE(count("select count(*) from onceover.a"), std::int64_t{1});
        QCOMPARE(*currentSchemaVersion(*m_connection), 3);
        QCOMPARE(codeOf(verifySchema(*m_connection, twoSteps())), std::string("none"));
    }

    void newerSchemaIsRefused()
    {
        QVERIFY(migrate(*m_connection, twoSteps()).has_value());
        auto fewer = twoSteps();
        fewer.pop_back();
        QCOMPARE(codeOf(migrate(*m_connection, fewer)), std::string("schema.newer"));
        QCOMPARE(codeOf(verifySchema(*m_connection, fewer)), std::string("schema.newer"));
    }

    void olderSchemaIsNamed()
    {
        auto fewer = twoSteps();
        fewer.pop_back();
        QVERIFY(migrate(*m_connection, fewer).has_value());
        QCOMPARE(codeOf(verifySchema(*m_connection, twoSteps())), std::string("schema.behind"));
    }

    void changedStepIsRefused()
    {
        QVERIFY(migrate(*m_connection, twoSteps()).has_value());
        auto changed = twoSteps();
        changed[0].sql = "create table onceover.a (id bigint);";
        QCOMPARE(codeOf(migrate(*m_connection, changed)), std::string("schema.changed"));
        QCOMPARE(codeOf(verifySchema(*m_connection, changed)), std::string("schema.changed"));
    }

    void stepBetweenAppliedOnesIsRefused()
    {
        QVERIFY(migrate(*m_connection, twoSteps()).has_value());
        auto between = twoSteps();
        between.insert(between.begin() + 1, {2, "0002_c.sql", "create table onceover.c (id int);"});
        QCOMPARE(codeOf(migrate(*m_connection, between)), std::string("schema.changed"));
    }

    void listMustAscend()
    {
        auto twice = twoSteps();
        twice[1].version = 1;
        QCOMPARE(codeOf(migrate(*m_connection, twice)), std::string("schema.list"));
    }

    void failingStepLeavesNothingAndStops()
    {
        auto bad = twoSteps();
        bad[1].sql =
            "create table onceover.half (id int); select 1/0; create table onceover.b (id int);";
        bad.push_back({4, "0004_c.sql", "create table onceover.c (id int);"});
        const auto report = migrate(*m_connection, bad);
        QCOMPARE(codeOf(report), std::string("database.invalid_value"));
        QCOMPARE(report.error().origin(), std::string("0003_b.sql"));
        QCOMPARE(report.error().effect(), Effect::None);
        QCOMPARE(*currentSchemaVersion(*m_connection), 1);
        QCOMPARE(
            count("select count(*) from pg_class where relname in ('half', 'b', 'c')"),
            std::int64_t{0});
        QVERIFY(migrate(*m_connection, twoSteps()).has_value());
    }

    void twoProgramsAtOnceApplyEachStepOnce()
    {
        const auto run = [this] {
            Connection connection = m_server->ownerConnection(m_database);
            return migrate(connection, twoSteps());
        };
        auto other = std::async(std::launch::async, run);
        const auto mine = run();
        const auto theirs = other.get();
        QVERIFY(mine && theirs);
        QCOMPARE(mine->applied.size() + theirs->applied.size(), std::size_t{2});
        QCOMPARE(count("select count(*) from onceover.a"), std::int64_t{1});
    }

    void versionComesFromTheFileName()
    {
        QCOMPARE(Migration::fromFile("0012_add_links.sql", "")->version, 12);
        QVERIFY(!Migration::fromFile("readme.sql", ""));
        QVERIFY(!Migration::fromFile("0000_zero.sql", ""));
    }
};

QTEST_GUILESS_MAIN(PostgresMigratorTest)
#include "postgres_migrator_test.moc"
