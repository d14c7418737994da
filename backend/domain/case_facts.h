// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// The material facts of one case as a person sees them, read in one snapshot. A decision is bound
// to their digest: the console computes it from what it shows, the database from what it holds, and
// nothing is decided while the two differ. Ids are lower-case UUID texts; the order of the lists
// does not matter.
struct CaseFacts
{
    struct Attempt
    {
        // Of its permit: the order of sending.
        std::int64_t ordinal = 0;
        std::string attemptId;
        std::int64_t generation = 0;
        // POSSIBLE, HAPPENED, NOT_HAPPENED.
        std::string fate;
        // CORE or PEOPLE; missing while the sender may still send.
        std::optional<std::string> closedBy;
        // What the provider's answer to the call proved; missing without a recorded result.
        std::optional<std::string> answer;
    };

    // Material evidence only.
    struct Evidence
    {
        std::int64_t evidenceVersion = 0;
        std::string evidenceId;
        std::string source;
        std::string kind;
        std::string state;
        std::optional<std::int64_t> amountMinor;
        std::optional<std::string> currency;
    };

    struct Candidate
    {
        std::string recordId;
        std::string tier;
    };

    struct OwnedRecord
    {
        std::string recordId;
        std::string layer;
        std::string role;
    };

    struct Contradiction
    {
        std::string kind;
        std::string ref;
    };

    std::string paymentId;
    std::string reference;
    std::string status;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string payee;
    std::string payeeAccount;
    std::string provider;
    std::int64_t generation = 1;
    std::int64_t evidenceVersion = 0;
    std::vector<Attempt> attempts;
    std::vector<Evidence> evidence;
    std::vector<Candidate> candidates;
    std::vector<OwnedRecord> records;
    std::vector<Contradiction> contradictions;
};

// 64 lower-case hexadecimal digits; onceover.case_digest(payment_id) gives the same.
std::string caseDigest(const CaseFacts& facts);

// What differs between the case as shown and as it is now: "status", "evidence_version",
// "attempt:<id>", "evidence:<id>", "candidate:<id>", "record:<id>", "contradiction:<kind>:<ref>",
// …; empty exactly when the digests agree.
std::vector<std::string> changedFacts(const CaseFacts& shown, const CaseFacts& now);

} // namespace onceover
