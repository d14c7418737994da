// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/journal_history.h"

#include <algorithm>

namespace onceover {

namespace {

enum class Stage
{
    None,
    Intended,
    Calling,
    Answered,
};

Uuid attemptOf(const JournalRecord& record)
{
    return std::visit([](const auto& one) { return one.attemptId; }, record);
}

Stage stageOf(const OpenAttempt& attempt)
{
    if (attempt.result) {
        return Stage::Answered;
    }
    return attempt.calling ? Stage::Calling : Stage::Intended;
}

// The stage after the record, or nothing if the record cannot come now.
std::optional<Stage> stageAfter(Stage stage, const JournalRecord& record)
{
    if (std::holds_alternative<JournalIntent>(record)) {
        return stage == Stage::None ? std::optional(Stage::Intended) : std::nullopt;
    }
    if (std::holds_alternative<JournalCalling>(record)) {
        return stage == Stage::Intended ? std::optional(Stage::Calling) : std::nullopt;
    }
    if (std::holds_alternative<JournalResult>(record)) {
        return stage == Stage::Calling ? std::optional(Stage::Answered) : std::nullopt;
    }
    return stage == Stage::None ? std::nullopt : std::optional(Stage::None);
}

} // namespace

bool JournalHistory::admits(const std::vector<JournalRecord>& records) const
{
    std::map<Uuid, Stage> changed;
    for (const JournalRecord& record : records) {
        const Uuid attempt = attemptOf(record);
        const auto open = m_open.find(attempt);
        const Stage known = open == m_open.end() ? Stage::None : stageOf(open->second);
        const auto entry = changed.try_emplace(attempt, known).first;
        const auto next = stageAfter(entry->second, record);
        if (!next) {
            return false;
        }
        entry->second = *next;
    }
    return true;
}

void JournalHistory::take(const JournalRecord& record, std::uint64_t number)
{
    const Uuid attempt = attemptOf(record);
    if (const auto* intent = std::get_if<JournalIntent>(&record)) {
        m_open[attempt].intent = *intent;
        m_position[attempt] = m_entries.size();
        m_entries.push_back({attempt, std::nullopt, number, true});
        return;
    }
    Entry& entry = m_entries[m_position.at(attempt)];
    entry.lastRecord = number;
    if (const auto* calling = std::get_if<JournalCalling>(&record)) {
        m_open[attempt].calling = *calling;
        entry.state = WitnessedState::Called;
        return;
    }
    if (const auto* result = std::get_if<JournalResult>(&record)) {
        m_open[attempt].result = result->result;
        return;
    }
    const auto* abandoned = std::get_if<JournalAbandoned>(&record);
    entry.state = abandoned == nullptr                ? WitnessedState::Recorded
                  : abandoned->why == kNotClaimedCode ? WitnessedState::Void
                                                      : WitnessedState::Closed;
    entry.isOpen = false;
    m_open.erase(attempt);
    m_position.erase(attempt);
}

void JournalHistory::takeLoss()
{
    for (auto& [attempt, open] : m_open) {
        open.isCallingUncertain = true;
    }
}

std::vector<OpenAttempt> JournalHistory::openAttempts() const
{
    std::vector<OpenAttempt> attempts;
    attempts.reserve(m_open.size());
    for (const auto& [attempt, open] : m_open) {
        attempts.push_back(open);
    }
    std::sort(attempts.begin(), attempts.end(), [this](const OpenAttempt& a, const OpenAttempt& b) {
        return m_position.at(a.intent.attemptId) < m_position.at(b.intent.attemptId);
    });
    return attempts;
}

std::vector<WitnessedAttempt> JournalHistory::witnesses(
    std::uint64_t since, std::size_t newest) const
{
    const std::size_t firstOfNewest = m_entries.size() - std::min(newest, m_entries.size());
    std::vector<WitnessedAttempt> found;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        if (entry.state && (entry.lastRecord >= since || entry.isOpen || i >= firstOfNewest)) {
            found.push_back({entry.attemptId, *entry.state});
        }
    }
    return found;
}

} // namespace onceover
