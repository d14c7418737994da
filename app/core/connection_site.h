// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/site.h"

#include <map>

namespace onceover {

// A team's shared database, named by a JSON file without secrets: "host" (a name or a socket's
// directory), "port", "database", "tls" ("verify-full" or "off"), "root_certificates",
// "state_directory" and "logins" ("owner", "core", "intake", "ingest", "reader"). The password
// comes from the file that ONCEOVER_PASSWORD_FILE names, else from a prompt: never from the command
// line.
class ConnectionSite final : public Site
{
public:
    // Errors: settings.connection_file.
    static Result<std::unique_ptr<ConnectionSite>> open(const std::filesystem::path& file);

    Result<ConnectionSettings> machine(MachineKind kind) override;
    Result<ConnectionSettings> person(const std::string& login) override;

    std::filesystem::path stateDirectory() const override { return m_stateDirectory; }

    bool isDemo() const override { return false; }

private:
    ConnectionSite() = default;

    ConnectionSettings m_settings;
    std::filesystem::path m_stateDirectory;
    std::map<std::string, std::string> m_logins;
};

} // namespace onceover
