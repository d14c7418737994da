// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/fault.h"
#include "app/sandbox/http_reply.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// What the faults chosen for one request add up to: what happens to the money, and what the caller
// gets to see.
struct FaultPlan
{
    enum class Execution
    {
        Now,
        Never,
        Later, // executed unseen after a delay
        Decline,
        Processing, // visible as processing, decided after a delay
    };

    Execution execution = Execution::Now;
    std::int64_t executeDelayMs = 0; // -1: never by itself
    std::string then = "succeeded";
    std::string declineCode = "insufficient_funds";
    bool retryable = true;
    bool duplicate = false;
    bool forget = false;
    std::int64_t visibilityDelayMs = 0;
    bool delayDeclared = true;

    ReplyEnding ending = ReplyEnding::Complete;
    std::int64_t answerDelayMs = 0;
    std::int64_t intervalMs = 200;
    std::int64_t hugeBytes = 0;
    std::optional<int> status; // replaces the answer
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers;
    std::optional<Json> wrongEcho; // fields laid over the answer; empty: an amount one too high

    // Later faults win where two contradict each other.
    static FaultPlan of(const std::vector<Fault>& faults);

    // Spoils the answer that would have been given.
    HttpReply spoilt(HttpReply reply) const;

private:
    void add(const Fault& fault);
    void addAnswerFault(const Fault& fault);
    void addMoneyFault(const Fault& fault);
    void replaceAnswer(const Fault& fault, int fallbackStatus);
};

} // namespace onceover
