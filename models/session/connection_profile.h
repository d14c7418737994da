// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace onceover {

enum class ProfileEnvironment
{
    Production,
    Test,
};

// Where a person signs in and as whom. It never holds a secret.
struct ConnectionProfile
{
    // A UUID for ever: the keyring knows the password by it, so a profile can be renamed.
    QString id;
    QString name;
    // Host names separated by commas, tried in order; or the absolute directory of a Unix socket.
    QString host;
    int port = 5432;
    QString database = QStringLiteral("onceover");
    QString login;
    // "verify-full", or "disable" for a socket of this machine. Nothing in between is offered:
    // libpq's other modes talk to whoever answers.
    QString sslMode = QStringLiteral("verify-full");
    // Empty: the system's own certificates.
    QString rootCertificate;
    // Production unless somebody says otherwise: the mistake that costs nothing.
    ProfileEnvironment environment = ProfileEnvironment::Production;

    bool isSocket() const { return host.startsWith(QLatin1Char('/')); }

    bool operator==(const ConnectionProfile& other) const = default;
};

// What keeps a profile from being used.
enum class ProfileFault
{
    None,
    NameMissing,
    NameTaken,
    HostMissing,
    PortInvalid,
    DatabaseMissing,
    LoginMissing,
    PlainTextOverNetwork,
    RootCertificateUnreadable,
};

} // namespace onceover
