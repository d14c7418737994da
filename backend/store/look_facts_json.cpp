// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/look_facts_json.h"

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

std::string textOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? std::string() : found->get<std::string>();
}

std::optional<std::int64_t> numberOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || found->is_null())
        return std::nullopt;
    return found->get<std::int64_t>();
}

std::optional<Uuid> uuidOf(const Json& object, const char* key)
{
    return Uuid::fromText(textOf(object, key));
}

AttemptFacts attemptOf(const Json& object)
{
    AttemptFacts attempt;
    attempt.attemptId = uuidOf(object, "attempt_id").value_or(Uuid());
    attempt.generation = object.at("generation").get<int>();
    attempt.providerKey = textOf(object, "provider_key");
    // A fate that this program does not know proves nothing.
    attempt.fate = fateFromText(textOf(object, "fate")).value_or(Fate::Possible);
    attempt.closedBy = closedByFromText(textOf(object, "closed_by"));
    attempt.closedAtUs = numberOf(object, "closed_us");
    attempt.claimedAtUs = numberOf(object, "claimed_us").value_or(0);
    attempt.answer = answerFromText(textOf(object, "answer"));
    attempt.answerReason = textOf(object, "answer_reason");
    attempt.finishedAtUs = numberOf(object, "finished_us");
    return attempt;
}

Evidence evidenceOf(const Json& object)
{
    Evidence evidence;
    evidence.evidenceId = uuidOf(object, "evidence_id").value_or(Uuid());
    evidence.attemptId = uuidOf(object, "attempt_id");
    evidence.source =
        evidenceSourceFromText(textOf(object, "source")).value_or(EvidenceSource::Note);
    evidence.kind = evidenceKindFromText(textOf(object, "kind")).value_or(EvidenceKind::Note);
    evidence.state = textOf(object, "state");
    evidence.reason = textOf(object, "reason");
    evidence.recordId = uuidOf(object, "record_id");
    evidence.askedAtUs = numberOf(object, "asked_us");
    evidence.answeredAtUs = numberOf(object, "answered_us").value_or(0);
    evidence.couldSeeUntilUs = numberOf(object, "could_see_until_us");
    evidence.isHuman = object.at("is_human").get<bool>();
    return evidence;
}

// The database gives the records it linked: equal in amount, currency and direction by its own
// check, a charge only when it succeeded, a bank entry only when it is booked. A mere candidate
// comes with what it shows.
LinkedRecord recordOf(const Json& object, const LookFacts& facts)
{
    LinkedRecord record;
    record.recordId = uuidOf(object, "record_id").value_or(Uuid());
    record.layer = layerFromText(textOf(object, "layer")).value_or(Layer::Charge);
    record.role = textOf(object, "role");
    record.state = record.layer == Layer::Charge ? "SUCCEEDED" : "BOOKED";
    record.amountMinor = facts.amountMinor;
    record.currency = facts.currency;
    record.direction = facts.direction;
    record.reference = facts.reference;
    if (const auto amountMinor = numberOf(object, "amount_minor")) {
        record.amountMinor = *amountMinor;
        record.state = textOf(object, "state");
        record.currency = textOf(object, "currency");
        record.direction = textOf(object, "direction");
        record.reference = textOf(object, "reference");
        record.providerKey = textOf(object, "provider_key");
        record.isReversal = object.at("is_reversal").get<bool>();
    }
    return record;
}

LookFacts factsOf(const Json& input)
{
    LookFacts facts;
    const Json& payment = input.at("payment");
    facts.paymentId = uuidOf(payment, "payment_id").value_or(Uuid());
    facts.provider = textOf(payment, "provider");
    facts.reference = textOf(payment, "reference");
    facts.status = paymentStatusFromText(textOf(payment, "status")).value_or(PaymentStatus::Review);
    facts.direction = textOf(payment, "direction");
    facts.amountMinor = payment.at("amount_minor").get<std::int64_t>();
    facts.currency = textOf(payment, "currency");
    facts.evidenceVersion = payment.at("evidence_version").get<std::int64_t>();
    facts.lookCount = payment.at("look_count").get<int>();
    facts.hasContradiction = payment.at("has_contradiction").get<bool>();
    facts.exhaustedAtUs = numberOf(payment, "exhausted_us");
    facts.nowUs = input.at("now_us").get<std::int64_t>();
    facts.candidateCount = numberOf(input, "candidates").value_or(0);
    for (const Json& attempt : input.at("attempts"))
        facts.attempts.push_back(attemptOf(attempt));
    for (const Json& seen : input.at("evidence"))
        facts.evidence.push_back(evidenceOf(seen));
    for (const Json& record : input.at("records"))
        facts.records.push_back(recordOf(record, facts));
    return facts;
}

} // namespace

Result<LookFacts> lookFactsFromJson(std::string_view text)
{
    try {
        return factsOf(Json::parse(text));
    } catch (const nlohmann::json::exception& error) {
        return Failure(Error::notHappened(
            "store.unexpected",
            std::string("The database's answer is not understood: ") + error.what()));
    }
}

} // namespace onceover
