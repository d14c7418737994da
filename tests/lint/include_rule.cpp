// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/lint/include_rule.h"

#include <QRegularExpression>

#include <array>

namespace onceover::lint {

namespace {

struct Folder
{
    const char* path;
    const char*
        mayInclude; // path prefixes, separated by blanks; a folder may always include itself
};

// The longest path that fits counts.
constexpr std::array kFolders = {
    Folder{"backend/domain/", ""},
    Folder{"backend/postgres/", "backend/domain/"},
    Folder{"backend/store/", "backend/domain/ backend/postgres/"},
    Folder{"backend/journal/", "backend/domain/"},
    Folder{"backend/provider/", "backend/domain/"},
    Folder{"backend/statements/", "backend/domain/"},
    Folder{"backend/matching/", "backend/domain/"},
    Folder{"backend/engine/", "backend/domain/ backend/matching/"},
    Folder{"backend/desk/", "backend/domain/ backend/matching/"},
    Folder{"backend/audit/", "backend/domain/"},
    Folder{"models/read/", "models/values/ backend/domain/"},
    Folder{"models/act/", "backend/desk/ backend/domain/"},
    Folder{"models/text/", "backend/domain/"},
    Folder{"models/", "models/ backend/domain/"},
    Folder{"views/", "models/"},
    Folder{"app/console/", "app/core/ views/ models/ backend/"},
    Folder{"app/core/", "backend/"},
    Folder{"app/sandbox/", ""},
    Folder{"tests/", "app/ views/ models/ backend/"},
};

[[nodiscard]] const Folder* folderOf(const QString& path)
{
    const Folder* best = nullptr;
    for (const Folder& folder : kFolders) {
        if (path.startsWith(QLatin1String(folder.path))
            && (best == nullptr || qstrlen(folder.path) > qstrlen(best->path))) {
            best = &folder;
        }
    }
    return best;
}

[[nodiscard]] bool mayInclude(const Folder& folder, const QString& target)
{
    if (target.startsWith(QLatin1String(folder.path))) {
        return true;
    }
    const QStringList allowed =
        QString::fromLatin1(folder.mayInclude).split(u' ', Qt::SkipEmptyParts);
    for (const QString& prefix : allowed) {
        if (target.startsWith(prefix)) {
            return true;
        }
    }
    return false;
}

[[nodiscard]] QString checkQuoted(const SourceFile& file, const QString& target)
{
    if (!target.contains(u'/')) {
        const bool generated =
            target.endsWith(QLatin1String(".moc")) || target == QLatin1String("version.h")
            || target == QLatin1String("test_places.h") || target.endsWith(QLatin1String("_sql.h"))
            || target.startsWith(QLatin1String("embedded_"));
        return generated ? QString()
                         : QStringLiteral("start the path at the root of the repository");
    }
    const Folder* folder = folderOf(file.path);
    if (folder == nullptr) {
        return QStringLiteral("this folder is not in the may-include table");
    }
    if (!mayInclude(*folder, target)) {
        return QStringLiteral("%1 may not include %2; go through a port of backend/domain")
            .arg(QLatin1String(folder->path), target);
    }
    return {};
}

[[nodiscard]] QString checkAngled(const SourceFile& file, const QString& target)
{
    static const QRegularExpression qt(QStringLiteral("^(Q[A-Z]|Qt|qt6?keychain)"));
    static const QRegularExpression withoutQt(QStringLiteral("^(backend/|app/core/)"));
    if (qt.match(target).hasMatch() && withoutQt.match(file.path).hasMatch()) {
        return QStringLiteral("the money is handled without Qt");
    }
    if (target.startsWith(QLatin1String("QSql"))
        && !file.path.startsWith(QLatin1String("models/read/"))
        && !file.path.startsWith(QLatin1String("tests/"))) {
        return QStringLiteral("only models/read knows Qt Sql");
    }
    if (target == QLatin1String("libpq-fe.h")
        && !file.path.startsWith(QLatin1String("backend/postgres/"))
        && !file.path.startsWith(QLatin1String("tests/"))) {
        return QStringLiteral("only backend/postgres talks to libpq");
    }
    static const QRegularExpression pure(QStringLiteral("^([a-z_]+|openssl/.+|tl/.+)$"));
    if (file.path.startsWith(QLatin1String("backend/domain/")) && !pure.match(target).hasMatch()) {
        return QStringLiteral("backend/domain includes the standard library, OpenSSL and tl only");
    }
    return {};
}

} // namespace

Violations checkIncludes(const SourceFile& file)
{
    Violations found;
    if (!file.isCpp()) {
        return found;
    }
    static const QRegularExpression include(
        QStringLiteral("^\\s*#\\s*include\\s*(?:\"([^\"]+)\"|<([^>]+)>)"));
    for (qsizetype i = 0; i < file.uncommented.size(); ++i) {
        const auto match = include.match(file.uncommented[i]);
        if (!match.hasMatch()) {
            continue;
        }
        const bool quoted = match.capturedStart(1) >= 0;
        const QString complaint =
            quoted ? checkQuoted(file, match.captured(1)) : checkAngled(file, match.captured(2));
        if (!complaint.isEmpty()) {
            found.push_back(
                {QStringLiteral("include"), file.path, static_cast<int>(i) + 1, complaint});
        }
    }
    return found;
}

} // namespace onceover::lint
