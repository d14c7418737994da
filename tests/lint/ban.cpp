// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/lint/ban.h"

#include <QHash>
#include <QRegularExpression>

namespace onceover::lint {

namespace {

[[nodiscard]] const QRegularExpression& compiled(const char* pattern)
{
    static QHash<const char*, QRegularExpression> all;
    auto found = all.find(pattern);
    if (found == all.end()) {
        found = all.insert(
            pattern,
            QRegularExpression(QString::fromUtf8(pattern), QRegularExpression::MultilineOption));
        Q_ASSERT(found->isValid());
    }
    return *found;
}

} // namespace

Violations checkBan(const Ban& ban, const SourceFile& file)
{
    if (!compiled(ban.where).match(file.path).hasMatch()
        || (ban.except != nullptr && compiled(ban.except).match(file.path).hasMatch())) {
        return {};
    }
    const QStringList& lines = ban.reading == Reading::Raw           ? file.raw
                               : ban.reading == Reading::Uncommented ? file.uncommented
                                                                     : file.code;
    const QString text = lines.join(u'\n');
    Violations found;
    auto matches = compiled(ban.pattern).globalMatch(text);
    while (matches.hasNext()) {
        const qsizetype at = matches.next().capturedStart();
        const auto line = static_cast<int>(QStringView(text).left(at).count(u'\n')) + 1;
        found.push_back(
            {QString::fromLatin1(ban.rule), file.path, line, QString::fromUtf8(ban.instead)});
    }
    return found;
}

} // namespace onceover::lint
