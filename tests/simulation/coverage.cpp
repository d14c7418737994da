// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/coverage.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <utility>

namespace onceover::simulation {

namespace {

// The state table of the design, a line for each way that its rows name. A way is met when an edge
// with this text, or one that goes on after it, was taken.
constexpr const char* kWays[] = {
    "(new) > PENDING: FIRST",
    "(new) > PENDING: HELD",
    "(new) > FAILED: INVALID",
    "PENDING > SUBMITTING",
    "PENDING > FAILED: CANCELLED by a person",
    "PENDING > FAILED: CANCELLED by the machine",
    "PENDING > REVIEW: EVIDENCE_ARRIVED",
    "PENDING > REVIEW: EARLIER_ATTEMPT_OPEN by a person",
    "PENDING > REVIEW: EARLIER_ATTEMPT_OPEN by the machine",
    "PENDING > REVIEW: KEY_EXPIRED",
    "SUBMITTING > SUCCEEDED: DIRECT",
    "SUBMITTING > FAILED: NOT_SENT",
    "SUBMITTING > FAILED: REJECTED_RETRYABLE",
    "SUBMITTING > FAILED: REJECTED_FINAL",
    "SUBMITTING > UNKNOWN: CLAIM_LOST",
    "SUBMITTING > UNKNOWN: CORE_STOPPED",
    "SUBMITTING > UNKNOWN: EARLIER_ATTEMPT_OPEN",
    "SUBMITTING > UNKNOWN: PROCESSING",
    "SUBMITTING > UNKNOWN: EXISTS",
    "SUBMITTING > UNKNOWN: DEADLINE",
    "UNKNOWN > SUCCEEDED: QUERY",
    "UNKNOWN > SUCCEEDED: DIRECT",
    "UNKNOWN > FAILED: ABSENT",
    "UNKNOWN > FAILED: REJECTED_FINAL",
    "UNKNOWN > FAILED: REJECTED_RETRYABLE",
    "UNKNOWN > FAILED: NOT_SENT",
    "UNKNOWN > REVIEW: AMBIGUOUS",
    "UNKNOWN > REVIEW: CONTRADICTION",
    "UNKNOWN > REVIEW: PARTIAL",
    "UNKNOWN > REVIEW: KEY_EXPIRED",
    "UNKNOWN > REVIEW: EXHAUSTED",
    "UNKNOWN > REVIEW: EARLIER_ATTEMPT_OPEN",
    "UNKNOWN > REVIEW: TAKEN",
    "REVIEW > SUCCEEDED: HUMAN by a person",
    "REVIEW > SUCCEEDED: QUERY by a person",
    "REVIEW > SUCCEEDED: QUERY by the machine",
    "REVIEW > FAILED: DECIDED by a person",
    "REVIEW > FAILED: ABSENT by the machine",
    "REVIEW > PENDING: APPROVED_RESEND",
    "FAILED > PENDING: FIRST",
    "FAILED > PENDING: NOT_SENT",
    "FAILED > PENDING: REJECTED_RETRYABLE",
    "FAILED > PENDING: PROVEN_ABSENT",
    "FAILED > REVIEW: CONTRADICTION",
    "FAILED > REVIEW: REOPENED",
    "SUCCEEDED > REVIEW: CONTRADICTION",
    "SUCCEEDED > REVIEW: REOPENED",
};

// What the table names and no function of this version does.
constexpr const char* kNotBuilt[] = {
    "(new) > UNKNOWN: RECOVERED (re-arming)",
    "any > UNKNOWN: RECOVERED (re-arming)",
    "PENDING > SUCCEEDED (evidence leads to REVIEW first)",
    "REVIEW > PENDING: LOSS_TOLERATED (loss policy)",
    "SUCCEEDED > REVIEW: OVERDUE",
    "grounds LOSS_TOLERATED, PROBE, RECOVERED",
};

constexpr const char* kFaultTexts[] = {
    "session lost before the effect",
    "answer lost after the effect",
    "commit that ends late",
    "server restarted",
    "database fenced",
    "database rolled back",
    "journal write failed",
    "journal torn",
    "process killed",
    "machine restarted",
    "core stopped for long",
    "machine image restored",
    "clock set",
    "core lost with its journal",
    "nothing sent",
    "request lost",
    "request arrives late",
    "refused for good",
    "refused for now",
    "answer lost on the wire",
    "slow execution",
    "declined after processing",
    "charge shown as declined",
    "question failed",
    "question without a clear answer",
    "answer names another amount",
    "part of the amount on record",
    "charge on another account",
    "charged after a refusal",
    "charged twice",
    "charge forgotten",
    "arrives too late",
    "shown too late",
    "stale screen",
    "command repeated",
    "intent repeated",
    "same payment under a second key",
};

static_assert(std::size(kFaultTexts) == kFaultCount);

} // namespace

const char* toText(Fault fault)
{
    return kFaultTexts[static_cast<std::size_t>(fault)];
}

void Coverage::edge(const std::string& from, const std::string& to, const std::string& why)
{
    ++m_edges[from + " > " + to + ": " + why];
}

std::int64_t Coverage::faults() const
{
    return std::accumulate(m_faults.begin(), m_faults.end(), std::int64_t{0});
}

std::vector<std::string> Coverage::missing() const
{
    std::vector<std::string> missing;
    for (const std::string way : kWays) {
        const auto met = m_edges.lower_bound(way);
        if (met == m_edges.end() || met->first.compare(0, way.size(), way) != 0)
            missing.push_back("edge " + way);
    }
    for (int index = 0; index < kGroundCount; ++index) {
        if (m_grounds[static_cast<std::size_t>(index)] == 0)
            missing.push_back(std::string("ground ") + toText(static_cast<Ground>(index)));
    }
    for (std::size_t index = 0; index < kFaultCount; ++index) {
        if (m_faults[index] == 0)
            missing.push_back(std::string("fault ") + kFaultTexts[index]);
    }
    for (const auto& [count, what] : std::initializer_list<std::pair<std::int64_t, const char*>>{
             {m_waited[0], "a result that waits"},
             {m_waited[1], "evidence that waits"},
             {m_settledLate, "a waiting fact that takes effect"},
             {m_checksEnded, "a check that ends armed"},
             {m_checksFailed, "a check that fences"}}) {
        if (count == 0)
            missing.emplace_back(what);
    }
    return missing;
}

std::string Coverage::report() const
{
    std::string text = "schedules " + std::to_string(m_schedules) + ", steps "
                       + std::to_string(m_steps) + ", faults " + std::to_string(faults()) + "\n";
    for (std::size_t index = 0; index < kFaultCount; ++index)
        text += "  fault  " + std::to_string(m_faults[index]) + "  " + kFaultTexts[index] + "\n";
    for (const auto& [way, count] : m_edges)
        text += "  edge  " + std::to_string(count) + "  " + way + "\n";
    for (int index = 0; index < kGroundCount; ++index)
        text += "  ground  " + std::to_string(m_grounds[static_cast<std::size_t>(index)]) + "  "
                + toText(static_cast<Ground>(index)) + "\n";
    for (const char* way : kNotBuilt)
        text += std::string("  not built: ") + way + "\n";
    const std::vector<std::string> never = missing();
    const std::size_t ways = std::size(kWays);
    const auto edgesMissing = static_cast<std::size_t>(
        std::count_if(never.begin(), never.end(), [](const std::string& each) {
            return each.rfind("edge ", 0) == 0;
        }));
    text += "edges of the state table met: " + std::to_string(ways - edgesMissing) + " of "
            + std::to_string(ways) + " (" + std::to_string(100 * (ways - edgesMissing) / ways)
            + " %)\n";
    text += "checks after a start: " + std::to_string(m_checksEnded) + " found every journal, "
            + std::to_string(m_checksFailed) + " fenced\n";
    text += "schedules that met a waiting fact: " + std::to_string(m_waitingSchedules) + " ("
            + std::to_string(m_waited[0]) + " results, " + std::to_string(m_waited[1])
            + " pieces of evidence; " + std::to_string(m_settledLate) + " took effect)\n";
    for (const std::string& each : never)
        text += "  NEVER MET: " + each + "\n";
    return text;
}

} // namespace onceover::simulation
