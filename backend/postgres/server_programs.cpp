// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/server_programs.h"

#include "backend/postgres/child_process.h"

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include <unistd.h>

namespace onceover {

namespace {

constexpr int kOldestMajor = 15;

bool holdsServerPrograms(const std::filesystem::path& directory)
{
    for (const char* program : {"initdb", "pg_ctl", "postgres"}) {
        if (::access((directory / program).c_str(), X_OK) != 0) {
            return false;
        }
    }
    return true;
}

std::optional<int> leadingNumber(std::string_view text)
{
    int number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    return parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
}

// "postgres (PostgreSQL) 15.20 (Debian ...)" -> 15
std::optional<int> majorVersionOf(const std::filesystem::path& programs)
{
    const auto answer = runChild(
        {(programs / "postgres").string(), "--version"},
        std::nullopt,
        Deadline::in(std::chrono::seconds(5)));
    if (!answer || answer->exitCode != 0) {
        return std::nullopt;
    }
    const std::size_t at = answer->output.find(") ");
    return at == std::string::npos ? std::nullopt
                                   : leadingNumber(std::string_view(answer->output).substr(at + 2));
}

std::map<int, std::filesystem::path> serversByVersion()
{
    std::map<int, std::filesystem::path> byVersion;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", ignored)) {
        const auto version = leadingNumber(entry.path().filename().string());
        const auto programs = entry.path() / "bin";
        if (version && holdsServerPrograms(programs)) {
            byVersion.emplace(*version, programs);
        }
    }
    const char* searchPath = std::getenv("PATH");
    std::string_view rest = searchPath == nullptr ? "" : searchPath;
    while (!rest.empty()) {
        const std::size_t colon = rest.find(':');
        const std::filesystem::path directory(rest.substr(0, colon));
        rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
        if (directory.is_absolute() && holdsServerPrograms(directory)) {
            if (const auto version = majorVersionOf(directory)) {
                byVersion.emplace(*version, directory);
            }
        }
    }
    return byVersion;
}

} // namespace

std::optional<std::filesystem::path> findServerPrograms(std::optional<int> majorVersion)
{
    const std::map<int, std::filesystem::path> byVersion = serversByVersion();
    if (majorVersion) {
        const auto found = byVersion.find(*majorVersion);
        return found == byVersion.end() ? std::nullopt : std::optional(found->second);
    }
    if (byVersion.empty() || byVersion.rbegin()->first < kOldestMajor) {
        return std::nullopt;
    }
    return byVersion.rbegin()->second;
}

std::string installedServers()
{
    std::string text;
    for (const auto& [version, programs] : serversByVersion()) {
        text += (text.empty() ? "PostgreSQL " : " and ") + std::to_string(version);
    }
    return text.empty() ? "no PostgreSQL server" : text;
}

} // namespace onceover
