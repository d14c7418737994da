// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_point.h"

#include "test_places.h"

#include <QFile>

namespace onceover {

QVector<CrashPoint> CrashPoint::readAll()
{
    QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/crash/crash_points.txt"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("crash_points.txt is missing");
    QVector<CrashPoint> points;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (const QString& line : lines) {
        const QStringList words = line.simplified().split(u' ');
        if (line.startsWith(u'#') || words.size() < 5)
            continue;
        CrashPoint point{words[0], words[1], words[2], words[3], words[4]};
        if (words.size() > 5)
            point.occurrence = words[5].toInt();
        // As it stands in the statement, or in the record.
        if (point.port == QStringLiteral("database"))
            point.subject = QStringLiteral("onceover.") + point.subject + u'(';
        if (point.port == QStringLiteral("journal"))
            point.subject = QStringLiteral("\"type\":\"") + point.subject + u'"';
        points.append(point);
    }
    return points;
}

const char* toText(Victim victim)
{
    switch (victim) {
    case Victim::Core:
        return "core";
    case Victim::Backend:
        return "backend";
    case Victim::Postmaster:
        return "postmaster";
    case Victim::Connection:
        break;
    }
    return "connection";
}

} // namespace onceover
