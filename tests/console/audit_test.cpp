// SPDX-License-Identifier: GPL-3.0-or-later
// Audit mode: one reading connection under the auditor's login, no desk, no engine, no command of a
// case; and the database refuses what a planted program tries on such a connection.
#include "app/console/audit_console.h"
#include "app/console/person_desk.h"
#include "app/console/reading_desk.h"
#include "models/read/read_session.h"
#include "test_places.h"
#include "tests/support/store_fixture.h"
#include "views/decision/case_actions.h"
#include "views/decision/decision_bar.h"
#include "views/decision/decision_flow.h"
#include "views/files/files_flow.h"
#include "views/files/files_page.h"

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

#include <atomic>
#include <thread>

using namespace onceover;

class AuditTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        m_fixture = std::make_unique<StoreFixture>();
        m_database = m_fixture->freshInstallation();
        const ConnectionSettings settings =
            m_fixture->postgres().settingsFor("kim", "kim", m_database);
        m_settings.host = QString::fromStdString(settings.hosts.front().name);
        m_settings.port = settings.hosts.front().port;
        m_settings.database = QString::fromStdString(settings.database);
        m_settings.user = QStringLiteral("kim");
        m_settings.password = QStringLiteral("kim");
        m_settings.role.clear();
    }

    void opensOneReadingConnectionAndNoCommand()
    {
        AuditConsole console(ConsoleOptions(), m_settings);
        QSignalSpy pulsed(&console.desk().window(), &MainWindow::pulseShown);
        QVERIFY(console.start());
        QVERIFY(pulsed.wait(20'000));
        QCOMPARE(sessions(), QStringLiteral("kim/onceover-read"));
        const MainWindow& window = console.desk().window();
        QVERIFY(window.findChildren<CaseActions*>().isEmpty());
        QVERIFY(window.findChildren<DecisionBar*>().isEmpty());
        QVERIFY(window.findChildren<DecisionFlow*>().isEmpty());
        // The list of files alone: nothing is opened, dropped, stored or accepted.
        QVERIFY(window.findChildren<FilesFlow*>().isEmpty());
        QVERIFY(!console.desk().window().filesPage()->acceptDrops());
        QVERIFY(console.desk().window().filesPage()->findChildren<QPushButton*>().isEmpty());
        QVERIFY(window.windowTitle().size() > 0);
    }

    // What the test above looks for is there when a person may decide.
    void aPersonsDeskHasThem()
    {
        DeskPlace place;
        ReadingDesk reading(m_settings, place);
        std::atomic<int> opened = 0;
        PersonDesk person(reading, [&opened]() -> Result<std::unique_ptr<Desk>> {
            ++opened;
            return Failure(Error::notHappened("database.away", "not in this test"));
        });
        QCOMPARE(reading.window().findChildren<DecisionBar*>().size(), 1);
        QCOMPARE(reading.window().findChildren<DecisionFlow*>().size(), 1);
        QCOMPARE(reading.window().findChildren<FilesFlow*>().size(), 1);
        QVERIFY(reading.window().filesPage()->acceptDrops());
        QVERIFY(!reading.window().filesPage()->findChildren<QPushButton*>().isEmpty());
        QVERIFY(reading.window().findChildren<CaseActions*>().size() == 1);
        QCOMPARE(opened.load(), 0);
    }

    void plantedWritesAreRefused_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::newRow("table") << QStringLiteral("update onceover.payments set status = 'FAILED'");
        QTest::newRow("new table") << QStringLiteral("create table public.planted (a int)");
        QTest::newRow("function") << QStringLiteral(
            "select onceover.add_note(gen_random_uuid(), gen_random_uuid(), 'x')");
        QTest::newRow("other role") << QStringLiteral("set role onceover_reviewer");
        QTest::newRow("write again") << QStringLiteral(
            "set default_transaction_read_only = off; set transaction_read_only = "
            "off; insert into onceover.payments default values");
    }

    void plantedWritesAreRefused()
    {
        QFETCH(QString, statement);
        QString state;
        std::thread planted([&] { state = stateOf(statement); });
        planted.join();
        QVERIFY2(
            state == QLatin1String("25006") || state == QLatin1String("42501"), qPrintable(state));
    }

    // Nothing that audit mode is made of names a desk or an engine.
    void isMadeWithoutDeskAndEngine()
    {
        for (const char* name :
             {"audit_console.cpp", "audit_console.h", "reading_desk.cpp", "reading_desk.h"}) {
            QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/app/console/") + QLatin1String(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            for (const char* word :
                 {"backend/desk", "backend/engine", "models/act", "pg_desk_store", "core_host"})
                QVERIFY2(!text.contains(word), word);
        }
    }

    void aDemoThatDoesNotRunIsNotStarted()
    {
        const auto settings = AuditConsole::settingsOf("/nonexistent/demo", "kim");
        QVERIFY(!settings);
        QCOMPARE(settings.error().code(), std::string("demo.not_running"));
    }

private:
    // The logins and programs connected to the database, but the one that asks.
    QString sessions() const
    {
        Connection owner = m_fixture->connectOwner(m_database);
        const Rows rows = mustRun(
            owner,
            "select coalesce(string_agg(distinct usename || '/' || application_name, ','), '') as "
            "sessions from pg_stat_activity where datname = current_database() and pid <> "
            "pg_backend_pid()");
        return QString::fromStdString(rows[0].text("sessions").value_or(""));
    }

    // SQLSTATE of a statement on a connection as audit mode opens it.
    QString stateOf(const QString& statement) const
    {
        const QString name = QStringLiteral("planted");
        QString state;
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QPSQL"), name);
            database.setHostName(m_settings.host);
            database.setPort(m_settings.port);
            database.setDatabaseName(m_settings.database);
            database.setUserName(m_settings.user);
            database.setPassword(m_settings.password);
            database.setConnectOptions(ReadSession::connectOptions(m_settings));
            if (database.open()) {
                // One by one: of several in one text the driver reports the first alone.
                for (const QString& part : statement.split(QStringLiteral("; "))) {
                    QSqlQuery query(database);
                    state = query.exec(part) ? QStringLiteral("done")
                                             : query.lastError().nativeErrorCode();
                }
            } else {
                state = database.lastError().text();
            }
        }
        QSqlDatabase::removeDatabase(name);
        return state;
    }

    std::unique_ptr<StoreFixture> m_fixture;
    std::string m_database;
    ReadSettings m_settings;
};

QTEST_MAIN(AuditTest)

#include "audit_test.moc"
