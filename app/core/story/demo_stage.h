// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/demo_site.h"
#include "app/core/story/sandbox_child.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// Everything that a demo runs on: the private cluster with its people and machines, the sandbox as
// its only provider, and the profiles that tell Onceover what that provider's answers mean. Cluster
// and sandbox run while this object lives.
class DemoStage
{
public:
    struct Settings
    {
        std::filesystem::path directory;
        // Empty: SandboxChild::findProgram().
        std::filesystem::path sandboxProgram;
    };

    // Makes what is missing, starts what does not run. Slow (a new cluster takes seconds): not for
    // a thread that draws.
    static Result<std::unique_ptr<DemoStage>> open(const Settings& settings);

    // Puts aside what a demo left in this directory, so that a new one can begin there; the answer
    // is where it lies now. Refuses while a program uses it (demo.in_use).
    static Result<std::filesystem::path> moveAside(const std::filesystem::path& directory);

    DemoSite& site() { return *m_site; }

    SandboxChild& sandbox() { return *m_sandbox; }

    const std::filesystem::path& directory() const { return m_settings.directory; }

    std::filesystem::path paymentsFile() const { return storyDirectory() / "payments.jsonl"; }

    std::filesystem::path storyDirectory() const { return m_settings.directory / "story"; }

    // The providers whose profiles two people put in force in this call; empty when they already
    // were.
    const std::vector<std::string>& profilesPut() const { return m_profilesPut; }

private:
    explicit DemoStage(Settings settings)
        : m_settings(std::move(settings))
    {}

    Result<void> writeFiles() const;
    Result<void> putProfiles();

    Settings m_settings;
    std::unique_ptr<DemoSite> m_site;
    std::optional<SandboxChild> m_sandbox;
    std::vector<std::string> m_profilesPut;
};

} // namespace onceover
