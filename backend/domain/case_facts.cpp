// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/case_facts.h"

#include "backend/domain/length_prefixed.h"
#include "backend/domain/sha256.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace onceover {

namespace {

constexpr std::uint8_t kEncodingVersion = 1;

// One fact: its name for people who ask what changed, and its fields as they enter the digest.
struct Fact
{
    std::string name;
    std::vector<std::optional<std::string>> fields;
};

std::optional<std::string> decimal(std::optional<std::int64_t> number)
{
    if (!number) {
        return std::nullopt;
    }
    return std::to_string(*number);
}

void appendAttempts(std::vector<Fact>& facts, std::vector<CaseFacts::Attempt> attempts)
{
    std::sort(attempts.begin(), attempts.end(), [](const auto& a, const auto& b) {
        return a.ordinal < b.ordinal;
    });
    for (const CaseFacts::Attempt& attempt : attempts) {
        facts.push_back(
            {"attempt:" + attempt.attemptId,
             {"attempt",
              attempt.attemptId,
              decimal(attempt.generation),
              attempt.fate,
              attempt.closedBy,
              attempt.answer}});
    }
}

void appendEvidence(std::vector<Fact>& facts, std::vector<CaseFacts::Evidence> evidence)
{
    std::sort(evidence.begin(), evidence.end(), [](const auto& a, const auto& b) {
        return std::tie(a.evidenceVersion, a.evidenceId)
               < std::tie(b.evidenceVersion, b.evidenceId);
    });
    for (const CaseFacts::Evidence& one : evidence) {
        facts.push_back(
            {"evidence:" + one.evidenceId,
             {"evidence",
              one.evidenceId,
              one.source,
              one.kind,
              one.state,
              decimal(one.amountMinor),
              one.currency}});
    }
}

void appendRecords(std::vector<Fact>& facts, const CaseFacts& from)
{
    auto candidates = from.candidates;
    std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
        return a.recordId < b.recordId;
    });
    for (const CaseFacts::Candidate& candidate : candidates) {
        facts.push_back(
            {"candidate:" + candidate.recordId, {"candidate", candidate.recordId, candidate.tier}});
    }
    auto records = from.records;
    std::sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
        return a.recordId < b.recordId;
    });
    for (const CaseFacts::OwnedRecord& record : records) {
        facts.push_back(
            {"record:" + record.recordId, {"record", record.recordId, record.layer, record.role}});
    }
    auto contradictions = from.contradictions;
    std::sort(contradictions.begin(), contradictions.end(), [](const auto& a, const auto& b) {
        return std::tie(a.kind, a.ref) < std::tie(b.kind, b.ref);
    });
    for (const CaseFacts::Contradiction& contradiction : contradictions) {
        facts.push_back(
            {"contradiction:" + contradiction.kind + ":" + contradiction.ref,
             {"contradiction", contradiction.kind, contradiction.ref}});
    }
}

std::vector<Fact> factsOf(const CaseFacts& from)
{
    std::vector<Fact> facts = {
        {"payment_id", {from.paymentId}},
        {"reference", {from.reference}},
        {"status", {from.status}},
        {"amount_minor", {decimal(from.amountMinor)}},
        {"currency", {from.currency}},
        {"payee", {from.payee}},
        {"payee_account", {from.payeeAccount}},
        {"provider", {from.provider}},
        {"generation", {decimal(from.generation)}},
        {"evidence_version", {decimal(from.evidenceVersion)}},
    };
    appendAttempts(facts, from.attempts);
    appendEvidence(facts, from.evidence);
    appendRecords(facts, from);
    return facts;
}

} // namespace

std::string caseDigest(const CaseFacts& facts)
{
    LengthPrefixed encoded(kEncodingVersion);
    encoded.add("onceover.case");
    for (const Fact& fact : factsOf(facts)) {
        for (const std::optional<std::string>& field : fact.fields) {
            if (field) {
                encoded.add(*field);
            } else {
                encoded.addMissing();
            }
        }
    }
    return toHex(sha256(encoded.bytes()));
}

std::vector<std::string> changedFacts(const CaseFacts& shown, const CaseFacts& now)
{
    std::vector<std::string> changed;
    std::map<std::string, std::vector<std::optional<std::string>>> before;
    for (Fact& fact : factsOf(shown)) {
        before.emplace(std::move(fact.name), std::move(fact.fields));
    }
    for (const Fact& fact : factsOf(now)) {
        const auto known = before.find(fact.name);
        if (known == before.end() || known->second != fact.fields) {
            changed.push_back(fact.name);
        }
        if (known != before.end()) {
            before.erase(known);
        }
    }
    // What is no longer there.
    for (const auto& gone : before) {
        changed.push_back(gone.first);
    }
    return changed;
}

} // namespace onceover
