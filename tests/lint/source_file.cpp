// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/lint/source_file.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

namespace onceover::lint {

namespace {

enum class Where
{
    Code,
    LineComment,
    BlockComment,
    Text,
    Character,
    RawText,
};

// Blanks comments and literals of C++ (or of SQL, where only comments are blanked) and keeps every
// line break.
class Blanker
{
public:
    Blanker(const QString& text, bool sql)
        : m_text(text)
        , m_sql(sql)
        , m_uncommented(text)
        , m_code(text)
    {}

    void run()
    {
        for (m_at = 0; m_at < m_text.size(); ++m_at) {
            step();
        }
    }

    [[nodiscard]] const QString& uncommented() const { return m_uncommented; }

    [[nodiscard]] const QString& code() const { return m_code; }

private:
    void blank(bool commentToo)
    {
        if (m_text[m_at] == u'\n') {
            return;
        }
        m_code[m_at] = u' ';
        if (commentToo) {
            m_uncommented[m_at] = u' ';
        }
    }

    [[nodiscard]] bool ahead(const QString& what) const
    {
        return QStringView(m_text).mid(m_at).startsWith(what);
    }

    void stepInCode()
    {
        const QChar c = m_text[m_at];
        if (ahead(m_sql ? QStringLiteral("--") : QStringLiteral("//"))) {
            m_where = Where::LineComment;
            blank(true);
        } else if (ahead(QStringLiteral("/*"))) {
            m_where = Where::BlockComment;
            blank(true);
        } else if (!m_sql && c == u'"') {
            openText();
        } else if (!m_sql && c == u'\'' && !isDigitSeparator()) {
            m_where = Where::Character;
        }
    }

    // 1'000 is a number, u'x' is a character.
    [[nodiscard]] bool isDigitSeparator() const
    {
        qsizetype start = m_at;
        while (start > 0 && (m_text[start - 1].isLetterOrNumber() || m_text[start - 1] == u'\'')) {
            --start;
        }
        return start < m_at && m_text[start].isDigit();
    }

    void openText()
    {
        m_where = Where::Text;
        if (m_at > 0 && m_text[m_at - 1] == u'R') {
            const qsizetype open = m_text.indexOf(u'(', m_at);
            m_end = u')' + m_text.mid(m_at + 1, open - m_at - 1) + u'"';
            m_where = Where::RawText;
        }
    }

    void stepInLiteral(QChar quote)
    {
        const QChar c = m_text[m_at];
        if (c == u'\\') {
            blank(false);
            ++m_at;
            if (m_at < m_text.size()) {
                blank(false);
            }
        } else if (c == quote || c == u'\n') {
            m_where = Where::Code;
        } else {
            blank(false);
        }
    }

    void step()
    {
        switch (m_where) {
        case Where::Code:
            stepInCode();
            break;
        case Where::LineComment:
            if (m_text[m_at] == u'\n') {
                m_where = Where::Code;
            } else {
                blank(true);
            }
            break;
        case Where::BlockComment:
            blank(true);
            if (m_at > 0 && m_text[m_at] == u'/' && m_text[m_at - 1] == u'*') {
                m_where = Where::Code;
            }
            break;
        case Where::Text:
            stepInLiteral(u'"');
            break;
        case Where::Character:
            stepInLiteral(u'\'');
            break;
        case Where::RawText:
            if (ahead(m_end)) {
                m_at += m_end.size() - 1;
                m_where = Where::Code;
            } else {
                blank(false);
            }
            break;
        }
    }

    const QString& m_text;
    bool m_sql;
    QString m_uncommented;
    QString m_code;
    QString m_end;
    qsizetype m_at = 0;
    Where m_where = Where::Code;
};

[[nodiscard]] bool isRecordedInput(const QString& path)
{
    static const QRegularExpression recorded(QStringLiteral(
        "^tests/cases/|\\.(png|svg|ico|gz|qm|ttf|otf|pdf|xlsx)$|^LICENSE$|/package-lock\\.json$"));
    return recorded.match(path).hasMatch();
}

} // namespace

bool SourceFile::isCpp() const
{
    return path.endsWith(QLatin1String(".cpp")) || isHeader();
}

bool SourceFile::isHeader() const
{
    return path.endsWith(QLatin1String(".h"));
}

bool SourceFile::isSql() const
{
    return path.endsWith(QLatin1String(".sql"));
}

QString Violation::text() const
{
    return QStringLiteral("%1:%2: %3: %4").arg(path).arg(line).arg(rule, instead);
}

SourceFile sourceFromText(const QString& path, const QString& text)
{
    SourceFile file;
    file.path = path;
    file.raw = text.split(u'\n');
    if (file.isCpp() || file.isSql()) {
        Blanker blanker(text, file.isSql());
        blanker.run();
        file.uncommented = blanker.uncommented().split(u'\n');
        file.code = blanker.code().split(u'\n');
    } else {
        file.uncommented = file.raw;
        file.code = file.raw;
    }
    return file;
}

QStringList repositoryPaths(const QString& root)
{
    if (QFileInfo::exists(root + QStringLiteral("/.git"))) {
        QProcess git;
        // The tree may belong to somebody else; only the names of its files are read.
        git.start(
            QStringLiteral("git"),
            {QStringLiteral("-c"),
             QStringLiteral("safe.directory=*"),
             QStringLiteral("-C"),
             root,
             QStringLiteral("ls-files"),
             QStringLiteral("-z"),
             QStringLiteral("--cached"),
             QStringLiteral("--others"),
             QStringLiteral("--exclude-standard")});
        if (git.waitForFinished(600'000) && git.exitCode() == 0) {
            QStringList paths =
                QString::fromUtf8(git.readAllStandardOutput()).split(u'\0', Qt::SkipEmptyParts);
            paths.removeIf(
                [&root](const QString& path) { return !QFileInfo::exists(root + u'/' + path); });
            paths.sort();
            return paths;
        }
    }
    QStringList paths;
    QDirIterator files(root, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = QDir(root).relativeFilePath(files.next());
        if (!path.startsWith(QLatin1String("build/")) && !path.startsWith(QLatin1String(".git/"))) {
            paths.append(path);
        }
    }
    paths.sort();
    return paths;
}

std::vector<SourceFile> readSources(const QString& root)
{
    std::vector<SourceFile> sources;
    for (const QString& path : repositoryPaths(root)) {
        if (isRecordedInput(path)) {
            continue;
        }
        QFile file(root + u'/' + path);
        if (file.open(QIODevice::ReadOnly)) {
            sources.push_back(sourceFromText(path, QString::fromUtf8(file.readAll())));
        }
    }
    return sources;
}

} // namespace onceover::lint
