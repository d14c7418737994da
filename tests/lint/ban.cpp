// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/lint/ban.h"

#include <QRegularExpression>

namespace onceover::lint {

Violations checkBan(const Ban& ban, const SourceFile& file)
{
    const QRegularExpression where(QString::fromLatin1(ban.where));
    if (!where.match(file.path).hasMatch()) {
        return {};
    }
    if (ban.except != nullptr) {
        const QRegularExpression except(QString::fromLatin1(ban.except));
        if (except.match(file.path).hasMatch()) {
            return {};
        }
    }
    const QStringList& lines = ban.reading == Reading::Raw           ? file.raw
                               : ban.reading == Reading::Uncommented ? file.uncommented
                                                                     : file.code;
    const QString text = lines.join(u'\n');
    const QRegularExpression pattern(
        QString::fromUtf8(ban.pattern), QRegularExpression::MultilineOption);
    Q_ASSERT(pattern.isValid());
    Violations found;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext()) {
        const qsizetype at = matches.next().capturedStart();
        const auto line = static_cast<int>(QStringView(text).left(at).count(u'\n')) + 1;
        found.push_back(
            {QString::fromLatin1(ban.rule), file.path, line, QString::fromUtf8(ban.instead)});
    }
    return found;
}

} // namespace onceover::lint
