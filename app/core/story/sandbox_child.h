// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <filesystem>

#include <sys/types.h>

namespace onceover {

// onceover-sandbox as a child process of the demo, in a directory of its own. One thread.
class SandboxChild
{
public:
    struct Settings
    {
        std::filesystem::path program;
        // Its ledger, port and log; made if missing.
        std::filesystem::path directory;
        // Providers and faults.
        std::filesystem::path script;
    };

    // On the port of its last run where that is free, so that profiles in force stay true. A
    // sandbox that already runs there is joined and left running at the end. Errors: sandbox.*.
    static Result<SandboxChild> start(const Settings& settings);

    SandboxChild(SandboxChild&& other) noexcept;
    SandboxChild& operator=(SandboxChild&& other) = delete;
    // Ends the sandbox that was started here.
    ~SandboxChild();

    int port() const { return m_port; }

    pid_t pid() const { return m_pid; }

    const std::filesystem::path& program() const { return m_settings.program; }

    const std::filesystem::path& directory() const { return m_settings.directory; }

    // Leaves it running when this object and this process go.
    void keep();

    // The program beside this executable, or in the build's sister directory; empty where there is
    // none.
    static std::filesystem::path findProgram();

private:
    explicit SandboxChild(Settings settings)
        : m_settings(std::move(settings))
    {}

    // The exit code of a sandbox that ended at once, 0 when it listens.
    Result<int> spawn(int wantedPort);
    int lastPort() const;

    Settings m_settings;
    int m_port = 0;
    // -1: joined, not ours.
    pid_t m_pid = -1;
    bool m_isKept = false;
    // The writing end of its standard input: it ends with us, even where we are killed. -1: none.
    int m_lifeline = -1;
};

} // namespace onceover
