// SPDX-License-Identifier: GPL-3.0-or-later
// Holds tests/guarantees.md to the tests: every line has a row, every test and mutant that a row
// names exists. The reading is first shown what it has to find.
#include "test_places.h"

#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <QTest>

namespace {

[[nodiscard]] QString readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// What exists: the text of each test source by its name, and "program|function|SQL function" of
// each mutant.
struct Tests
{
    QHash<QString, QString> sources;
    QSet<QString> mutants;
};

[[nodiscard]] Tests testsOfTheRepository()
{
    const QString root = QStringLiteral(ONCEOVER_SOURCE_DIR "/tests");
    Tests tests;
    QDirIterator files(root, {QStringLiteral("*.cpp")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        tests.sources.insert(files.fileInfo().completeBaseName(), readFile(path));
    }
    for (const char* list : {"/store/engine_mutants.txt", "/store/scenario_mutants.txt"}) {
        for (const QString& line : readFile(root + QLatin1String(list)).split(u'\n')) {
            QStringList parts = line.split(u'|');
            if (parts.size() != 5)
                continue;
            // Without the mark of the long form, and without the row of a test's data.
            parts[0].remove(u'~');
            parts[1] = parts[1].section(u':', 0, 0);
            tests.mutants.insert(parts.mid(0, 3).join(u'|'));
        }
    }
    return tests;
}

[[nodiscard]] QStringList requiredLines()
{
    QStringList lines;
    for (int guarantee = 1; guarantee <= 12; ++guarantee)
        lines.append(QStringLiteral("G%1").arg(guarantee));
    for (const int scenario : {1, 2, 3, 4, 5, 8, 10, 11, 12, 14, 16, 17, 18})
        lines.append(QStringLiteral("S%1").arg(scenario));
    for (int fault = 1; fault <= 40; ++fault)
        lines.append(QStringLiteral("F%1").arg(fault));
    return lines;
}

[[nodiscard]] QStringList quotedIn(const QString& cell)
{
    static const QRegularExpression kQuoted(QStringLiteral("`([^`]+)`"));
    QStringList found;
    for (auto match = kQuoted.globalMatch(cell); match.hasNext();)
        found.append(match.next().captured(1));
    return found;
}

[[nodiscard]] bool exists(const Tests& tests, const QString& name)
{
    const QStringList parts = name.split(QStringLiteral("::"));
    if (parts.size() != 2)
        return tests.sources.contains(name);
    const QRegularExpression function(
        QStringLiteral("\\bvoid\\s+(\\w+::)?%1\\s*\\(").arg(QRegularExpression::escape(parts[1])));
    return tests.sources.value(parts[0]).contains(function);
}

// What is wrong with one row.
[[nodiscard]] QStringList complaintsAbout(const QStringList& cells, const Tests& tests)
{
    QStringList complaints;
    const QString line = cells[0];
    const QStringList named = quotedIn(cells[2]);
    for (const QString& test : named) {
        if (!exists(tests, test))
            complaints.append(line + QStringLiteral(": there is no test ") + test);
    }
    if (cells[2].startsWith(QLatin1String("not built yet: ")))
        return complaints;
    if (named.isEmpty())
        complaints.append(line + QStringLiteral(": names no test"));
    if (cells[3].isEmpty())
        complaints.append(line + QStringLiteral(": says not what makes its test fail"));
    for (const QString& defence : quotedIn(cells[3])) {
        if (!defence.startsWith(QLatin1String("mutant ")))
            continue;
        const bool isKilled = std::any_of(named.begin(), named.end(), [&](const QString& test) {
            QString key = test;
            return tests.mutants.contains(
                key.replace(QLatin1String("::"), QLatin1String("|")) + u'|' + defence.mid(7));
        });
        if (!isKilled)
            complaints.append(
                line + QStringLiteral(": no test of this row is run against ") + defence);
    }
    return complaints;
}

[[nodiscard]] QStringList complaintsAbout(
    const QString& table, const QStringList& required, const Tests& tests)
{
    QStringList complaints;
    QSet<QString> seen;
    for (const QString& text : table.split(u'\n')) {
        static const QRegularExpression kRow(
            QStringLiteral("^\\| ([GSF]\\d+|[FM]\\.[a-z0-9.+_]+) \\|"));
        if (!kRow.match(text).hasMatch())
            continue;
        QStringList cells = text.split(u'|').mid(1);
        cells.removeLast();
        for (QString& cell : cells)
            cell = cell.trimmed();
        if (cells.size() != 4) {
            complaints.append(text.left(8) + QStringLiteral(": a row has four cells"));
            continue;
        }
        if (seen.contains(cells[0]))
            complaints.append(cells[0] + QStringLiteral(": has two rows"));
        seen.insert(cells[0]);
        complaints += complaintsAbout(cells, tests);
    }
    for (const QString& line : required) {
        if (!seen.contains(line))
            complaints.append(line + QStringLiteral(": has no row"));
    }
    return complaints;
}

} // namespace

class GuaranteesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void readingFindsWhatIsPlanted_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<int>("complaints");
        const auto row = [](const char* name, const char* text, int complaints) {
            QTest::newRow(name) << QString::fromLatin1(text) << complaints;
        };
        row("sound", "| G1 | x | `a_test::held` | `mutant guard` |", 0);
        row("by hand", "| G1 | x | `a_test::other` | by hand |", 0);
        row("not built", "| G1 | x | not built yet: under way | |", 0);
        row("missing", "| G2 | x | `a_test::held` | by hand |", 1);
        row("no function", "| G1 | x | `a_test::gone` | by hand |", 1);
        row("no program", "| G1 | x | `b_test::held` | by hand |", 1);
        row("part of a name", "| G1 | x | `a_test::hel` | by hand |", 1);
        row("no test", "| G1 | x | somewhere | by hand |", 1);
        row("no defence", "| G1 | x | `a_test::held` | |", 1);
        row("no mutant", "| G1 | x | `a_test::held` | `mutant other` |", 1);
        row("another's mutant", "| G1 | x | `a_test::other` | `mutant guard` |", 1);
        row("short", "| G1 | x | `a_test::held` |", 2);
        row("of a model",
            "| G1 | x | `a_test::held` | y |\n| M.x.y+z | x | `a_test::gone` | y |",
            1);
        row("twice", "| G1 | x | `a_test::held` | y |\n| G1 | x | `a_test::held` | y |", 1);
    }

    void readingFindsWhatIsPlanted()
    {
        QFETCH(const QString, row);
        QFETCH(const int, complaints);
        Tests tests;
        tests.sources.insert(
            QStringLiteral("a_test"),
            QStringLiteral("    void held()\n{}\nvoid ATest::other() {}\n"));
        tests.mutants.insert(QStringLiteral("a_test|held|guard"));
        const QStringList found = complaintsAbout(row, {QStringLiteral("G1")}, tests);
        QVERIFY2(found.size() == complaints, qPrintable(found.join(u'\n')));
    }

    void everyLineHasItsTest()
    {
        const QString table = readFile(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/guarantees.md"));
        const QStringList found = complaintsAbout(table, requiredLines(), testsOfTheRepository());
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
        qInfo(
            "%d lines, of which not built yet: %d",
            int(requiredLines().size()),
            int(table.count(QStringLiteral("| not built yet: "))));
    }
};

QTEST_GUILESS_MAIN(GuaranteesTest)

#include "guarantees_test.moc"
