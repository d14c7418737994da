// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <cstdint>
#include <string>

namespace onceover {

// What a server says it is. A change of any of these means another history of the database; no
// change proves nothing, because a restored disk image keeps them all.
struct ServerIdentity
{
    std::string systemIdentifier;
    // Eight hexadecimal digits, of the timeline being written (the control file's is stale after a
    // promotion).
    std::string timeline;
    std::int64_t databaseOid = 0;
    std::int64_t startedAtUs = 0;

    friend bool operator==(const ServerIdentity&, const ServerIdentity&) = default;
};

// Fails on a hot standby, which writes no log of its own.
Result<ServerIdentity> readServerIdentity(Connection& connection, Deadline deadline);

} // namespace onceover
