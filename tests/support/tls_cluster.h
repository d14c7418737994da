// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection_settings.h"
#include "backend/postgres/private_cluster.h"
#include "tests/support/test_authority.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace onceover {

// What turns a private cluster into one that listens on TCP as well, by TLS alone, on an address of
// this machine's loopback network that no other test uses. Outlives the cluster.
class TlsCluster
{
public:
    TlsCluster();
    ~TlsCluster();

    TlsCluster(const TlsCluster&) = delete;
    TlsCluster& operator=(const TlsCluster&) = delete;

    PrivateCluster::Options options() const;

    // Where it listens, on port 5432; put a gate in front of it.
    const std::string& address() const { return m_address; }

    // The same login and database through that port of 127.0.0.1, for which the certificate is.
    ConnectionSettings routed(ConnectionSettings settings, std::uint16_t gatePort) const;

    const TestAuthority& authority() const { return m_authority; }

    // PEM file of the authority's own certificate.
    std::filesystem::path trusted() const { return m_directory / "ca.pem"; }

private:
    void write(const char* name, const std::string& text) const;

    TestAuthority m_authority{"Onceover test authority"};
    std::filesystem::path m_directory;
    std::string m_address;
};

} // namespace onceover
