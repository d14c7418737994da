// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/lint/shape_rule.h"

#include <QRegularExpression>

namespace onceover::lint {

namespace {

struct Block
{
    bool function = false;
    int startLine = 0;
};

// What stands before a brace tells a function's body from a type, a namespace or a list of values.
[[nodiscard]] bool opensFunction(const QString& before)
{
    static const QRegularExpression other(
        QStringLiteral("^\\s*(?:template\\s*<.*>\\s*)?(?:inline\\s+)?(?:class|struct|union|enum|"
                       "namespace|extern)\\b"));
    static const QRegularExpression function(
        QStringLiteral("\\)\\s*(?:const|noexcept|override|final|mutable|&|\\s)*(?:->[^;{}]*)?$"));
    return !other.match(before).hasMatch() && function.match(before).hasMatch();
}

// A test's table of cases is read row by row; it has no steps to name.
[[nodiscard]] bool isTable(const SourceFile& file, const QString& before, qsizetype line)
{
    const QString first = line + 1 < file.code.size() ? file.code[line + 1].trimmed() : QString();
    return file.path.startsWith(QLatin1String("tests/"))
           && (before.contains(QLatin1String("_data("))
               || first.startsWith(QLatin1String("return {")));
}

[[nodiscard]] Violations checkFunctions(const SourceFile& file)
{
    Violations found;
    std::vector<Block> open;
    QString before;
    int inFunction = 0;
    for (qsizetype i = 0; i < file.code.size(); ++i) {
        if (file.code[i].trimmed().startsWith(u'#')) {
            continue;
        }
        for (const QChar c : file.code[i]) {
            if (c == u'{') {
                const bool function = inFunction == 0 && opensFunction(before);
                inFunction += function || inFunction > 0 ? 1 : 0;
                open.push_back({function && !isTable(file, before, i), static_cast<int>(i) + 1});
                before.clear();
            } else if (c == u'}') {
                if (open.empty()) {
                    return found;
                }
                const Block block = open.back();
                open.pop_back();
                inFunction -= inFunction > 0 ? 1 : 0;
                const int lines = static_cast<int>(i) + 1 - block.startLine - 1;
                if (block.function && lines > kMostFunctionLines) {
                    found.push_back(
                        {QStringLiteral("function-length"),
                         file.path,
                         block.startLine,
                         QStringLiteral("%1 lines; at most %2: name its steps")
                             .arg(lines)
                             .arg(kMostFunctionLines)});
                }
                before.clear();
            } else if (c == u';') {
                before.clear();
            } else {
                before.append(c);
            }
        }
        before.append(u' ');
    }
    return found;
}

// SQL goes to the server as it stands, so it carries no such line.
[[nodiscard]] bool wantsLicence(const QString& path)
{
    static const QRegularExpression sources(
        QStringLiteral("\\.(cpp|h|cmake|sh|awk|scd)$|(^|/)CMakeLists\\.txt$|^(app|tests|\\.ci)/"
                       "run$|^tests/packages$"));
    return sources.match(path).hasMatch();
}

[[nodiscard]] bool isTopLevelAllowed(const QString& path)
{
    static const QRegularExpression allowed(
        QStringLiteral("^(app|views|models|backend|resources|translations|tests|\\.ci)/"
                       "|^(CMakeLists\\.txt|CMakePresets\\.json|README\\.md|ARCHITECTURE\\.md|"
                       "LICENSE)$|^\\.[a-z-]+$"));
    return allowed.match(path).hasMatch();
}

} // namespace

Violations checkShape(const SourceFile& file)
{
    Violations found;
    const auto complain = [&](const char* rule, qsizetype line, const QString& instead) {
        found.push_back({QString::fromLatin1(rule), file.path, static_cast<int>(line), instead});
    };
    if (!isTopLevelAllowed(file.path)) {
        complain(
            "folder", 1, QStringLiteral("it belongs into one of the folders of ARCHITECTURE.md"));
    }
    if (wantsLicence(file.path)
        && !file.raw.mid(0, 3).join(u'\n').contains(
            QLatin1String("SPDX-License-Identifier: GPL-3.0-or-later"))) {
        complain("licence", 1, QStringLiteral("start with the SPDX line"));
    }
    if (!file.raw.constLast().isEmpty()) {
        complain("last-line", file.raw.size(), QStringLiteral("end the file with a line end"));
    }
    if (!file.isCpp()) {
        return found;
    }
    static const QRegularExpression snake(QStringLiteral("(^|/)[a-z0-9_]+\\.(cpp|h)$"));
    static const QRegularExpression vague(
        QStringLiteral("(^|_|/)(manager|helpers?|utils?|info|misc|common)\\.(cpp|h)$"));
    if (!snake.match(file.path).hasMatch() || vague.match(file.path).hasMatch()) {
        complain("file-name", 1, QStringLiteral("snake_case, named after its one class"));
    }
    if (file.isHeader() && !file.raw.contains(QLatin1String("#pragma once"))) {
        complain("pragma-once", 1, QStringLiteral("headers say #pragma once"));
    }
    if (file.raw.size() - 1 > kMostFileLines) {
        complain(
            "file-length",
            file.raw.size(),
            QStringLiteral("%1 lines; at most %2: one class a file")
                .arg(file.raw.size() - 1)
                .arg(kMostFileLines));
    }
    const Violations functions = checkFunctions(file);
    found.insert(found.end(), functions.begin(), functions.end());
    return found;
}

Violations checkDefiners(const SourceFile& file)
{
    Violations found;
    if (!file.isSql()) {
        return found;
    }
    static const QRegularExpression definer(
        QStringLiteral("\\bSECURITY\\s+DEFINER\\b"), QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression pinned(
        QStringLiteral("\\bSET\\s+search_path\\s*(?:=|TO)\\s*pg_catalog\\s*,\\s*pg_temp\\b"),
        QRegularExpression::CaseInsensitiveOption);
    const QString text = file.uncommented.join(u'\n');
    auto matches = definer.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        const qsizetype body = text.indexOf(QLatin1String("$"), match.capturedEnd());
        const QStringView rest =
            QStringView(text).mid(match.capturedEnd(), body - match.capturedEnd());
        if (!pinned.match(rest.toString()).hasMatch()) {
            const auto line =
                static_cast<int>(QStringView(text).left(match.capturedStart()).count(u'\n'));
            found.push_back(
                {QStringLiteral("definer-path"),
                 file.path,
                 line + 1,
                 QStringLiteral("SET search_path = pg_catalog, pg_temp between SECURITY DEFINER "
                                "and the body")});
        }
    }
    return found;
}

} // namespace onceover::lint
