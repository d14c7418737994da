// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/demo_stage.h"

#include "app/core/demo_provision.h"
#include "app/core/story/story_files.h"
#include "backend/postgres/connection.h"
#include "backend/postgres/file_lock.h"

#include <algorithm>
#include <fstream>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{20};
constexpr const char* kProfiles[] = {
    "sandbox-card.json", "sandbox-wire.json", "sandbox-legacy.json"};

std::string withPort(std::string text, int port)
{
    constexpr std::string_view kPlace = "${SANDBOX_PORT}";
    for (auto at = text.find(kPlace); at != std::string::npos; at = text.find(kPlace))
        text.replace(at, kPlace.size(), std::to_string(port));
    return text;
}

Result<void> writeFile(const std::filesystem::path& path, std::string_view text)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file << text << std::flush;
    if (!file)
        return Failure(Error::notHappened("file.create", path.string() + " cannot be written."));
    return {};
}

// Whether some program holds the demo's cluster.
bool isInUse(const std::filesystem::path& directory)
{
    const int fd = ::open((directory / "users.lock").c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool isFree = FileLock::tryExclusive(fd);
    ::close(fd);
    return !isFree;
}

} // namespace

Result<std::filesystem::path> DemoStage::moveAside(const std::filesystem::path& directory)
{
    if (!std::filesystem::exists(directory / "logins.json"))
        return directory;
    if (isInUse(directory))
        return Failure(Error::notHappened(
            "demo.in_use",
            "A program works on the demo in " + directory.string() + "; end it first."));
    for (int number = 1;; ++number) {
        const std::filesystem::path aside =
            directory.string() + ".before-" + std::to_string(number);
        if (std::filesystem::exists(aside))
            continue;
        std::error_code error;
        std::filesystem::rename(directory, aside, error);
        if (error)
            return Failure(Error::notHappened(
                "demo.move", directory.string() + " cannot be renamed: " + error.message()));
        return aside;
    }
}

Result<std::unique_ptr<DemoStage>> DemoStage::open(const Settings& settings)
{
    std::unique_ptr<DemoStage> stage(new DemoStage(settings));
    if (stage->m_settings.sandboxProgram.empty())
        stage->m_settings.sandboxProgram = SandboxChild::findProgram();
    if (stage->m_settings.sandboxProgram.empty())
        return Failure(Error::notHappened(
            "sandbox.missing", "onceover-sandbox is not beside this program; name it."));
    if (auto provisioned = provisionDemo(settings.directory); !provisioned)
        return Failure(provisioned.error());
    auto site = DemoSite::open(settings.directory);
    if (!site)
        return Failure(site.error());
    stage->m_site = std::move(*site);
    if (auto written = stage->writeFiles(); !written)
        return Failure(written.error());
    auto sandbox = SandboxChild::start(
        {stage->m_settings.sandboxProgram,
         settings.directory / "sandbox",
         stage->storyDirectory() / "faults.json"});
    if (!sandbox)
        return Failure(sandbox.error());
    stage->m_sandbox.emplace(std::move(*sandbox));
    if (auto put = stage->putProfiles(); !put)
        return Failure(put.error());
    return stage;
}

Result<void> DemoStage::writeFiles() const
{
    std::error_code ignored;
    std::filesystem::create_directories(storyDirectory(), ignored);
    for (const char* name : {"payments.jsonl", "faults.json"}) {
        if (auto written = writeFile(storyDirectory() / name, storyFile(name)); !written)
            return written;
    }
    return {};
}

Result<void> DemoStage::putProfiles()
{
    const auto settings = m_site->machine(MachineKind::Reader);
    if (!settings)
        return Failure(settings.error());
    const Deadline deadline = Deadline::in(kPatience);
    auto connection = Connection::open(*settings, deadline);
    if (!connection)
        return Failure(connection.error());
    const auto inForce = connection->execute(
        {"demo_profiles", "select body from review.providers"}, Params(), deadline);
    if (!inForce)
        return Failure(inForce.error());
    for (const char* name : kProfiles) {
        const std::string text = withPort(std::string(storyFile(name)), m_sandbox->port());
        const bool isKnown = std::any_of(inForce->begin(), inForce->end(), [&](const Row& row) {
            return row.text("body") == text;
        });
        if (isKnown)
            continue;
        if (auto put = putProfileInForce(m_settings.directory, text); !put)
            return put;
        std::string provider = name;
        m_profilesPut.push_back(provider.substr(0, provider.find('.')));
    }
    return {};
}

} // namespace onceover
