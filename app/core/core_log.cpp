// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/core_log.h"

#include "backend/domain/uuid.h"
#include "backend/engine/engine_phase_text.h"

#include <cctype>
#include <chrono>

#include <fcntl.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr std::size_t kLongestPlain = 8;
constexpr std::size_t kShownEnd = 4;
constexpr std::size_t kLongestMessage = 1000;
constexpr std::size_t kUuidLength = 36;

std::int64_t nowUs()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

bool isWordCharacter(char character)
{
    return std::isalnum(static_cast<unsigned char>(character)) != 0;
}

// More digits than a number in a sentence has: a card, an account, an IBAN.
bool isLikeAnAccount(std::string_view word)
{
    std::size_t digits = 0;
    for (const char character : word)
        digits += character >= '0' && character <= '9' ? 1 : 0;
    return digits > kLongestPlain;
}

Json countsJson(const EngineCounts& counts)
{
    Json object;
    object["claimed"] = counts.claimed;
    object["submitted"] = counts.submitted;
    object["recorded"] = counts.recorded;
    object["abandoned"] = counts.abandoned;
    object["leases_over"] = counts.leasesOver;
    object["settled_late"] = counts.settledLate;
    object["overdue_ended"] = counts.overdue;
    object["matched"] = counts.matched;
    object["looked"] = counts.looked;
    object["settled_by_look"] = counts.settledByLook;
    object["retried"] = counts.retried;
    object["results_refused"] = counts.refused;
    return object;
}

EngineCounts difference(const EngineCounts& now, const EngineCounts& before)
{
    EngineCounts counts;
    counts.claimed = now.claimed - before.claimed;
    counts.submitted = now.submitted - before.submitted;
    counts.recorded = now.recorded - before.recorded;
    counts.abandoned = now.abandoned - before.abandoned;
    counts.leasesOver = now.leasesOver - before.leasesOver;
    counts.settledLate = now.settledLate - before.settledLate;
    counts.overdue = now.overdue - before.overdue;
    counts.matched = now.matched - before.matched;
    counts.looked = now.looked - before.looked;
    counts.settledByLook = now.settledByLook - before.settledByLook;
    counts.retried = now.retried - before.retried;
    counts.refused = now.refused - before.refused;
    return counts;
}

} // namespace

const char* meaningForMoney(EnginePhase phase)
{
    switch (phase) {
    case EnginePhase::Starting:
    case EnginePhase::Running:
        return "Payments are claimed, sent and looked after.";
    case EnginePhase::Paused:
        return "Nothing is claimed; results are recorded and outcomes looked for.";
    case EnginePhase::DatabaseAway:
        return "Nothing is claimed or sent; what is known of calls under way stays in the journal.";
    case EnginePhase::Checking:
        return "Nothing moves until every core has found its journal in the restarted database; "
               "results of calls already made are stored.";
    case EnginePhase::Refused:
        return "The database does not take this core: it claims and sends nothing.";
    case EnginePhase::Fenced:
        return "Nothing moves; results of calls already made are stored.";
    case EnginePhase::JournalFailed:
        return "This process claims and sends nothing any more.";
    case EnginePhase::Replaced:
        return "Another process owns this core; this one claims and sends nothing any more.";
    case EnginePhase::Stopped:
        break;
    }
    return "Nothing is claimed or sent; the next process of this core looks at what was left open.";
}

std::string maskedText(const std::string& text)
{
    std::string masked;
    std::size_t at = 0;
    while (at < text.size() && masked.size() < kLongestMessage) {
        // Ids of ours are no account numbers.
        if (const std::string id = text.substr(at, kUuidLength); Uuid::fromText(id)) {
            masked += id;
            at += kUuidLength;
            continue;
        }
        std::size_t end = at;
        // Groups of an account number are set apart by single blanks or hyphens.
        while (end < text.size()
               && (isWordCharacter(text[end])
                   || ((text[end] == ' ' || text[end] == '-') && end > at && end + 1 < text.size()
                       && std::isdigit(static_cast<unsigned char>(text[end - 1])) != 0
                       && std::isdigit(static_cast<unsigned char>(text[end + 1])) != 0)))
            ++end;
        const std::string_view word(text.data() + at, end - at);
        if (word.empty()) {
            masked += text[at++];
            continue;
        }
        if (isLikeAnAccount(word))
            masked += "\u2026" + std::string(word.substr(word.size() - kShownEnd));
        else
            masked += word;
        at = end;
    }
    return masked;
}

CoreLog::CoreLog(std::shared_ptr<spdlog::logger> logger)
    : m_logger(std::move(logger))
{
    m_logger->set_pattern("%v");
    m_logger->flush_on(spdlog::level::info);
}

CoreLog::~CoreLog() = default;

Result<std::unique_ptr<CoreLog>> CoreLog::open(const std::filesystem::path& file)
{
    const auto refused = [&](const std::string& why) {
        return Failure(Error::notHappened(
            "file.create", "The log " + file.string() + " cannot be written: " + why));
    };
    try {
        if (file.empty())
            return std::unique_ptr<CoreLog>(new CoreLog(std::make_shared<spdlog::logger>(
                "core", std::make_shared<spdlog::sinks::stderr_sink_mt>())));
        // Made here, so that nobody else may read it from its first byte.
        const int fd =
            ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd < 0)
            return refused("it cannot be opened.");
        ::close(fd);
        return std::unique_ptr<CoreLog>(new CoreLog(std::make_shared<spdlog::logger>(
            "core", std::make_shared<spdlog::sinks::basic_file_sink_mt>(file.string()))));
    } catch (const spdlog::spdlog_ex& error) {
        return refused(error.what());
    }
}

void CoreLog::write(bool isWarning, const char* event, const Json& members)
{
    Json object;
    object["at"] = rfc3339(nowUs());
    object["level"] = isWarning ? "warning" : "info";
    object["event"] = event;
    object.update(members);
    // JSON escapes control characters, so that a text cannot begin a line of its own.
    const std::string line = object.dump(-1, ' ', true, Json::error_handler_t::replace);
    m_logger->log(
        isWarning ? spdlog::level::warn : spdlog::level::info, spdlog::string_view_t(line));
}

void CoreLog::started(const std::string& core, const std::string& programVersion)
{
    Json members;
    members["core"] = core;
    members["version"] = programVersion;
    members["pid"] = ::getpid();
    write(false, "started", members);
}

void CoreLog::stopped(const EngineCounts& counts)
{
    write(false, "stopped", countsJson(counts));
}

void CoreLog::changed(const EngineState& state)
{
    Json members;
    members["phase"] = toText(state.phase);
    members["code"] = state.code;
    members["message"] = maskedText(state.detail);
    members["money"] = meaningForMoney(state.phase);
    write(!state.code.empty(), "phase", members);
}

void CoreLog::worked(const EngineCounts& counts)
{
    const EngineCounts fresh = difference(counts, m_told);
    if (fresh.total() == 0 && fresh.refused == 0)
        return;
    m_told = counts;
    write(fresh.refused > 0, "worked", countsJson(fresh));
}

void CoreLog::failed(const Error& error)
{
    Json members;
    members["code"] = error.code();
    members["message"] = maskedText(error.detail());
    members["money"] = error.effect() == Effect::None
                           ? "Nothing has happened."
                           : "It may have happened: look before anything is repeated.";
    write(true, "failed", members);
}

} // namespace onceover
