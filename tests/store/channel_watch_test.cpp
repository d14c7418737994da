// SPDX-License-Identifier: GPL-3.0-or-later
// Folders into which a server writes: which files are taken, where they go, and what an end at any
// step leaves behind.
#include "app/core/channel_watch.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/store/pg_match_store.h"
#include "tests/store/desk_world.h"
#include "tests/store/faulty_folder.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

#include <sys/stat.h>
#include <unistd.h>

using namespace onceover;

class ChannelWatchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void twoPeopleSetUpAChannel();
    void aChannelIsNoProvider();
    void aStableFileIsStoredAndMoved();
    void aFileThatIsWrittenWaits();
    void theSameFileAgainIsANoOp();
    void whatIsRefusedSaysWhy();
    void anotherAccountIsNotTheChannels();
    void onlyFilesAreRead();
    void anEndBetweenStoringAndMoving();
    void aFullDiskKeepsTheFile();
    void aFileThatChangesWhileItIsTaken();

private:
    std::string approve(const std::string& name, const std::string& body);
    // A new watch, as after a start of the program; two looks.
    QStringList twoLooks();
    QStringList look();
    void startWatch();
    void drop(const QString& name, const QByteArray& bytes);
    QStringList names(const QString& below = {});
    std::string cell(const std::string& sql);
    QByteArray statement(const char* amount, const char* account = "DE001");

    StoreFixture m_fixture;
    std::optional<DeskWorld> m_world;
    std::optional<QTemporaryDir> m_folder;
    std::optional<PgImportStore> m_lines;
    std::optional<PgMatchStore> m_matches;
    std::optional<MatchStep> m_matching;
    SystemClock m_clock;
    RandomIdSource m_ids{m_clock};
    std::optional<ChannelWatch> m_watch;
    Faults m_faults;
    QStringList m_told;
    int m_number = 0;
};

void ChannelWatchTest::initTestCase()
{
    m_world.emplace(m_fixture);
    const ConnectionSettings ingest =
        m_fixture.postgres().settingsFor("m_ingest", "m_ingest", m_world->database);
    m_lines.emplace(ingest);
    m_matches.emplace(ingest);
    m_matching.emplace(*m_matches);
}

void ChannelWatchTest::init()
{
    m_faults = {};
    m_folder.emplace();
    const std::string name = "bank-" + std::to_string(++m_number);
    QCOMPARE(
        approve(
            name,
            R"({"kind":"channel","name":")" + name
                + R"(","layer":"BANK","accounts":["DE001"],"folder":")"
                + m_folder->path().toStdString() + R"("})"),
        std::string());
    startWatch();
}

std::string ChannelWatchTest::approve(const std::string& name, const std::string& body)
{
    const std::string decision = m_world->freshId();
    const std::string refusal = m_world->call(
        m_world->liwei,
        "select onceover.propose_profile($1, $2, $3, 'a bank''s drops')",
        Params().text(decision).text(name).text(body));
    return refusal.empty() ? m_world->approve(m_world->ana, decision) : refusal;
}

void ChannelWatchTest::startWatch()
{
    m_watch.emplace(
        ImportStores{*m_lines, *m_matching},
        m_ids,
        [this](const std::string& path) -> Result<std::unique_ptr<DropFolder>> {
            auto folder = PosixDropFolder::open(path);
            if (!folder)
                return Failure(folder.error());
            return std::unique_ptr<DropFolder>(
                std::make_unique<FaultyFolder>(std::move(*folder), m_faults));
        },
        [this](const WatchedFile& file) {
            // Folders of earlier tests are gone.
            if (file.channel == "bank-" + std::to_string(m_number))
                m_told << QString::fromStdString(file.name + " " + file.outcome);
        });
}

QStringList ChannelWatchTest::look()
{
    m_told.clear();
    const auto looked = m_watch->look();
    if (!looked)
        m_told << QString::fromStdString(looked.error().code());
    return m_told;
}

QStringList ChannelWatchTest::twoLooks()
{
    const QStringList first = look();
    return first + look();
}

