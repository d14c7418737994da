// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <string>
#include <utility>
#include <vector>

namespace onceover {

// How far the server must prove who it is. libpq's own default, "prefer", silently talks in plain
// text, so neither it nor "allow" can be asked for.
enum class TlsMode
{
    VerifyFull,
    // Plain text: accepted for sockets of this machine only.
    Off,
};

// Where a connection goes and as whom. The conninfo is built here and nowhere else; nobody passes
// raw conninfo.
struct ConnectionSettings
{
    struct Host
    {
        // A name, a numeric address, or an absolute directory of a Unix socket.
        std::string name;
        int port = 5432;
    };

    // More than one: tried in order until one has the wanted role (see `wanted`).
    std::vector<Host> hosts;
    std::string database;
    std::string user;
    std::string password;
    std::string applicationName = "onceover";
    TlsMode tls = TlsMode::VerifyFull;
    // Certificates that may sign the server's.
    std::string tlsRootCertificates = "/etc/ssl/certs/ca-certificates.crt";

    enum class Wanted
    {
        Any,
        ReadWrite,
        PreferStandby,
    };

    Wanted wanted = Wanted::Any;

    static ConnectionSettings unixSocket(
        std::string directory, std::string database, std::string user, std::string password);

    // Keyword and value pairs for libpq, every value non-empty. Refuses incomplete settings
    // (settings.incomplete) and plain text to another machine (settings.tls_required).
    Result<std::vector<std::pair<std::string, std::string>>> toConninfo() const;
};

// libpq reads PG* variables for whatever a conninfo leaves out, and some of them (PGHOSTADDR,
// PGSERVICE, PGOPTIONS) redirect a connection or change a session. Call once in main, before any
// thread starts; Connection::open refuses while one that conninfo cannot override is still set.
void dropDatabaseEnvironment();

// The name of the first such variable that is set, or an empty string.
std::string harmfulDatabaseEnvironment();

} // namespace onceover
