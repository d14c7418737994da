// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/profile_facts.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace onceover {

ProfileFacts ProfileFacts::fromJson(const QString& json)
{
    ProfileFacts facts;
    const QJsonObject root = QJsonDocument::fromJson(json.toUtf8()).object();
    const QJsonObject can = root.value(QLatin1String("capabilities")).toObject();
    const QJsonObject times = root.value(QLatin1String("times")).toObject();
    facts.isKnown = !can.isEmpty();
    facts.keyCollapses = can.value(QLatin1String("key_collapses")).toBool();
    facts.keyLifetimeMs = can.value(QLatin1String("key_lifetime_ms")).toInteger();
    facts.queryByKey = can.value(QLatin1String("query_by_key")).toBool();
    facts.list = can.value(QLatin1String("list")).toBool();
    facts.webhook = can.value(QLatin1String("webhook")).toBool();
    facts.settlementFile = can.value(QLatin1String("settlement_file")).toBool();
    facts.bankStatement = can.value(QLatin1String("bank_statement")).toBool();
    facts.lateWindowMs = times.value(QLatin1String("late_window_ms")).toInteger();
    return facts;
}

} // namespace onceover
