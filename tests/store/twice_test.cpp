// SPDX-License-Identifier: GPL-3.0-or-later
// Guarantee 10, generated: every function that any group may execute, as the catalogue has them, is
// called twice in order and twice in lock step, by other hands and with other content. After the
// second call every row of every table is as after the first.
#include "tests/store/twice_table.h"

#include <QTest>

#include <map>
#include <memory>
#include <set>

using namespace onceover;

namespace {

std::vector<TwiceRow> allRows()
{
    std::vector<TwiceRow> all;
    for (const auto& part :
         {twiceRowsOfPeople(),
          twiceRowsOfCores(),
          twiceRowsOfWitnesses(),
          twiceRowsOfIngest(),
          twiceRowsOfReaders(),
          twiceRowsOfUploads()})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

} // namespace

class TwiceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<DeskWorld>(m_fixture); }

    void cleanupTestCase()
    {
        qInfo(
            "%d functions, %d calls in order, %d pairs in lock step, %d of them waiting",
            static_cast<int>(m_functions.size()),
            m_inOrder,
            m_inLockStep,
            m_waited);
        m_sessions.clear();
        m_world.reset();
    }

    void everyFunctionHasItsRow()
    {
        std::set<std::string> rows;
        for (const TwiceRow& row : allRows())
            rows.insert(row.function);
        std::set<std::string> granted;
        for (const Row function : mustRun(
                 m_world->owner,
                 "select distinct p.proname::text as name from pg_proc p join pg_roles r on "
                 "r.rolname like 'onceover\\_%' and r.rolname <> 'onceover_owner' where "
                 "p.pronamespace = 'onceover'::regnamespace and has_function_privilege(r.oid, "
                 "p.oid, 'execute')"))
            granted.insert(*function.text("name"));
        for (const std::string& name : granted)
            QVERIFY2(rows.count(name) == 1, ("no row for " + name).c_str());
        for (const std::string& name : rows)
            QVERIFY2(granted.count(name) == 1, (name + " is open to nobody").c_str());
    }

    void theSecondChangesNothing_data()
    {
        QTest::addColumn<int>("index");
        std::map<std::string, int> count;
        int index = 0;
        for (const TwiceRow& row : allRows()) {
            const int number = ++count[row.function];
            QTest::addRow("%s%s", row.function, number > 1 ? " again" : "") << index++;
        }
    }

    void theSecondChangesNothing()
    {
        QFETCH(int, index);
        const TwiceRow row = allRows()[static_cast<std::size_t>(index)];
        m_functions.insert(row.function);
        const std::size_t others = inOrder(row);
        if (QTest::currentTestFailed())
            return;
        inParallel(row, [](const TwiceTrial& trial) {
            return OtherCall{"the same at once", trial.login, trial.call, trial.parallel};
        });
        for (std::size_t other = 0; other < others && !QTest::currentTestFailed(); ++other)
            inParallel(row, [other](const TwiceTrial& trial) { return trial.others[other]; });
        QVERIFY(m_world->isConsistent());
    }

private:
    // How many other calls the row has.
    std::size_t inOrder(const TwiceRow& row)
    {
        const TwiceTrial trial = row.prepare(*m_world);
        const std::string before = everything({});
        expect(row, "first", answerOf(session(trial.login, 0), trial.call), trial.first);
        check(
            row,
            "the first has an effect, and a reader has none",
            (everything({}) == before) == (row.kind == TwiceRow::Kind::Reads));
        const std::string once = everything(row.mayMove);
        expect(row, "second", answerOf(session(trial.login, 0), trial.call), trial.second);
        check(row, "the second has no effect", everything(row.mayMove) == once);
        ++m_inOrder;
        for (const OtherCall& other : trial.others) {
            expect(row, other.what, answerOf(session(other.login, 1), other.call), other.expected);
            check(row, other.what, everything(row.mayMove) == once);
            ++m_inOrder;
        }
        tidy(row);
        return trial.others.size();
    }

    // What the second does becomes visible by its own commit: before and after that commit
    // everything is the same.
    template <typename Choose>
    void inParallel(const TwiceRow& row, const Choose& choose)
    {
        const TwiceTrial trial = row.prepare(*m_world);
        const OtherCall second = choose(trial);
        std::string once;
        const LockStep both = inLockStep(
            m_world->owner,
            session(trial.login, 0),
            trial.call,
            session(second.login, 1),
            second.call,
            [&] { once = everything(row.mayMove); });
        expect(row, "first at once", both.first, trial.first);
        expect(
            row, second.what, both.second, second.atOnce.empty() ? second.expected : second.atOnce);
        check(row, second.what, everything(row.mayMove) == once);
        ++m_inLockStep;
        m_waited += both.hasWaited ? 1 : 0;
        tidy(row);
    }

    void tidy(const TwiceRow& row)
    {
        if (!row.afterwards.empty())
            m_world->runAsOwner(row.afterwards);
    }

    static void expect(
        const TwiceRow& row, const char* what, const std::string& actual, const std::string& wanted)
    {
        QVERIFY2(
            actual == wanted,
            (std::string(row.function) + " (" + row.meaning + "), " + what + ": \"" + actual
             + "\", not \"" + wanted + "\"")
                .c_str());
    }

    static void check(const TwiceRow& row, const char* what, bool isSo)
    {
        QVERIFY2(isSo, (std::string(row.function) + " (" + row.meaning + "): " + what).c_str());
    }

    // Every row of every table, without the columns that a repeat may move.
    std::string everything(const std::vector<std::string>& mayMove)
    {
        const std::string query = m_world->scalar(
            "select string_agg(format('select %L as name, count(*), sum(hashtextextended(' || case "
            "when cardinality($1::text[]) = 0 then 't::text' else '(to_jsonb(t) - "
            "$1::text[])::text' "
            "end || ', 0)::numeric) from onceover.%I t', tablename, tablename), ' union all ') "
            "from "
            "pg_tables where schemaname = 'onceover'",
            Params().textArray(mayMove));
        return m_world->scalar(
            "select string_agg(x::text, ' ' order by x.name) from (" + query
                + ") x where $1::text[] is not null",
            Params().textArray(mayMove));
    }

    Connection& session(const std::string& login, int number)
    {
        auto& slot = m_sessions[login + std::to_string(number)];
        if (slot == nullptr)
            slot = std::make_unique<Connection>(m_world->connect(login));
        return *slot;
    }

    StoreFixture m_fixture;
    std::unique_ptr<DeskWorld> m_world;
    std::map<std::string, std::unique_ptr<Connection>> m_sessions;
    std::set<std::string> m_functions;
    int m_inOrder = 0;
    int m_inLockStep = 0;
    int m_waited = 0;
};

QTEST_GUILESS_MAIN(TwiceTest)

#include "twice_test.moc"
