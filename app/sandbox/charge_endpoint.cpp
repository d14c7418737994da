// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/charge_endpoint.h"

#include "app/sandbox/sha256_hex.h"
#include "app/sandbox/wall_clock.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

Json chargeLine(const char* kind, const Charge& charge)
{
    Json line{{"kind", kind}, {"at_us", charge.createdUs}};
    line.update(charge.asLedgerFields());
    return line;
}

Json echoOf(const Charge& charge, const FaultPlan& plan)
{
    Json answer = charge.asAnswer();
    if (!plan.wrongEcho)
        return answer;
    if (plan.wrongEcho->empty())
        answer["amount"] = charge.amountMinor + 1;
    else
        answer.update(*plan.wrongEcho);
    return answer;
}

void storeAnswer(Json* line, const ChargeRequest& wanted, const HttpReply& reply)
{
    (*line)["fingerprint"] = wanted.fingerprint;
    (*line)["answer_status"] = reply.status;
    (*line)["answer_body"] = reply.body;
}

HttpReply declineReply(const std::string& code, bool retryable)
{
    Json error{{"code", code}, {"retryable", retryable}};
    if (!retryable)
        error["final"] = true;
    return HttpReply::json(402, Json{{"error", error}});
}

} // namespace

ChargeEndpoint::ChargeEndpoint(Ledger& ledger, ChargeBook& book, FaultScript& script)
    : m_ledger(ledger)
    , m_book(book)
    , m_script(script)
{}

Outcome<void> ChargeEndpoint::record(const std::vector<Json>& lines)
{
    auto written = m_ledger.append(lines);
    if (!written)
        return written;
    for (const Json& line : lines)
        m_book.apply(line);
    return {};
}

Json ChargeEndpoint::requestLine(const HttpRequest& request, const ChargeRequest& wanted) const
{
    return Json{
        {"kind", "request"},
        {"at_us", nowUs()},
        {"method", request.method},
        {"path", request.path},
        {"provider", wanted.charge.provider},
        {"key", wanted.charge.key},
        {"reference", wanted.charge.reference},
        {"body_sha256", sha256Hex(request.body)}};
}

Outcome<void> ChargeEndpoint::noteStray(const std::string& provider, const HttpRequest& request)
{
    return record({requestLine(request, ChargeRequest::parse(provider, request))});
}

Outcome<ChargeEndpoint::Answer> ChargeEndpoint::post(
    const std::string& provider, const HttpRequest& request)
{
    const ChargeRequest wanted = ChargeRequest::parse(provider, request);
    FaultOccasion occasion;
    occasion.provider = provider;
    occasion.reference = wanted.charge.reference;
    occasion.payee = wanted.charge.payee;
    occasion.key = wanted.charge.key;
    occasion.payeeAccount = wanted.charge.payeeAccount;
    occasion.nth = m_book.requestCount(provider) + 1;
    const ChosenFaults chosen = m_script.choose(occasion);
    FaultPlan plan = FaultPlan::of(chosen.faults);
    for (auto& header : plan.headers) {
        if (header.first == "Location" && header.second.empty())
            header.second = request.path;
    }
    Json line = requestLine(request, wanted);
    Json kinds = Json::array();
    for (const Fault& fault : chosen.faults)
        kinds.push_back(fault.kind);
    line["faults"] = kinds;
    line["script_rule"] = chosen.scriptPosition;
    Decision decision = decide(wanted, plan);
    decision.lines.insert(decision.lines.begin(), line);
    const auto recorded = record(decision.lines);
    if (!recorded)
        return tl::unexpected<Failure>(recorded.error());
    decision.answer.plan = plan;
    decision.answer.reply = plan.spoilt(std::move(decision.answer.reply));
    return std::move(decision.answer);
}

ChargeEndpoint::Decision ChargeEndpoint::decide(
    const ChargeRequest& wanted, const FaultPlan& plan) const
{
    const Charge& charge = wanted.charge;
    const ProviderRules rules = m_script.rulesFor(charge.provider);
    Decision decision;
    HttpReply& reply = decision.answer.reply;
    if (!wanted.problem.empty()) {
        const Json error{{"code", "invalid_request"}, {"final", true}, {"message", wanted.problem}};
        reply = HttpReply::json(422, Json{{"error", error}});
        return decision;
    }
    if (answeredFromMemory(wanted, rules, &reply))
        return decision;
    if (rules.uniqueMerchantNumber && !charge.merchantNumber.empty()
        && m_book.hasMerchantNumber(charge.provider, charge.merchantNumber)) {
        reply = HttpReply::error(409, "duplicate_merchant_number");
        return decision;
    }
    switch (plan.execution) {
    case FaultPlan::Execution::Now:
        return charged(wanted, plan);
    case FaultPlan::Execution::Never:
        return notCharged(wanted, plan);
    case FaultPlan::Execution::Decline:
        return declined(wanted, plan);
    case FaultPlan::Execution::Later:
    case FaultPlan::Execution::Processing:
        break;
    }
    return postponed(wanted, plan);
}

bool ChargeEndpoint::answeredFromMemory(
    const ChargeRequest& wanted, const ProviderRules& rules, HttpReply* reply) const
{
    if (!rules.collapsesKeys || !wanted.hasKey)
        return false;
    const KeyMemory* const memory = m_book.memory(wanted.charge.provider, wanted.charge.key);
    if (memory == nullptr)
        return false;
    if (!memory->inProgress && nowUs() - memory->storedUs >= rules.keyTtlS * kUsPerSecond)
        return false;
    if (memory->fingerprint != wanted.fingerprint) {
        *reply = HttpReply::error(409, "idempotency_key_reused");
    } else if (memory->inProgress) {
        *reply = HttpReply::error(409, "in_progress");
    } else {
        reply->status = memory->status;
        reply->body = memory->body;
        reply->headers.emplace_back("Idempotent-Replayed", "true");
    }
    return true;
}

