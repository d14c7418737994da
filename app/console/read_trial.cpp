// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/read_trial.h"

#include "models/read/read_session.h"

namespace onceover {

namespace {

// The driver hands over the server's words without the SQLSTATE when the connection itself failed;
// they are in the server's language, so only what stays untranslated is looked for.
std::string codeOf(const QString& sqlState, const QString& why, const QString& login)
{
    if (sqlState.startsWith(QLatin1String("28")))
        return "database.login_refused";
    if (sqlState == QLatin1String("3D000"))
        return "database.missing";
    if (!sqlState.isEmpty())
        return "database.refused";
    const bool isServersWord = why.contains(QLatin1String("FATAL:"));
    if (isServersWord && why.contains(QLatin1String("pg_hba.conf")))
        return "database.login_refused";
    if (isServersWord && why.contains(QLatin1Char('"') + login + QLatin1Char('"')))
        return "database.login_refused";
    return isServersWord ? "database.refused" : "database.away";
}

} // namespace

ReadSettings readSettingsOf(const ConnectionProfile& profile, const QString& password, bool isAudit)
{
    ReadSettings settings;
    settings.host = profile.host;
    settings.port = profile.port;
    settings.database = profile.database;
    settings.user = profile.login;
    settings.password = password;
    if (!profile.isSocket()) {
        settings.sslMode = profile.sslMode;
        // libpq's own default is a file of the person's that hardly anybody has.
        settings.sslRootCert = profile.rootCertificate.isEmpty()
                                   ? QStringLiteral("/etc/ssl/certs/ca-certificates.crt")
                                   : profile.rootCertificate;
    }
    if (isAudit)
        settings.role.clear();
    return settings;
}

Result<void> tryReading(const ReadSettings& settings)
{
    ReadSession session;
    const QString why = session.open(settings);
    if (why.isEmpty())
        return {};
    return Failure(
        Error::notHappened(codeOf(session.lastSqlState(), why, settings.user), why.toStdString())
            .withSqlState(session.lastSqlState().toStdString()));
}

} // namespace onceover
