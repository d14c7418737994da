// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/fault_plan.h"

#include <utility>

namespace onceover {

namespace {

constexpr std::int64_t kDefaultDelayMs = 2'000;
constexpr std::int64_t kDefaultHugeBytes = 64LL * 1024 * 1024;

std::string defaultBody(int status)
{
    const char* code = "unexpected";
    if (status == 409)
        code = "conflict";
    else if (status == 429)
        code = "rate_limited";
    else if (status >= 500)
        code = "internal_error";
    return jsonLine(Json{{"error", Json{{"code", code}}}});
}

} // namespace

FaultPlan FaultPlan::of(const std::vector<Fault>& faults)
{
    FaultPlan plan;
    for (const Fault& fault : faults)
        plan.add(fault);
    return plan;
}

void FaultPlan::add(const Fault& fault)
{
    addMoneyFault(fault);
    addAnswerFault(fault);
    const bool chargesByDefault = fault.kind != "http_status" && fault.kind != "redirect";
    if (fault.kind == "drop_without_charge" || fault.kind == "reset_without_charge"
        || ((fault.kind == "half_response" || !chargesByDefault)
            && !flagIn(fault.settings, "charge", chargesByDefault)))
        execution = Execution::Never;
}

void FaultPlan::addMoneyFault(const Fault& fault)
{
    const Json& settings = fault.settings;
    if (fault.kind == "execute_after") {
        execution = Execution::Later;
        executeDelayMs = integerIn(settings, "delay_ms", kDefaultDelayMs);
        if (!flagIn(settings, "answer", true))
            ending = ReplyEnding::Never;
    } else if (fault.kind == "decline") {
        execution = Execution::Decline;
        declineCode = textIn(settings, "code", declineCode);
        retryable = flagIn(settings, "retryable", declineCode == "insufficient_funds");
    } else if (fault.kind == "processing") {
        execution = Execution::Processing;
        executeDelayMs = integerIn(settings, "after_ms", -1);
        then = textIn(settings, "then", then);
    } else if (fault.kind == "delayed_visibility") {
        visibilityDelayMs = integerIn(settings, "delay_ms", kDefaultDelayMs);
        delayDeclared = flagIn(settings, "declared", true);
    } else if (fault.kind == "duplicate_charge") {
        duplicate = true;
    } else if (fault.kind == "forget") {
        forget = true;
    }
}

void FaultPlan::addAnswerFault(const Fault& fault)
{
    const Json& settings = fault.settings;
    if (fault.kind == "answer_after_deadline") {
        answerDelayMs = integerIn(settings, "delay_ms", kDefaultDelayMs);
    } else if (
        fault.kind == "charge_then_drop" || fault.kind == "drop_without_charge"
        || fault.kind == "query_drop") {
        ending = ReplyEnding::CloseSilently;
    } else if (fault.kind == "charge_then_reset" || fault.kind == "reset_without_charge") {
        ending = ReplyEnding::Reset;
    } else if (fault.kind == "half_response") {
        ending = textIn(settings, "in", "head") == "body" ? ReplyEnding::HalfBody
                                                          : ReplyEnding::HalfHead;
    } else if (fault.kind == "http_status" || fault.kind == "query_fails") {
        replaceAnswer(fault, 500);
    } else if (fault.kind == "redirect") {
        replaceAnswer(fault, 307);
        headers.emplace_back("Location", textIn(settings, "location"));
    } else if (fault.kind == "slow_body") {
        ending = ReplyEnding::SlowBody;
        intervalMs = integerIn(settings, "interval_ms", intervalMs);
    } else if (fault.kind == "huge_body") {
        ending = ReplyEnding::HugeBody;
        hugeBytes = integerIn(settings, "bytes", kDefaultHugeBytes);
    } else if (fault.kind == "wrong_echo") {
        wrongEcho = settings;
    }
}

void FaultPlan::replaceAnswer(const Fault& fault, int fallbackStatus)
{
    status = static_cast<int>(integerIn(fault.settings, "status", fallbackStatus));
    const bool empty = *status == 204 || (*status >= 300 && *status < 400);
    body = textIn(fault.settings, "body", empty ? std::string() : defaultBody(*status));
    if (fault.settings.contains("headers")) {
        for (const auto& header : fault.settings.at("headers").items()) {
            if (header.value().is_string())
                headers.emplace_back(header.key(), header.value().get<std::string>());
        }
    }
}

HttpReply FaultPlan::spoilt(HttpReply reply) const
{
    if (status) {
        reply.status = *status;
        reply.body = *status == 204 ? std::string() : body;
        reply.headers = headers;
        reply.contentType = !body.empty() && body.front() == '<' ? "text/html" : "application/json";
    }
    reply.ending = ending;
    reply.delayMs = answerDelayMs;
    reply.intervalMs = intervalMs;
    reply.hugeBytes = hugeBytes;
    return reply;
}

} // namespace onceover
