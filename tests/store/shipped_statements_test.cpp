// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/migrations.h"
#include "backend/store/store_sql.h"
#include "test_places.h"
#include "tests/support/pg_fixture.h"

#include <QtTest>

#include <filesystem>
#include <memory>
#include <set>

using namespace onceover;

// Every statement that ships is one that the shipped schema understands.
class ShippedStatementsTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<PgFixture> m_server;
    std::string m_database;

private Q_SLOTS:
    void initTestCase();
    void everyMigrationShips();
    void everyStatementIsPrepared_data();
    void everyStatementIsPrepared();
};

void ShippedStatementsTest::initTestCase()
{
    m_server = std::make_unique<PgFixture>(migrations());
    m_database = m_server->freshDatabase();
}

void ShippedStatementsTest::everyMigrationShips()
{
    std::set<std::string> shipped;
    for (const Migration& migration : migrations())
        shipped.insert(std::string(migration.name));
    const std::filesystem::path folder =
        std::filesystem::path(ONCEOVER_SOURCE_DIR) / "backend/store/migrations";
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        QVERIFY2(
            shipped.count(entry.path().filename().string()) == 1, entry.path().filename().c_str());
}

void ShippedStatementsTest::everyStatementIsPrepared_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const SqlStatement& statement : allStoreStatements())
        QTest::newRow(std::string(statement.name).c_str()) << index++;
}

void ShippedStatementsTest::everyStatementIsPrepared()
{
    QFETCH(int, index);
    const SqlStatement statement = allStoreStatements()[static_cast<std::size_t>(index)];
    Connection connection = m_server->ownerConnection(m_database);
    const std::string text = "prepare shipped as " + std::string(statement.text);
    const auto prepared =
        connection.execute(SqlStatement{statement.name, text}, Params(), PgFixture::patience());
    QVERIFY2(prepared, prepared ? "" : prepared.error().detail().c_str());
}

QTEST_GUILESS_MAIN(ShippedStatementsTest)
#include "shipped_statements_test.moc"
