// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/migrator.h"

#include "backend/domain/sha256.h"
#include "backend/postgres/transaction.h"

#include <charconv>
#include <chrono>
#include <map>
#include <utility>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{20};
// A step may rewrite a large table.
constexpr std::chrono::minutes kStepPatience{60};

constexpr SqlStatement kHasTable = {
    "has_schema_migrations",
    "select to_regclass('onceover.schema_migrations') is not null as present"};
constexpr SqlStatement kApplied = {
    "applied_migrations",
    "select version, name, sha256 from onceover.schema_migrations order by version"};
// One number for all programs of this product: they must exclude one another.
constexpr SqlStatement kLock = {"lock_migrations", "select pg_advisory_lock(7146913250301)"};
constexpr SqlStatement kUnlock = {"unlock_migrations", "select pg_advisory_unlock(7146913250301)"};
constexpr SqlStatement kRemember = {
    "remember_migration",
    "insert into onceover.schema_migrations (version, name, sha256, applied_by)"
    " values ($1::int, $2, $3, session_user)"};
constexpr std::string_view kFoundation = R"sql(
create schema if not exists onceover;
create table if not exists onceover.schema_migrations (
    version int primary key check (version > 0),
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default clock_timestamp(),
    applied_by text not null
);
)sql";

struct Applied
{
    std::string name;
    std::string sha256;
};

Failure refuse(const char* code, std::string detail)
{
    return Failure(Error::notHappened(code, std::move(detail)));
}

std::string checksum(const Migration& migration)
{
    return toHex(sha256(migration.sql));
}

Result<bool> hasTable(Connection& connection)
{
    const auto rows = connection.execute(kHasTable, {}, Deadline::in(kPatience));
    if (!rows) {
        return Failure(rows.error());
    }
    return (*rows)[0].boolean("present").value_or(false);
}

Result<std::map<int, Applied>> readApplied(Connection& connection)
{
    const auto present = hasTable(connection);
    if (!present) {
        return Failure(present.error());
    }
    std::map<int, Applied> applied;
    if (!*present) {
        return applied;
    }
    const auto rows = connection.execute(kApplied, {}, Deadline::in(kPatience));
    if (!rows) {
        return Failure(rows.error());
    }
    for (const Row row : *rows) {
        applied[static_cast<int>(row.int64("version").value_or(0))] = {
            row.text("name").value_or(""), row.text("sha256").value_or("")};
    }
    return applied;
}

Result<void> checkList(const std::vector<Migration>& migrations)
{
    int last = 0;
    for (const Migration& migration : migrations) {
        if (migration.version <= last) {
            return refuse(
                "schema.list",
                "Migration " + std::string(migration.name) + " does not come after number "
                    + std::to_string(last) + ".");
        }
        last = migration.version;
    }
    return {};
}

// The applied steps must be the first of ours, unchanged.
Result<void> checkApplied(
    const std::map<int, Applied>& applied, const std::vector<Migration>& migrations)
{
    const int newestKnown = migrations.empty() ? 0 : migrations.back().version;
    if (!applied.empty() && applied.rbegin()->first > newestKnown) {
        return refuse(
            "schema.newer",
            "The database has schema version " + std::to_string(applied.rbegin()->first)
                + ", this program knows only " + std::to_string(newestKnown) + ".");
    }
    auto ours = migrations.begin();
    for (const auto& [version, step] : applied) {
        // Both are ascending and the last applied one is known, so ours does not end before the
        // applied ones do.
        if (ours == migrations.end() || ours->version != version) {
            return refuse(
                "schema.changed",
                "The applied migration " + step.name + " is not the next one this program knows.");
        }
        if (step.sha256 != checksum(*ours)) {
            return refuse(
                "schema.changed",
                "Migration " + step.name + " was applied with another content than "
                    + std::string(ours->name) + ".");
        }
        ++ours;
    }
    return {};
}

