// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// One numbered step of the schema. The views outlive it: they come from embedded files.
struct Migration
{
    int version = 0;
    std::string_view name;
    std::string_view sql;

    // From "0007_add_links.sql": version 7, the whole file name as name. Nothing if the name has no
    // number.
    static std::optional<Migration> fromFile(std::string_view fileName, std::string_view sql);
};

struct MigrationReport
{
    int versionBefore = 0;
    int versionAfter = 0;
    // Names of the steps this run applied, in order.
    std::vector<std::string> applied;
};

// Brings the schema up to date, one transaction per step, under an advisory lock, remembering each
// in onceover.schema_migrations with its checksum. Stops at the first error. Refuses a schema newer
// than the program (schema.newer), a step changed after it was applied (schema.changed), and a list
// that is not 1, 2, 3, ... (schema.list). The connection's login becomes the owner of what the
// steps create.
Result<MigrationReport> migrate(Connection& connection, const std::vector<Migration>& migrations);

// The highest applied version; 0 for a database without our schema.
Result<int> currentSchemaVersion(Connection& connection);

// Changes nothing: passes if exactly these migrations are applied. Errors: schema.missing,
// schema.behind, schema.newer, schema.changed.
Result<void> verifySchema(Connection& connection, const std::vector<Migration>& migrations);

} // namespace onceover