void ChannelWatchTest::drop(const QString& name, const QByteArray& bytes)
{
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QStringList ChannelWatchTest::names(const QString& below)
{
    return QDir(m_folder->filePath(below))
        .entryList(QDir::Files | QDir::System | QDir::Hidden, QDir::Name);
}

std::string ChannelWatchTest::cell(const std::string& sql)
{
    return m_world->scalar("select (" + sql + ")::text");
}

QByteArray ChannelWatchTest::statement(const char* amount, const char* account)
{
    return QByteArray(":20:S") + QByteArray::number(m_number) + "\n:25:" + account
           + "\n:28C:1\n:60F:C260104EUR0,\n:61:2601050105C" + amount
           + ",NTRFNONREF\n:62F:C260105EUR" + amount + ",\n-\n";
}

void ChannelWatchTest::twoPeopleSetUpAChannel()
{
    const std::string name = "bank-" + std::to_string(m_number);
    QCOMPARE(
        cell(
            "select concat_ws(' ', layer, accounts) from review.channels where channel = '" + name
            + "'"),
        std::string("BANK [\"DE001\"]"));
    // Its own proposer does not approve it.
    const std::string decision = m_world->freshId();
    QCOMPARE(
        m_world->call(
            m_world->liwei,
            "select onceover.propose_profile($1, 'other', $2, 'n')",
            Params().text(decision).text(
                R"({"kind":"channel","name":"other","layer":"BANK","accounts":["X"],"folder":"/x"})")),
        std::string());
    QVERIFY(m_world->approve(m_world->liwei2, decision) != "");
    QCOMPARE(
        cell("select count(*) from review.channels where channel = 'other'"), std::string("0"));
}

void ChannelWatchTest::aChannelIsNoProvider()
{
    const std::string name = "bank-" + std::to_string(m_number);
    QCOMPARE(
        cell("select count(*) from review.providers where provider = '" + name + "'"),
        std::string("0"));
    QVERIFY(m_world->acceptOutcome(EngineWorld::request("through", name, 100, {}))
                .starts_with("REFUSED"));
    const auto refused = [this](const char* channel, const std::string& rest) {
        return approve(
            channel, R"({"kind":"channel","name":")" + std::string(channel) + "\"," + rest + "}");
    };
    const std::string good = R"("layer":"BANK","accounts":["X"],"folder":"/x")";
    QCOMPARE(refused("card", good), std::string("profile.invalid"));
    QCOMPARE(refused("c1", good + R"(,"surprise":"x")"), std::string("profile.invalid"));
    QCOMPARE(refused("c1", good + R"(,"provider":"card")"), std::string("profile.invalid"));
    QCOMPARE(
        refused("c1", R"("layer":"SETTLEMENT","accounts":["X"],"folder":"/x")"),
        std::string("profile.invalid"));
    QCOMPARE(
        refused("c1", R"("layer":"BANK","accounts":[],"folder":"/x")"),
        std::string("profile.invalid"));
    QCOMPARE(
        refused("c1", R"("layer":"BANK","accounts":["X"],"folder":"/x/../y")"),
        std::string("profile.invalid"));
}

void ChannelWatchTest::aStableFileIsStoredAndMoved()
{
    drop(QStringLiteral("a.sta"), statement("10"));
    QCOMPARE(look(), QStringList());
    QCOMPARE(names(), QStringList{QStringLiteral("a.sta")});
    QCOMPARE(look(), QStringList{QStringLiteral("a.sta STORED")});
    QCOMPARE(names(), QStringList());
    QCOMPARE(names(QStringLiteral("done")), QStringList{QStringLiteral("a.sta")});
    QCOMPARE(
        cell("select channel_name from onceover.imports where file_name = 'a.sta'"),
        "bank-" + std::to_string(m_number));
}

void ChannelWatchTest::aFileThatIsWrittenWaits()
{
    const QByteArray whole = statement("11");
    drop(QStringLiteral("b.sta"), whole.left(20));
    drop(QStringLiteral("c.sta.part"), whole);
    drop(QStringLiteral(".d.sta"), whole);
    QCOMPARE(look(), QStringList());
    drop(QStringLiteral("b.sta"), whole);
    QCOMPARE(look(), QStringList());
    QCOMPARE(look(), QStringList{QStringLiteral("b.sta STORED")});
    QVERIFY(QFile::rename(
        m_folder->filePath(QStringLiteral("c.sta.part")),
        m_folder->filePath(QStringLiteral("c.sta"))));
    QCOMPARE(twoLooks(), QStringList{QStringLiteral("c.sta SAME_FILE")});
    QCOMPARE(names(), QStringList{QStringLiteral(".d.sta")});
}

void ChannelWatchTest::theSameFileAgainIsANoOp()
{
    for (const char* outcome : {"e.sta STORED", "e.sta SAME_FILE", "e.sta SAME_FILE"}) {
        drop(QStringLiteral("e.sta"), statement("12"));
        QCOMPARE(twoLooks(), QStringList{QLatin1String(outcome)});
    }
    QCOMPARE(
        names(QStringLiteral("done")),
        (QStringList{
            QStringLiteral("e.sta"), QStringLiteral("e.sta.2"), QStringLiteral("e.sta.3")}));
}

void ChannelWatchTest::whatIsRefusedSaysWhy()
{
    drop(QStringLiteral("f.sta"), "no statement at all\n");
    QCOMPARE(twoLooks().size(), 1);
    QCOMPARE(
        names(QStringLiteral("refused")),
        (QStringList{QStringLiteral("f.sta"), QStringLiteral("f.sta.reason.txt")}));
    QFile reason(m_folder->filePath(QStringLiteral("refused/f.sta.reason.txt")));
    QVERIFY(reason.open(QIODevice::ReadOnly));
    const QByteArray text = reason.readAll();
    QVERIFY2(
        text.startsWith("The file f.sta was not stored.") && text.contains("[statement."), text);
}

