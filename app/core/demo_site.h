// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/site.h"
#include "backend/postgres/private_cluster.h"

#include <chrono>
#include <map>
#include <optional>

namespace onceover {

// The demo's logins and passwords: DIR/logins.json, mode 0600, as
// {"database": "onceover", "passwords": {LOGIN: PASSWORD, …}, "machines": {"core": LOGIN, …}}.
struct DemoLogins
{
    std::string database;
    std::map<std::string, std::string> passwords;
    // "core", "intake", "ingest", "reader".
    std::map<std::string, std::string> machines;

    static Result<DemoLogins> read(const std::filesystem::path& directory);
    Result<void> write(const std::filesystem::path& directory) const;
};

// A private cluster with everything on it: started when it does not run, stopped when the last
// process is done with it.
class DemoSite final : public Site
{
public:
    // Error settings.no_demo where none was created.
    static Result<std::unique_ptr<DemoSite>> open(const std::filesystem::path& directory);

    Result<ConnectionSettings> machine(MachineKind kind) override;
    Result<ConnectionSettings> person(const std::string& login) override;

    std::filesystem::path stateDirectory() const override { return m_directory; }

    bool isDemo() const override { return true; }

    // A server that does not start is tried again after a while that grows, not in every pass.
    void startServer() override;

    PrivateCluster& cluster() { return m_cluster; }

private:
    DemoSite(std::filesystem::path directory, PrivateCluster cluster, DemoLogins logins);

    std::filesystem::path m_directory;
    PrivateCluster m_cluster;
    DemoLogins m_logins;
    std::chrono::steady_clock::time_point m_nextStart;
    std::chrono::milliseconds m_startPause{0};
};

} // namespace onceover