// Ids tell nothing about order and differ between ledgers, as a real provider's do.
std::string ChargeEndpoint::chargeId(std::int64_t offset) const
{
    const std::string number = std::to_string(m_book.nextIdNumber() + offset);
    return "ch_" + sha256Hex(m_ledger.instance() + ':' + number).substr(0, 24);
}

Charge ChargeEndpoint::newCharge(
    const ChargeRequest& wanted, const FaultPlan& plan, const char* status) const
{
    const ProviderRules rules = m_script.rulesFor(wanted.charge.provider);
    Charge charge = wanted.charge;
    charge.id = chargeId(0);
    charge.status = status;
    charge.createdUs = nowUs();
    charge.visibleAtUs =
        charge.createdUs + std::max(plan.visibilityDelayMs, rules.visibilityDelayMs) * kUsPerMs;
    charge.delayDeclared = plan.delayDeclared;
    charge.forgotten = plan.forget;
    return charge;
}

ChargeEndpoint::Decision ChargeEndpoint::charged(
    const ChargeRequest& wanted, const FaultPlan& plan) const
{
    Decision decision;
    Charge charge = newCharge(wanted, plan, "succeeded");
    decision.answer.reply = HttpReply::json(201, echoOf(charge, plan));
    Json line = chargeLine("charge", charge);
    if (wanted.hasKey)
        storeAnswer(&line, wanted, decision.answer.reply);
    decision.lines.push_back(line);
    if (plan.duplicate) {
        charge.id = chargeId(1);
        charge.injectedDuplicate = true;
        decision.lines.push_back(chargeLine("charge", charge));
    }
    return decision;
}

ChargeEndpoint::Decision ChargeEndpoint::postponed(
    const ChargeRequest& wanted, const FaultPlan& plan) const
{
    Decision decision;
    const bool shown = plan.execution == FaultPlan::Execution::Processing;
    const Charge charge = newCharge(wanted, plan, "processing");
    const bool hasTime = plan.executeDelayMs >= 0;
    decision.answer.reply = HttpReply::json(202, echoOf(charge, plan));
    if (!shown)
        decision.answer.waitsFor = charge.id;
    Json line = chargeLine("pending", charge);
    line["due_us"] = hasTime ? charge.createdUs + plan.executeDelayMs * kUsPerMs : 0;
    line["shown"] = shown;
    line["then"] = plan.then;
    line["duplicate"] = plan.duplicate;
    line["visibility_delay_ms"] = (charge.visibleAtUs - charge.createdUs) / kUsPerMs;
    line["decline_code"] = plan.declineCode;
    line["stores_answer"] = wanted.hasKey;
    storeAnswer(&line, wanted, decision.answer.reply);
    decision.lines.push_back(line);
    return decision;
}

ChargeEndpoint::Decision ChargeEndpoint::declined(
    const ChargeRequest& wanted, const FaultPlan& plan) const
{
    Decision decision;
    Charge charge = newCharge(wanted, plan, "declined");
    charge.declineCode = plan.declineCode;
    decision.answer.reply = declineReply(plan.declineCode, plan.retryable);
    decision.lines.push_back(chargeLine("decline", charge));
    return decision;
}

ChargeEndpoint::Decision ChargeEndpoint::notCharged(
    const ChargeRequest& wanted, const FaultPlan& plan) const
{
    Decision decision;
    // A spoilt answer looks like the one a success would have had: its first half must prove
    // nothing.
    const bool whole = plan.ending == ReplyEnding::Complete && !plan.status;
    const Charge charge = newCharge(wanted, plan, "succeeded");
    decision.answer.reply =
        whole ? HttpReply::error(503, "unavailable") : HttpReply::json(201, echoOf(charge, plan));
    return decision;
}

Outcome<HttpReply> ChargeEndpoint::execute(const std::string& pendingId)
{
    const auto found = m_book.pending().find(pendingId);
    if (found == m_book.pending().end())
        return failed(kExitIo, "no pending charge " + pendingId);
    const PendingCharge pending = found->second;
    Charge charge = pending.charge;
    charge.status = pending.then == "declined" ? "declined" : "succeeded";
    if (!pending.shown) {
        charge.createdUs = nowUs();
        charge.visibleAtUs = charge.createdUs + pending.visibilityDelayMs * kUsPerMs;
    }
    HttpReply reply = HttpReply::json(201, charge.asAnswer());
    Json line = chargeLine(charge.status == "declined" ? "decline" : "charge", charge);
    line["at_us"] = nowUs();
    if (pending.storesAnswer && !pending.shown && charge.status == "succeeded") {
        ChargeRequest asked;
        asked.fingerprint = pending.fingerprint;
        storeAnswer(&line, asked, reply);
    }
    std::vector<Json> lines = {line};
    if (pending.duplicate && charge.status == "succeeded") {
        charge.id = chargeId(0);
        charge.injectedDuplicate = true;
        lines.push_back(chargeLine("charge", charge));
    }
    const auto recorded = record(lines);
    if (!recorded)
        return tl::unexpected<Failure>(recorded.error());
    return reply;
}

} // namespace onceover
