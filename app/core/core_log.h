// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/output.h"
#include "backend/domain/result.h"
#include "backend/engine/engine_state.h"

#include <filesystem>
#include <memory>
#include <string>

namespace spdlog {
class logger;
} // namespace spdlog

namespace onceover {

// What a core did, for those who run it: one JSON object a line with "at", "level", "event" and
// what belongs to it. Holds no request, no payee and no password; long digit runs and account
// numbers in messages of others are masked, control characters escaped. Thread-safe.
class CoreLog
{
public:
    // Appends to the file (made with mode 0600), or writes to standard error where it is empty.
    // Errors: file.create.
    static Result<std::unique_ptr<CoreLog>> open(const std::filesystem::path& file);

    ~CoreLog();

    void started(const std::string& core, const std::string& programVersion);
    void stopped(const EngineCounts& counts);
    // The engine's phase has changed, or its error.
    void changed(const EngineState& state);
    // What was done since the last of these; says nothing when it was nothing.
    void worked(const EngineCounts& counts);
    void failed(const Error& error);

private:
    explicit CoreLog(std::shared_ptr<spdlog::logger> logger);

    void write(bool isWarning, const char* event, const Json& members);

    std::shared_ptr<spdlog::logger> m_logger;
    EngineCounts m_told;
};

// What an engine in this phase does with money, in a sentence for operators.
const char* meaningForMoney(EnginePhase phase);

// Text of others as a log may hold it: account and card numbers masked but for their last four
// characters.
std::string maskedText(const std::string& text);

} // namespace onceover
