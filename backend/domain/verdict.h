// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/look_facts.h"
#include "backend/domain/provider_profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

enum class VerdictKind
{
    Happened,
    NotHappened,
    Processing,
    Wait,
    Ambiguous,
    Contradiction,
    Exhausted,
};

// "HAPPENED", "NOT_HAPPENED", "PROCESSING", "WAIT", "AMBIGUOUS", "CONTRADICTION", "EXHAUSTED".
std::string_view toText(VerdictKind kind);
std::optional<VerdictKind> verdictKindFromText(std::string_view text);

// One condition of the proof of absence, as the case shows it: attempts_closed, source_can_prove,
// asked_late_enough, every_attempt_covered, nothing_found.
struct AbsenceCondition
{
    std::string code;
    bool isMet = false;
    // When it can be met, Unix microseconds; missing when no date can be given.
    std::optional<std::int64_t> dueAtUs;

    friend bool operator==(const AbsenceCondition&, const AbsenceCondition&) = default;
};

// What all evidence together says, and when to look again.
struct Verdict
{
    VerdictKind kind = VerdictKind::Wait;
    // A stable code that explains the kind.
    std::string reason;
    // Missing when nothing is left to look for.
    std::optional<std::int64_t> nextLookUs;
    // When new evidence is possible at the earliest; missing when nothing is expected by itself.
    std::optional<std::int64_t> nextEvidenceUs;
    std::vector<AbsenceCondition> conditions;

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

// A pure function: equal facts give an equal verdict, in whatever order they stand. The database
// checks it again before anything moves.
Verdict judge(const LookFacts& facts, const ProviderProfile& profile, std::int64_t nowUs);

// The verdict when the database refused to follow judge()'s: wait, or go to people when the time is
// over or the outcome shows something that cannot be read. Never an end, so that looks go on.
Verdict judgeUnproven(const LookFacts& facts, const ProviderProfile& profile, std::int64_t nowUs);

} // namespace onceover
