// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace onceover::lint {

// One text file of the repository in three readings with equal line numbers: as it stands, without
// comments, and without comments and the insides of literals.
struct SourceFile
{
    QString path; // from the repository root
    QStringList raw;
    QStringList uncommented;
    QStringList code;

    [[nodiscard]] bool isCpp() const;
    [[nodiscard]] bool isHeader() const;
    [[nodiscard]] bool isSql() const;
};

struct Violation
{
    QString rule;
    QString path;
    int line = 0;
    QString instead;

    [[nodiscard]] QString text() const;
};

using Violations = std::vector<Violation>;

[[nodiscard]] SourceFile sourceFromText(const QString& path, const QString& text);

// Every file that belongs to the repository: what git tracks or would track, else everything but
// build/ and .git/.
[[nodiscard]] QStringList repositoryPaths(const QString& root);

// Reads the text files among them; pictures and recorded inputs are left out.
[[nodiscard]] std::vector<SourceFile> readSources(const QString& root);

} // namespace onceover::lint
