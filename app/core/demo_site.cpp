// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_site.h"

#include "app/core/demo_witness.h"
#include "app/core/private_file.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

constexpr std::chrono::milliseconds kFirstStartPause{1'000};
constexpr std::chrono::milliseconds kLongestStartPause{60'000};

std::filesystem::path loginsFile(const std::filesystem::path& directory)
{
    return directory / "logins.json";
}

const char* nameOf(MachineKind kind)
{
    switch (kind) {
    case MachineKind::Core:
        return "core";
    case MachineKind::Intake:
        return "intake";
    case MachineKind::Ingest:
        return "ingest";
    case MachineKind::Reader:
        return "reader";
    case MachineKind::Owner:
        break;
    }
    return "owner";
}

} // namespace

Result<DemoLogins> DemoLogins::read(const std::filesystem::path& directory)
{
    const auto text = readPrivateFile(loginsFile(directory));
    if (!text)
        return Failure(text.error());
    try {
        const auto file = nlohmann::json::parse(*text);
        DemoLogins logins;
        logins.database = file.at("database").get<std::string>();
        logins.passwords = file.at("passwords").get<std::map<std::string, std::string>>();
        logins.machines = file.at("machines").get<std::map<std::string, std::string>>();
        return logins;
    } catch (const nlohmann::json::exception&) {
        return Failure(
            Error::notHappened("settings.logins", loginsFile(directory).string() + " is damaged."));
    }
}

Result<void> DemoLogins::write(const std::filesystem::path& directory) const
{
    nlohmann::json file;
    file["database"] = database;
    file["passwords"] = passwords;
    file["machines"] = machines;
    return writePrivateFile(loginsFile(directory), file.dump(2) + "\n");
}

DemoSite::DemoSite(std::filesystem::path directory, PrivateCluster cluster, DemoLogins logins)
    : m_directory(std::move(directory))
    , m_cluster(std::move(cluster))
    , m_logins(std::move(logins))
{}

Result<std::unique_ptr<DemoSite>> DemoSite::open(const std::filesystem::path& directory)
{
    if (!std::filesystem::exists(loginsFile(directory)))
        return Failure(Error::notHappened(
            "settings.no_demo",
            "There is no demo in " + directory.string()
                + "; onceover-core demo create --dir DIR makes one."));
    auto logins = DemoLogins::read(directory);
    if (!logins)
        return Failure(logins.error());
    auto cluster = PrivateCluster::openOrCreate(directory, {});
    if (!cluster)
        return Failure(cluster.error());
    std::unique_ptr<DemoSite> site(
        new DemoSite(directory, std::move(*cluster), std::move(*logins)));
    if (const auto core = site->machine(MachineKind::Core))
        endDemoCheck(*core, directory);
    return site;
}

void DemoSite::startServer()
{
    const auto now = std::chrono::steady_clock::now();
    if (now < m_nextStart)
        return;
    const bool isStarted = m_cluster.ensureRunning().has_value();
    m_startPause = isStarted ? std::chrono::milliseconds(0)
                             : std::clamp(m_startPause * 2, kFirstStartPause, kLongestStartPause);
    m_nextStart = std::chrono::steady_clock::now() + m_startPause;
}

Result<ConnectionSettings> DemoSite::machine(MachineKind kind)
{
    if (kind == MachineKind::Owner)
        return m_cluster.ownerSettings(m_logins.database);
    const auto login = m_logins.machines.find(nameOf(kind));
    if (login == m_logins.machines.end())
        return Failure(Error::notHappened(
            "settings.login", std::string("The demo has no login for its ") + nameOf(kind) + "."));
    return person(login->second);
}

Result<ConnectionSettings> DemoSite::person(const std::string& login)
{
    const auto password = m_logins.passwords.find(login);
    if (password == m_logins.passwords.end())
        return Failure(
            Error::notHappened("settings.login", "The demo has no login \"" + login + "\"."));
    return m_cluster.settingsFor(login, password->second, m_logins.database);
}

} // namespace onceover
