// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/migrate_command.h"

#include "app/core/site_command.h"
#include "backend/postgres/connection.h"
#include "backend/store/migrations.h"
#include "backend/store/pg_installation.h"

namespace onceover {

std::string_view MigrateCommand::summary() const
{
    return "set the database up, or bring it to this version";
}

std::string_view MigrateCommand::help() const
{
    return "migrate [--dir DIR | --connection FILE] [--json]";
}

ExitCode MigrateCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    return runOnSite(*this, {}, words, streams, [](Site& site, const Arguments&, Output& output) {
        const auto settings = site.machine(MachineKind::Owner);
        if (!settings)
            return output.failure(settings.error());
        auto connection = Connection::open(*settings, Deadline::in(std::chrono::seconds(20)));
        if (!connection)
            return output.failure(connection.error());
        const auto report = migrate(*connection, migrations());
        if (!report)
            return output.failure(report.error());
        Json object;
        object["type"] = "migration";
        object["version_before"] = report->versionBefore;
        object["version_after"] = report->versionAfter;
        object["applied"] = report->applied;
        PgInstallation installation(*connection);
        const auto tenant = installation.install(site.isDemo());
        if (!tenant)
            return output.failure(tenant.error());
        output.line(
            object,
            "schema version " + std::to_string(report->versionAfter) + ", "
                + std::to_string(report->applied.size()) + " steps applied");
        Json installed;
        installed["type"] = "installation";
        installed["tenant"] = *tenant;
        installed["demo"] = site.isDemo();
        output.line(installed, "installation " + *tenant);
        return ExitCode::Done;
    });
}

} // namespace onceover
