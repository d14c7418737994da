// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/server_identity.h"

namespace onceover {

namespace {

constexpr SqlStatement kIdentity = {
    "server_identity",
    "select (select system_identifier from pg_control_system())::text as system_identifier,"
    " left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,"
    " (select oid::int8 from pg_database where datname = current_database()) as database_oid,"
    " (extract(epoch from pg_postmaster_start_time()) * 1000000)::int8 as started_at_us"};

} // namespace

Result<ServerIdentity> readServerIdentity(Connection& connection, Deadline deadline)
{
    const auto rows = connection.execute(kIdentity, {}, deadline);
    if (!rows) {
        return Failure(rows.error());
    }
    const Row row = (*rows)[0];
    ServerIdentity identity;
    identity.systemIdentifier = row.text("system_identifier").value_or("");
    identity.timeline = row.text("timeline").value_or("");
    identity.databaseOid = row.int64("database_oid").value_or(0);
    identity.startedAtUs = row.int64("started_at_us").value_or(0);
    return identity;
}

} // namespace onceover
