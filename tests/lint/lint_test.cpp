// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the repository itself. Every rule is first shown a planted violation: a lint that cannot
// fail is worth nothing.
#include "test_places.h"
#include "tests/lint/ban.h"
#include "tests/lint/include_rule.h"
#include "tests/lint/shape_rule.h"

#include <QFile>
#include <QProcess>
#include <QSet>
#include <QStandardPaths>
#include <QTest>

#include <cstdio>

using namespace onceover::lint;

namespace {

// Lower it with every exception that goes; it is never raised.
constexpr qsizetype kMostExceptions = 0;

[[nodiscard]] QString root()
{
    return QStringLiteral(ONCEOVER_SOURCE_DIR);
}

[[nodiscard]] Violations checkAll(const SourceFile& file)
{
    Violations found = checkIncludes(file);
    for (const Violations& more : {checkShape(file), checkDefiners(file)}) {
        found.insert(found.end(), more.begin(), more.end());
    }
    if (file.path == QLatin1String("tests/lint/bans.cpp")) {
        return found; // holds the planted violations
    }
    for (const Ban& ban : bans()) {
        const Violations more = checkBan(ban, file);
        found.insert(found.end(), more.begin(), more.end());
    }
    return found;
}

[[nodiscard]] QStringList readExceptions()
{
    QFile file(root() + QStringLiteral("/tests/lint/exceptions"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {QStringLiteral("unreadable")};
    }
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    lines.removeIf([](const QString& line) { return line.startsWith(u'#'); });
    return lines;
}

[[nodiscard]] bool has(const Violations& violations, const char* rule)
{
    return std::any_of(violations.begin(), violations.end(), [rule](const Violation& violation) {
        return violation.rule == QLatin1String(rule);
    });
}

[[nodiscard]] QString bodyOf(int lines)
{
    return QStringLiteral("int f(int x) const\n{\n%1}\n")
        .arg(QStringLiteral("    ++x;\n").repeated(lines));
}

} // namespace

class LintTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void bansFindWhatIsPlanted_data()
    {
        QTest::addColumn<qsizetype>("index");
        for (qsizetype i = 0; i < static_cast<qsizetype>(bans().size()); ++i) {
            QTest::newRow(bans()[static_cast<std::size_t>(i)].rule) << i;
        }
    }

    void bansFindWhatIsPlanted()
    {
        QFETCH(const qsizetype, index);
        const Ban& ban = bans()[static_cast<std::size_t>(index)];
        const QString path = QString::fromLatin1(ban.plantedPath);
        const SourceFile planted = sourceFromText(path, QString::fromUtf8(ban.planted) + u'\n');
        const SourceFile harmless = sourceFromText(path, QString::fromUtf8(ban.harmless) + u'\n');
        QCOMPARE(checkBan(ban, planted).size(), std::size_t(1));
        QCOMPARE(checkBan(ban, harmless).size(), std::size_t(0));
    }

