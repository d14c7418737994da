// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/scram_verifier.h"

#include <libpq-fe.h>

#include <memory>

namespace onceover {

Result<std::string> scramVerifier(const std::string& login, const std::string& password)
{
    // libpq wants a connection object for its error text. This one's settings are refused before
    // anything is resolved or connected.
    const char* const keywords[] = {"port", nullptr};
    const char* const values[] = {"none", nullptr};
    const std::unique_ptr<PGconn, decltype(&PQfinish)> unconnected(
        PQconnectStartParams(keywords, values, 0), &PQfinish);
    const std::unique_ptr<char, decltype(&PQfreemem)> verifier(
        unconnected ? PQencryptPasswordConn(
            unconnected.get(), password.c_str(), login.c_str(), "scram-sha-256")
                    : nullptr,
        &PQfreemem);
    if (!verifier)
        return Failure(Error::notHappened(
            "database.password", "The password cannot be turned into a verifier."));
    return std::string(verifier.get());
}

} // namespace onceover