void ChannelWatchTest::anotherAccountIsNotTheChannels()
{
    drop(QStringLiteral("g.sta"), statement("13", "DE999"));
    QCOMPARE(twoLooks(), QStringList{QStringLiteral("g.sta import.account_not_of_channel")});
    QCOMPARE(
        cell("select count(*) from onceover.import_statements where account = 'DE999'"),
        std::string("0"));
    // A program that believes otherwise is refused by the database.
    const std::string id = m_world->freshId();
    const std::string row = m_world->freshId();
    mustRun(
        m_world->ingest,
        "select onceover.store_import(jsonb_build_object('import_id', $1::text, 'sha256', "
        "$1::text, "
        "'file_name', 'f', 'format', 'MT940', 'byte_count', 1, 'channel_name', $2::text))",
        Params().text(id).text("bank-" + std::to_string(m_number)));
    mustRun(
        m_world->ingest,
        "select onceover.store_import_statement($1, jsonb_build_object('statement_row_id', "
        "$2::text, "
        "'ordinal', 1, 'account', 'DE999', 'currency', 'EUR', 'credits_minor', 0, 'debits_minor', "
        "0, "
        "'entry_count', 0, 'content_sha256', 'x'))",
        Params().text(id).text(row));
    QCOMPARE(
        codeOf(m_world->ingest, "select onceover.finish_import($1)", Params().text(id)),
        std::string("import.not_of_channel"));
}

void ChannelWatchTest::onlyFilesAreRead()
{
    drop(QStringLiteral("outside.txt"), statement("14"));
    QVERIFY(QFile::rename(
        m_folder->filePath(QStringLiteral("outside.txt")),
        m_folder->filePath(QStringLiteral(".outside"))));
    QVERIFY(QFile::link(
        m_folder->filePath(QStringLiteral(".outside")),
        m_folder->filePath(QStringLiteral("h.sta"))));
    QCOMPARE(
        ::mkfifo(m_folder->filePath(QStringLiteral("i.sta")).toLocal8Bit().constData(), 0600), 0);
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("j.sta")));
    QCOMPARE(
        twoLooks(),
        (QStringList{
            QStringLiteral("h.sta statement.not_a_regular_file"),
            QStringLiteral("i.sta statement.not_a_regular_file")}));
    QCOMPARE(names(), QStringList{QStringLiteral(".outside")});
}

void ChannelWatchTest::anEndBetweenStoringAndMoving()
{
    drop(QStringLiteral("k.sta"), statement("15"));
    const std::string before = cell("select count(*) from onceover.records");
    m_faults.isMoveFailing = true;
    twoLooks();
    QCOMPARE(names(), QStringList{QStringLiteral("k.sta")});
    const std::string stored = cell("select count(*) from onceover.records");
    QCOMPARE(std::stoi(stored), std::stoi(before) + 1);
    // The program starts again.
    m_faults.isMoveFailing = false;
    startWatch();
    QCOMPARE(twoLooks(), QStringList{QStringLiteral("k.sta SAME_FILE")});
    QCOMPARE(names(QStringLiteral("done")), QStringList{QStringLiteral("k.sta")});
    QCOMPARE(cell("select count(*) from onceover.records"), stored);
    // An end between the reason and the move: the reason is there, the file still where it was.
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("refused")));
    drop(QStringLiteral("refused/l.sta.reason.txt"), "half a rea");
    drop(QStringLiteral("l.sta"), "nothing\n");
    twoLooks();
    QCOMPARE(
        names(QStringLiteral("refused")),
        (QStringList{QStringLiteral("l.sta"), QStringLiteral("l.sta.reason.txt")}));
}

void ChannelWatchTest::aFullDiskKeepsTheFile()
{
    drop(QStringLiteral("m.sta"), "nothing\n");
    m_faults.isMoveFailing = true;
    QVERIFY(twoLooks().contains(QStringLiteral("m.sta folder.cannot_write")));
    QCOMPARE(names(), QStringList{QStringLiteral("m.sta")});
    m_faults.isMoveFailing = false;
    QCOMPARE(look().size(), 1);
    QCOMPARE(names(), QStringList());
    QCOMPARE(names(QStringLiteral("refused")).size(), 2);
}

void ChannelWatchTest::aFileThatChangesWhileItIsTaken()
{
    drop(QStringLiteral("n.sta"), statement("16"));
    m_faults.onOpen = [this](const std::string& name) {
        QFile file(m_folder->filePath(QString::fromStdString(name)));
        QVERIFY(file.open(QIODevice::Append));
        file.write("more\n");
    };
    const std::string before = cell("select count(*) from onceover.imports");
    QCOMPARE(twoLooks(), QStringList());
    QCOMPARE(names(), QStringList{QStringLiteral("n.sta")});
    QCOMPARE(cell("select count(*) from onceover.imports"), before);
    m_faults.onOpen = {};
    // What stands there by now is looked at twice again.
    QCOMPARE(look(), QStringList());
    QCOMPARE(look().size(), 1);
    QCOMPARE(names(), QStringList());
}

QTEST_GUILESS_MAIN(ChannelWatchTest)
#include "channel_watch_test.moc"
