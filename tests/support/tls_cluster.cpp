// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tls_cluster.h"

#include "tests/support/quick_directory.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

TlsCluster::TlsCluster()
    : m_directory(freshQuickDirectory("onceover-tls"))
{
    const int number = ::getpid();
    m_address = "127." + std::to_string(1 + number / 65536 % 250) + '.'
                + std::to_string(number / 256 % 256) + '.' + std::to_string(1 + number % 250);
    const TestCertificate server = m_authority.issue("IP:127.0.0.1");
    ::chmod(m_directory.c_str(), 0755);
    write("ca.pem", m_authority.certificate());
    write("server.pem", server.certificate);
    write("server.key", server.key);
    write("hba.conf", "local all all scram-sha-256\nhostssl all all 127.0.0.0/8 scram-sha-256\n");
    ::chmod(trusted().c_str(), 0644);
}

TlsCluster::~TlsCluster()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
}

void TlsCluster::write(const char* name, const std::string& text) const
{
    const std::filesystem::path path = m_directory / name;
    std::ofstream(path) << text;
    ::chmod(path.c_str(), 0600);
    // As root the server runs as another user, who must own its key.
    auto user = OsUser::byName("postgres");
    if (!user)
        user = OsUser::byName("onceover");
    if (::geteuid() == 0 && user && ::chown(path.c_str(), user->uid, user->gid) != 0) {
        std::perror(path.c_str());
        std::abort();
    }
}

PrivateCluster::Options TlsCluster::options() const
{
    const auto file = [this](const char* name) {
        return "'" + (m_directory / name).string() + "'";
    };
    PrivateCluster::Options options;
    options.serverSettings = {
        {"listen_addresses", "'" + m_address + "'"},
        {"ssl", "on"},
        {"ssl_cert_file", file("server.pem")},
        {"ssl_key_file", file("server.key")},
        {"hba_file", file("hba.conf")}};
    return options;
}

ConnectionSettings TlsCluster::routed(ConnectionSettings settings, std::uint16_t gatePort) const
{
    settings.hosts = {{"127.0.0.1", gatePort}};
    settings.tls = TlsMode::VerifyFull;
    settings.tlsRootCertificates = trusted().string();
    return settings;
}

} // namespace onceover
