// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/read_settings.h"
#include "views/shell/desk_place.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace onceover {

// Where a team's database is: one INI file a profile in the configuration directory, without any
// secret.
struct ConnectionProfile
{
    QString name;
    // Never changes: the key of the saved password.
    QString id;
    QString host;
    int port = 5432;
    QString database;
    QString user;
    QString sslMode = QStringLiteral("verify-full");
    QString sslRootCert;
    Environment environment = Environment::Production;

    ReadSettings readSettings(const QString& password) const;

    static QString directory();
    static QStringList names();
    // Nothing where there is no such file or it does not name host, database and user.
    static std::optional<ConnectionProfile> load(const QString& name);
    bool save() const;
};

} // namespace onceover