Result<void> applyScript(
    Connection& connection, std::string_view name, std::string_view sql, const Params* row)
{
    auto transaction = Transaction::begin(connection, Deadline::in(kPatience));
    if (!transaction) {
        return Failure(transaction.error());
    }
    const Deadline deadline = Deadline::in(kStepPatience);
    auto patient = transaction->executeScript(
        "migration_timeouts", "set local statement_timeout = 0", Deadline::in(kPatience));
    if (!patient) {
        return Failure(patient.error());
    }
    if (auto done = transaction->executeScript(name, sql, deadline); !done) {
        return Failure(done.error());
    }
    if (row != nullptr) {
        if (auto done = transaction->execute(kRemember, *row, Deadline::in(kPatience)); !done) {
            return Failure(done.error());
        }
    }
    // Steps drop things "if exists", which the server remarks on; those remarks are not about
    // COMMIT.
    return transaction->commit(deadline).toResult();
}

Result<MigrationReport> migrateLocked(
    Connection& connection, const std::vector<Migration>& migrations)
{
    const auto present = hasTable(connection);
    if (!present) {
        return Failure(present.error());
    }
    if (!*present) {
        if (auto founded = applyScript(connection, "schema_foundation", kFoundation, nullptr);
            !founded) {
            return Failure(founded.error());
        }
    }
    const auto applied = readApplied(connection);
    if (!applied) {
        return Failure(applied.error());
    }
    if (auto checked = checkApplied(*applied, migrations); !checked) {
        return Failure(checked.error());
    }
    MigrationReport report;
    report.versionBefore = applied->empty() ? 0 : applied->rbegin()->first;
    report.versionAfter = report.versionBefore;
    for (std::size_t i = applied->size(); i < migrations.size(); ++i) {
        const Migration& migration = migrations[i];
        Params row;
        row.int64(migration.version).text(migration.name).text(checksum(migration));
        if (auto done = applyScript(connection, migration.name, migration.sql, &row); !done) {
            return Failure(done.error());
        }
        report.versionAfter = migration.version;
        report.applied.emplace_back(migration.name);
    }
    return report;
}

} // namespace

std::optional<Migration> Migration::fromFile(std::string_view fileName, std::string_view sql)
{
    Migration migration{0, fileName, sql};
    const auto parsed =
        std::from_chars(fileName.data(), fileName.data() + fileName.size(), migration.version);
    if (parsed.ec != std::errc() || migration.version < 1) {
        return std::nullopt;
    }
    return migration;
}

Result<MigrationReport> migrate(Connection& connection, const std::vector<Migration>& migrations)
{
    if (auto checked = checkList(migrations); !checked) {
        return Failure(checked.error());
    }
    if (auto locked = connection.execute(kLock, {}, Deadline::in(kPatience)); !locked) {
        return Failure(locked.error());
    }
    auto report = migrateLocked(connection, migrations);
    if (!connection.isBroken()) {
        // A failure breaks the connection, and the server frees the lock with the session.
        static_cast<void>(connection.execute(kUnlock, {}, Deadline::in(kPatience)));
    }
    return report;
}

Result<int> currentSchemaVersion(Connection& connection)
{
    const auto applied = readApplied(connection);
    if (!applied) {
        return Failure(applied.error());
    }
    return applied->empty() ? 0 : applied->rbegin()->first;
}

Result<void> verifySchema(Connection& connection, const std::vector<Migration>& migrations)
{
    if (auto checked = checkList(migrations); !checked) {
        return checked;
    }
    const auto applied = readApplied(connection);
    if (!applied) {
        return Failure(applied.error());
    }
    if (applied->empty()) {
        return refuse("schema.missing", "The database has no Onceover schema yet.");
    }
    if (auto checked = checkApplied(*applied, migrations); !checked) {
        return checked;
    }
    if (applied->size() < migrations.size()) {
        return refuse(
            "schema.behind",
            "The database has schema version " + std::to_string(applied->rbegin()->first)
                + ", this program needs " + std::to_string(migrations.back().version) + ".");
    }
    return {};
}

} // namespace onceover
