// SPDX-License-Identifier: GPL-3.0-or-later
// The guards of the tables, one at a time and with every other trigger off: what each refuses by
// itself, whoever writes, and what it lets pass. The functions meet the same conditions earlier;
// here nothing stands in front of the guard.
#include "backend/postgres/transaction.h"
#include "tests/store/desk_world.h"

#include <QFile>
#include <QTest>

#include <map>

using namespace onceover;

namespace {

struct GuardRule
{
    std::string table;
    std::string guard;
    std::string code;
    std::string sql;
};

std::vector<GuardRule> rulesOfFile()
{
    std::vector<GuardRule> rules;
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/store/guard_rules.txt"));
    if (!file.open(QIODevice::ReadOnly))
        return rules;
    while (!file.atEnd()) {
        const QString line = QString::fromUtf8(file.readLine()).trimmed();
        const QStringList parts = line.split(QStringLiteral(" | "));
        if (!line.startsWith(u'#') && parts.size() == 4)
            rules.push_back(
                {parts[0].toStdString(),
                 parts[1].toStdString(),
                 parts[2].toStdString(),
                 parts[3].toStdString()});
    }
    return rules;
}

// A payment in each state, and the functions of guard_rules.sql. No trigger is left on.
class RulesWorld : public DeskWorld
{
public:
    explicit RulesWorld(StoreFixture& fixture)
        : DeskWorld(fixture)
    {
        const std::string paid = accept("paid");
        record(send(paid), "SUCCEEDED", "ch_paid");
        const std::string refused = accept("refused");
        record(send(refused), "REJECTED_FINAL");
        const std::string retry = accept("retry");
        record(send(retry), "REJECTED_RETRYABLE");
        const std::string open = accept("open");
        send(open);
        m_names = {
            {"paid", paid},
            {"refused", refused},
            {"retry", retry},
            {"open", open},
            {"unknown", unknownPayment()},
            {"review", reviewPayment()},
            {"held", heldPayment()},
            {"waiting", accept("waiting")}};
        for (int i = 1; i <= 3; ++i)
            m_names["core" + std::to_string(i)] = StoreFixture::coreId(i).toText();
        mustRun(
            core2,
            "select onceover.register_core($1, 'third', 'host', $2, $3, '0')",
            Params()
                .uuid(StoreFixture::coreId(3))
                .uuid(StoreFixture::coreId(13))
                .uuid(StoreFixture::coreId(23)));
        QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/store/guard_rules.sql"));
        const bool isOpen = file.open(QIODevice::ReadOnly);
        script(isOpen ? file.readAll().toStdString() : std::string());
        script("do $$ declare t record; begin for t in select relname from pg_class where "
               "relnamespace = 'onceover'::regnamespace and relkind = 'r' loop execute "
               "format('alter table onceover.%I disable trigger user', t.relname); end loop; end "
               "$$");
        // Who signs in as a person writes in the owner's stead.
        script("grant usage on schema onceover, rules to liwei, liwei2, ana; grant all on all "
               "tables in schema onceover to liwei, liwei2, ana; grant execute on all functions in "
               "schema onceover, rules to liwei, liwei2, ana");
    }

    std::string named(std::string sql) const
    {
        for (const auto& [name, id] : m_names) {
            const std::string place = "{" + name + "}";
            for (std::size_t at = sql.find(place); at != std::string::npos; at = sql.find(place))
                sql.replace(at, place.size(), "'" + id + "'::uuid");
        }
        return sql;
    }

    // "passes", or the code of the refusal. Nothing of it stays.
    std::string answerTo(const GuardRule& rule)
    {
        auto transaction = Transaction::begin(owner, PgFixture::patience());
        mustRun(
            owner, "alter table onceover." + rule.table + " enable always trigger " + rule.guard);
        const auto done = owner.executeScript("rule", named(rule.sql), PgFixture::patience());
        return done ? std::string("passes") : done.error().code() + " " + done.error().detail();
    }

private:
    void script(const std::string& text)
    {
        const auto done = owner.executeScript("rules", text, PgFixture::patience());
        QVERIFY2(
            done && !text.empty(), done ? "there is no script" : done.error().detail().c_str());
    }

    std::map<std::string, std::string> m_names;
};

} // namespace

class GuardRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void everyGuardRefusesByItself()
    {
        RulesWorld world(m_fixture);
        const std::vector<GuardRule> rules = rulesOfFile();
        QVERIFY(rules.size() > 150);
        std::string wrong;
        for (const GuardRule& rule : rules) {
            const std::string answer = world.answerTo(rule);
            if (answer.substr(0, answer.find(' ')) != rule.code)
                wrong += rule.guard + ", " + rule.sql.substr(0, 160) + "\n  is "
                         + answer.substr(0, 200) + ", should be " + rule.code + "\n";
        }
        QVERIFY2(wrong.empty(), wrong.c_str());
        qInfo("%d rules", static_cast<int>(rules.size()));
    }

    // Every guard of the catalogue has a line that it refuses and one that it lets pass. What is
    // checked when the transaction commits has tests of its own.
    void everyGuardIsOnTheList()
    {
        EngineWorld world(m_fixture);
        std::map<std::string, int> refusals;
        std::map<std::string, int> passes;
        for (const GuardRule& rule : rulesOfFile())
            ++(rule.code == "passes" ? passes : refusals)[rule.guard];
        for (const Row& row : mustRun(
                 world.owner,
                 "select distinct t.tgname::text as name from pg_trigger t join pg_class r on "
                 "r.oid = t.tgrelid where r.relnamespace = 'onceover'::regnamespace and not "
                 "t.tgisinternal and t.tgname like 'guard%' and not t.tgdeferrable")) {
            const std::string guard = *row.text("name");
            QVERIFY2(refusals[guard] > 0 && passes[guard] > 0, guard.c_str());
        }
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(GuardRulesTest)

#include "guard_rules_test.moc"
