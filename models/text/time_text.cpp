// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/time_text.h"

#include <QCoreApplication>
#include <QDateTime>

namespace onceover {

namespace {

TimeZoneChoice s_zone = TimeZoneChoice::Local;

QDateTime at(std::int64_t us)
{
    // Floor division: a time before 1970 must not be rounded towards the later second.
    const std::int64_t ms = us >= 0 ? us / 1000 : -((-us + 999) / 1000);
    return QDateTime::fromMSecsSinceEpoch(
        ms, s_zone == TimeZoneChoice::Utc ? Qt::UTC : Qt::LocalTime);
}

QString two(std::int64_t number)
{
    return QString::number(number).rightJustified(2, QLatin1Char('0'));
}

} // namespace

void TimeText::setZone(TimeZoneChoice zone)
{
    s_zone = zone;
}

TimeZoneChoice TimeText::zone()
{
    return s_zone;
}

QString TimeText::offset(std::int64_t us)
{
    const int seconds = at(us).offsetFromUtc();
    const int minutes = (seconds < 0 ? -seconds : seconds) / 60;
    return (seconds < 0 ? QChar(0x2212) : QChar(u'+')) + two(minutes / 60) + QLatin1Char(':')
           + two(minutes % 60);
}

QString TimeText::dateTime(std::int64_t us)
{
    return at(us).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) + QLatin1Char(' ') + offset(us);
}

QString TimeText::time(std::int64_t us)
{
    return at(us).toString(QStringLiteral("HH:mm:ss")) + QLatin1Char(' ') + offset(us);
}

QString TimeText::compact(std::int64_t us)
{
    return at(us).toString(QStringLiteral("MM-dd HH:mm:ss"));
}

QString TimeText::exact(std::int64_t us)
{
    const std::int64_t micros = ((us % 1000000) + 1000000) % 1000000;
    return at(us).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) + QLatin1Char('.')
           + QString::number(micros).rightJustified(6, QLatin1Char('0')) + QLatin1Char(' ')
           + offset(us);
}

QString TimeText::orDash(std::optional<std::int64_t> us)
{
    return us ? dateTime(*us) : QStringLiteral("–");
}

QString TimeText::age(std::int64_t sinceUs, std::int64_t nowUs)
{
    const std::int64_t minutes = nowUs > sinceUs ? (nowUs - sinceUs) / 60'000'000 : 0;
    if (minutes < 24 * 60)
        return QString::number(minutes / 60) + QLatin1Char(':') + two(minutes % 60);
    return TimeText::tr("%1 d %2 h").arg(minutes / (24 * 60)).arg(minutes / 60 % 24);
}

QString TimeText::until(std::int64_t whenUs, std::int64_t nowUs)
{
    if (whenUs <= nowUs)
        return TimeText::tr("due now");
    const std::int64_t seconds = (whenUs - nowUs) / 1'000'000;
    if (seconds < 120)
        return TimeText::tr("in %1 s").arg(seconds);
    const std::int64_t minutes = seconds / 60;
    if (minutes < 120)
        return TimeText::tr("in %1 min").arg(minutes);
    if (minutes < 48 * 60)
        return TimeText::tr("in %1 h %2 min").arg(minutes / 60).arg(minutes % 60);
    return TimeText::tr("in %1 d %2 h").arg(minutes / (24 * 60)).arg(minutes / 60 % 24);
}

QString TimeText::span(std::int64_t ms)
{
    if (ms >= 86'400'000 && ms % 86'400'000 == 0)
        return TimeText::tr("%1 d").arg(ms / 86'400'000);
    if (ms >= 3'600'000 && ms % 3'600'000 == 0)
        return TimeText::tr("%1 h").arg(ms / 3'600'000);
    if (ms >= 60'000 && ms % 60'000 == 0)
        return TimeText::tr("%1 min").arg(ms / 60'000);
    if (ms % 1000 == 0)
        return TimeText::tr("%1 s").arg(ms / 1000);
    return TimeText::tr("%1 ms").arg(ms);
}

} // namespace onceover