    void includesFindWhatIsPlanted_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("found");
        const auto row = [](const char* path, const char* line, bool found) {
            QTest::addRow("%s in %s", line, path)
                << QString::fromLatin1(path) << QString::fromLatin1(line) << found;
        };
        row("backend/domain/a.h", "#include \"backend/postgres/b.h\"", true);
        row("backend/domain/a.h", "#include \"backend/domain/b.h\"", false);
        row("backend/domain/a.h", "#include <nlohmann/json.hpp>", true);
        row("backend/domain/a.h", "#include <chrono>", false);
        row("backend/domain/a.h", "#include <QString>", true);
        row("backend/store/a.cpp", "#include \"backend/postgres/b.h\"", false);
        row("backend/store/a.cpp", "#include <libpq-fe.h>", true);
        row("backend/postgres/a.cpp", "#include <libpq-fe.h>", false);
        row("backend/engine/a.cpp", "#include \"backend/store/b.h\"", true);
        row("backend/engine/a.cpp", "#include \"backend/matching/b.h\"", false);
        row("backend/desk/a.cpp", "#include \"backend/provider/b.h\"", true);
        row("backend/provider/a.cpp", "#include \"backend/store/b.h\"", true);
        row("backend/provider/a.cpp", "#include <QtCore/QString>", true);
        row("models/queue/a.cpp", "#include <QSqlQuery>", true);
        row("models/read/a.cpp", "#include <QSqlQuery>", false);
        row("models/queue/a.cpp", "#include \"views/b.h\"", true);
        row("models/act/a.cpp", "#include \"backend/desk/b.h\"", false);
        row("models/read/a.cpp", "#include \"backend/desk/b.h\"", true);
        row("views/a.cpp", "#include \"backend/store/b.h\"", true);
        row("views/a.cpp", "#include \"models/queue/b.h\"", false);
        row("views/a.cpp", "#include \"b.h\"", true);
        row("views/a.cpp", "// #include \"b.h\"", false);
        row("app/core/a.cpp", "#include <QCoreApplication>", true);
        row("app/sandbox/a.cpp", "#include \"backend/domain/money.h\"", true);
        row("plugins/a.cpp", "#include \"backend/domain/money.h\"", true);
    }

    void includesFindWhatIsPlanted()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, line);
        QFETCH(const bool, found);
        QCOMPARE(!checkIncludes(sourceFromText(path, line)).empty(), found);
    }

    void shapeFindsWhatIsPlanted()
    {
        const QString licence = QStringLiteral("// SPDX-License-Identifier: GPL-3.0-or-later\n");
        const QString start = licence + QStringLiteral("#pragma once\n");
        const auto at = [](const char* path, const QString& text) {
            return checkShape(sourceFromText(QString::fromLatin1(path), text));
        };
        QCOMPARE(at("views/a.h", start + bodyOf(kMostFunctionLines)).size(), std::size_t(0));
        QVERIFY(has(at("views/a.h", start + bodyOf(kMostFunctionLines + 1)), "function-length"));
        QVERIFY(
            has(at("views/a.h",
                   start + QStringLiteral("namespace a {\nclass B\n{\n")
                       + bodyOf(kMostFunctionLines + 1) + QStringLiteral("};\n}\n")),
                "function-length"));
        const QString table =
            bodyOf(kMostFunctionLines + 1)
                .replace(QLatin1String("{\n"), QLatin1String("{\n    return {};\n"));
        QVERIFY(!has(at("tests/unit/a.h", start + table), "function-length"));
        QVERIFY(has(at("views/a.h", start + table), "function-length"));
        QVERIFY(has(at("views/a.h", start + QString(kMostFileLines, u'\n')), "file-length"));
        QVERIFY(has(at("views/a.h", licence), "pragma-once"));
        QVERIFY(has(at("views/a.h", QStringLiteral("#pragma once\n")), "licence"));
        QVERIFY(has(at("views/a.h", start + QStringLiteral("int a;")), "last-line"));
        QVERIFY(has(at("views/MainWindow.h", start), "file-name"));
        QVERIFY(has(at("views/string_utils.h", start), "file-name"));
        QVERIFY(has(at("plugins/a.h", start), "folder"));
        QVERIFY(has(at("NOTES.md", licence), "folder"));
        QVERIFY(!has(at("README.md", licence), "folder"));
    }

    void definersFindWhatIsPlanted()
    {
        const auto at = [](const char* text) {
            return checkDefiners(sourceFromText(
                QStringLiteral("backend/store/migrations/x.sql"), QString::fromLatin1(text)));
        };
        QVERIFY(has(
            at("CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$SELECT 1$$;"),
            "definer-path"));
        QVERIFY(at("CREATE FUNCTION f() RETURNS int SECURITY DEFINER\n"
                   "SET search_path = pg_catalog, pg_temp AS $$SELECT 1$$;")
                    .empty());
    }

    void literalsAndCommentsAreTold()
    {
        const SourceFile file = sourceFromText(
            QStringLiteral("a.cpp"),
            QStringLiteral(
                "auto c = u'\"'; rand(); // rand()\nauto r = R\"x(rand() \" )x\"; f(1'000);\n"));
        QCOMPARE(file.code[0].count(QLatin1String("rand")), qsizetype(1));
        QCOMPARE(file.code[1].count(QLatin1String("rand")), qsizetype(0));
        QVERIFY(file.code[1].contains(QLatin1String("f(1'000)")));
        QVERIFY(file.uncommented[1].contains(QLatin1String("rand")));
    }

    void theRepositoryHasNoViolation()
    {
        const auto sources = readSources(root());
        QVERIFY(sources.size() > 30);
        const QStringList exceptions = readExceptions();
        QSet<QString> used;
        QStringList complaints;
        for (const SourceFile& file : sources) {
            for (const Violation& violation : checkAll(file)) {
                const QString key = violation.rule + u' ' + violation.path;
                if (exceptions.contains(key)) {
                    used.insert(key);
                } else {
                    complaints.append(violation.text());
                }
            }
        }
        for (const QString& complaint : complaints) {
            std::fprintf(stderr, "%s\n", qPrintable(complaint));
        }
        QVERIFY2(complaints.isEmpty(), "the violations are listed above");
        for (const QString& exception : exceptions) {
            QVERIFY2(
                used.contains(exception),
                qPrintable(QStringLiteral("cured, take it off the list: ") + exception));
        }
        QVERIFY(exceptions.size() <= kMostExceptions);
    }

    void sourcesAreFormatted()
    {
        const QString tool = QStandardPaths::findExecutable(QStringLiteral("clang-format-14"));
        if (tool.isEmpty()) {
            QSKIP("clang-format-14 is not installed; tests/run --tidy and --clang bring it");
        }
        QStringList paths = repositoryPaths(root());
        paths.removeIf([](const QString& path) {
            return !path.endsWith(QLatin1String(".cpp")) && !path.endsWith(QLatin1String(".h"));
        });
        QProcess format;
        format.setWorkingDirectory(root());
        format.start(
            tool, QStringList{QStringLiteral("--dry-run"), QStringLiteral("-Werror")} + paths);
        QVERIFY(format.waitForFinished(200'000));
        QVERIFY2(format.exitCode() == 0, format.readAllStandardError().left(2000).constData());
    }
};

QTEST_GUILESS_MAIN(LintTest)

#include "lint_test.moc"
