// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/queue/filter_text.h"

#include <QStringList>

namespace onceover {

QueueFilter FilterText::parse(const QString& text)
{
    QueueFilter filter;
    QStringList rest;
    const QStringList words = text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        const auto colon = word.indexOf(QLatin1Char(':'));
        const QString name = word.left(colon).toLower();
        const QString value = word.mid(colon + 1);
        if (colon > 0 && !value.isEmpty() && name == QLatin1String("provider"))
            filter.provider = value;
        else if (colon > 0 && !value.isEmpty() && name == QLatin1String("currency"))
            filter.currency = value.toUpper();
        else if (colon > 0 && !value.isEmpty() && name == QLatin1String("state"))
            filter.status = value.toUpper();
        else if (colon > 0 && !value.isEmpty() && name == QLatin1String("why"))
            filter.reason = value;
        else
            rest << word;
    }
    filter.needle = rest.join(QLatin1Char(' '));
    return filter;
}

} // namespace onceover
