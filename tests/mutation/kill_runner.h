// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace onceover {

struct KillReport
{
    enum class End
    {
        Killed,
        Survived,
        // The program did not end in time: it hangs, which somebody would notice.
        TimedOut
    };

    End end = End::Survived;
    // The unit that failed.
    std::string killer;
    // What it printed, for a person.
    std::string output;

    // The first line that says what failed.
    std::string complaint() const;

    bool isKilled() const { return end != End::Survived; }
};

// Runs a program of units (kill_suite_main.cpp) until one fails.
class KillRunner
{
public:
    KillRunner(std::string program, std::map<std::string, std::string> environment);

    std::vector<std::string> units() const;
    // The last argument is called with the process id when the program has ended.
    KillReport run(
        const std::vector<std::string>& units,
        const std::map<std::string, std::string>& more,
        const std::function<void(qint64 pid)>& afterwards = {}) const;

private:
    std::string m_program;
    std::map<std::string, std::string> m_environment;
};

} // namespace onceover
