// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/connection_profile.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace onceover {

namespace {

QString fileOf(const QString& name)
{
    return ConnectionProfile::directory() + QLatin1Char('/') + name + QStringLiteral(".ini");
}

QString textOf(Environment environment)
{
    switch (environment) {
    case Environment::Demo:
        return QStringLiteral("demo");
    case Environment::Test:
        return QStringLiteral("test");
    case Environment::Production:
        break;
    }
    return QStringLiteral("production");
}

Environment environmentOf(const QString& text)
{
    if (text == QLatin1String("demo"))
        return Environment::Demo;
    return text == QLatin1String("test") ? Environment::Test : Environment::Production;
}

} // namespace

QString ConnectionProfile::directory()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/onceover/profiles");
}

QStringList ConnectionProfile::names()
{
    QStringList names;
    const QFileInfoList files =
        QDir(directory()).entryInfoList({QStringLiteral("*.ini")}, QDir::Files, QDir::Name);
    for (const QFileInfo& file : files)
        names << file.completeBaseName();
    return names;
}

std::optional<ConnectionProfile> ConnectionProfile::load(const QString& name)
{
    // A name is a file name and nothing else.
    if (name.isEmpty() || name.contains(QLatin1Char('/')) || name.startsWith(QLatin1Char('.'))
        || !QFileInfo::exists(fileOf(name)))
        return std::nullopt;
    const QSettings file(fileOf(name), QSettings::IniFormat);
    ConnectionProfile profile;
    profile.name = name;
    profile.id = file.value(QStringLiteral("id"), name).toString();
    profile.host = file.value(QStringLiteral("host")).toString();
    profile.port = file.value(QStringLiteral("port"), 5432).toInt();
    profile.database = file.value(QStringLiteral("database")).toString();
    profile.user = file.value(QStringLiteral("user")).toString();
    const bool isSocket = profile.host.startsWith(QLatin1Char('/'));
    profile.sslMode =
        file.value(QStringLiteral("sslmode"), isSocket ? QString() : QStringLiteral("verify-full"))
            .toString();
    profile.sslRootCert = file.value(QStringLiteral("sslrootcert")).toString();
    profile.environment = environmentOf(file.value(QStringLiteral("environment")).toString());
    if (profile.host.isEmpty() || profile.database.isEmpty() || profile.user.isEmpty())
        return std::nullopt;
    return profile;
}

bool ConnectionProfile::save() const
{
    if (!QDir().mkpath(directory()))
        return false;
    QSettings file(fileOf(name), QSettings::IniFormat);
    file.setValue(QStringLiteral("id"), id);
    file.setValue(QStringLiteral("host"), host);
    file.setValue(QStringLiteral("port"), port);
    file.setValue(QStringLiteral("database"), database);
    file.setValue(QStringLiteral("user"), user);
    file.setValue(QStringLiteral("sslmode"), sslMode);
    file.setValue(QStringLiteral("sslrootcert"), sslRootCert);
    file.setValue(QStringLiteral("environment"), textOf(environment));
    file.sync();
    return file.status() == QSettings::NoError;
}

ReadSettings ConnectionProfile::readSettings(const QString& password) const
{
    ReadSettings settings;
    settings.host = host;
    settings.port = port;
    settings.database = database;
    settings.user = user;
    settings.password = password;
    settings.sslMode = sslMode;
    settings.sslRootCert = sslRootCert;
    return settings;
}

} // namespace onceover
