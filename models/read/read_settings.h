// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// Where the reading connection goes. The password lives here only until the connection is open.
struct ReadSettings
{
    // A host name, or the directory of a Unix socket.
    QString host;
    int port = 5432;
    QString database;
    QString user;
    QString password;
    // libpq's sslmode; empty for a Unix socket.
    QString sslMode;
    QString sslRootCert;
    // The group role that the session takes on. Empty in audit mode: the auditor reads by the
    // login's own right.
    QString role = QStringLiteral("onceover_viewer");
};

} // namespace onceover
