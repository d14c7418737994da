// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection_settings.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

extern "C" char** environ;

namespace onceover {

namespace {

// Variables without a neutral conninfo value that would switch them off.
constexpr std::array<std::string_view, 13> kHarmful = {
    "PGHOSTADDR",
    "PGSERVICE",
    "PGSERVICEFILE",
    "PGPASSWORD",
    "PGREQUIREPEER",
    "PGSSLCERT",
    "PGSSLKEY",
    "PGSSLCRL",
    "PGSSLCRLDIR",
    "PGTZ",
    "PGDATESTYLE",
    "PGGEQO",
    "PGSYSCONFDIR"};

bool isOnThisMachine(std::string_view host)
{
    return host.starts_with('/') || host == "localhost" || host == "::1"
           || host.starts_with("127.");
}

Failure refuse(const char* code, std::string detail)
{
    return Failure(Error::notHappened(code, std::move(detail)));
}

const char* targetSessionAttributes(ConnectionSettings::Wanted wanted)
{
    switch (wanted) {
    case ConnectionSettings::Wanted::Any:
        return "any";
    case ConnectionSettings::Wanted::ReadWrite:
        return "read-write";
    case ConnectionSettings::Wanted::PreferStandby:
        return "prefer-standby";
    }
    return "any";
}

Result<std::pair<std::string, std::string>> hostAndPortLists(
    const std::vector<ConnectionSettings::Host>& hosts, TlsMode tls)
{
    if (hosts.empty()) {
        return refuse("settings.incomplete", "No database host is named.");
    }
    std::string names;
    std::string ports;
    for (const auto& host : hosts) {
        // A comma would turn one name into two hosts.
        if (host.name.empty()
            || host.name.find_first_of(std::string_view(",\0", 2)) != std::string::npos) {
            return refuse("settings.incomplete", "A database host has no usable name.");
        }
        if (host.port < 1 || host.port > 65535) {
            return refuse(
                "settings.incomplete", "The port of database host " + host.name + " is no port.");
        }
        if (tls != TlsMode::VerifyFull && !isOnThisMachine(host.name)) {
            return refuse(
                "settings.tls_required",
                "Host " + host.name
                    + " is another machine; only a verified TLS connection may go there.");
        }
        names += (names.empty() ? "" : ",") + host.name;
        ports += (ports.empty() ? "" : ",") + std::to_string(host.port);
    }
    return std::pair(std::move(names), std::move(ports));
}

} // namespace

ConnectionSettings ConnectionSettings::unixSocket(
    std::string directory, std::string database, std::string user, std::string password)
{
    ConnectionSettings settings;
    settings.hosts.push_back({std::move(directory), 5432});
    settings.database = std::move(database);
    settings.user = std::move(user);
    settings.password = std::move(password);
    settings.tls = TlsMode::Off;
    return settings;
}

Result<std::vector<std::pair<std::string, std::string>>> ConnectionSettings::toConninfo() const
{
    auto lists = hostAndPortLists(hosts, tls);
    if (!lists) {
        return Failure(lists.error());
    }
    if (database.empty() || user.empty()) {
        return refuse("settings.incomplete", "The database or the login is not named.");
    }
    for (const std::string* value : {&database, &user, &password, &applicationName}) {
        if (value->find('\0') != std::string::npos) {
            return refuse("settings.incomplete", "A connection setting holds a NUL character.");
        }
    }
    std::vector<std::pair<std::string, std::string>> conninfo = {
        {"host", lists->first},
        {"port", lists->second},
        {"dbname", database},
        {"user", user},
        {"application_name", applicationName.empty() ? "onceover" : applicationName},
        {"client_encoding", "UTF8"},
        {"sslmode", tls == TlsMode::VerifyFull ? "verify-full" : "disable"},
        {"sslrootcert", tlsRootCertificates.empty() ? "/nonexistent" : tlsRootCertificates},
        {"ssl_min_protocol_version", "TLSv1.2"},
        {"sslsni", "1"},
        {"sslcompression", "0"},
        {"gssencmode", "disable"},
        // With "prefer", a server that has somebody's valid certificate could ask for the password
        // in clear. Bound to the channel, it is proven and never told.
        {"channel_binding", tls == TlsMode::VerifyFull && !password.empty() ? "require" : "prefer"},
        {"passfile", "/nonexistent"},
        {"target_session_attrs", targetSessionAttributes(wanted)},
        {"connect_timeout", "10"},
        {"keepalives", "1"},
        {"keepalives_idle", "10"},
        {"keepalives_interval", "5"},
        {"keepalives_count", "3"},
        {"tcp_user_timeout", "15000"},
        // Occupies the place of PGOPTIONS; a notice during COMMIT must reach us whatever the role
        // prefers.
        {"options", "-c client_min_messages=notice"},
    };
    if (!password.empty()) {
        conninfo.emplace_back("password", password);
    }
    return conninfo;
}

void dropDatabaseEnvironment()
{
    std::vector<std::string> names;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view variable(*entry);
        if (variable.starts_with("PG")) {
            names.emplace_back(variable.substr(0, variable.find('=')));
        }
    }
    for (const std::string& name : names) {
        ::unsetenv(name.c_str());
    }
}

std::string harmfulDatabaseEnvironment()
{
    const auto found = std::find_if(kHarmful.begin(), kHarmful.end(), [](std::string_view name) {
        const char* value = std::getenv(std::string(name).c_str());
        return value != nullptr && *value != '\0';
    });
    return found == kHarmful.end() ? std::string() : std::string(*found);
}

} // namespace onceover
