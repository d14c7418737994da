// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/arguments.h"
#include "backend/domain/result.h"
#include "backend/postgres/connection_settings.h"

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace onceover {

enum class MachineKind
{
    Core,
    Intake,
    Ingest,
    // Reads the review views and nothing else.
    Reader,
    // Migrates and provisions.
    Owner,
};

// Which database, as whom, and where this machine keeps its core's state.
class Site
{
public:
    virtual ~Site() = default;

    virtual Result<ConnectionSettings> machine(MachineKind kind) = 0;
    virtual Result<ConnectionSettings> person(const std::string& login) = 0;
    // Journals and the ids of cores.
    virtual std::filesystem::path stateDirectory() const = 0;
    virtual bool isDemo() const = 0;

    // Starts the server again if it stopped and this program owns it; otherwise nothing. Called
    // by the thread that misses the server, while no other uses the site.
    virtual void startServer() {}
};

// The options by which a command is told its site: --dir and --connection.
inline const std::set<std::string, std::less<>> kSiteOptions = {"--dir", "--connection"};

// Opens what the options name: a demo's directory, or a connection file. Without either, the demo
// in its usual place.
Result<std::unique_ptr<Site>> openSite(const Arguments& arguments);

} // namespace onceover
