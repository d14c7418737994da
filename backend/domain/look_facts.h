// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/evidence.h"
#include "backend/domain/fate.h"
#include "backend/domain/payment_status.h"
#include "backend/domain/submission.h"
#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

// What the database knows of one attempt, as far as a verdict needs it. Times are Unix
// microseconds.
struct AttemptFacts
{
    Uuid attemptId;
    int generation = 1;
    std::string providerKey;
    Fate fate = Fate::Possible;
    std::optional<ClosedBy> closedBy;
    std::optional<std::int64_t> closedAtUs;
    std::int64_t claimedAtUs = 0;
    // The result's, where one is on record.
    std::optional<Answer> answer;
    std::string answerReason;
    std::optional<std::int64_t> finishedAtUs;
};

// A movement as somebody else shows it, linked to the payment or naming it.
struct LinkedRecord
{
    Uuid recordId;
    Layer layer = Layer::Charge;
    // "PROOF", "DUPLICATE", or empty for a mere candidate.
    std::string role;
    std::string state;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::string direction;
    std::string reference;
    std::string providerKey;
    bool isReversal = false;
};

// Everything a verdict is made from, read in one snapshot.
struct LookFacts
{
    Uuid paymentId;
    std::string provider;
    std::int64_t profileVersion = 0;
    std::string reference;
    PaymentStatus status = PaymentStatus::Unknown;
    std::string direction;
    std::int64_t amountMinor = 0;
    std::string currency;
    std::int64_t evidenceVersion = 0;
    int lookCount = 0;
    bool hasContradiction = false;
    // When the unknown outcome goes to people; missing when the database has not fixed it yet.
    std::optional<std::int64_t> exhaustedAtUs;
    std::vector<AttemptFacts> attempts;
    std::vector<Evidence> evidence;
    std::vector<LinkedRecord> records;
    // Records that may belong to the payment and are nobody's proof: for people.
    std::int64_t candidateCount = 0;
    // The database's clock when the snapshot was taken.
    std::int64_t nowUs = 0;
};

} // namespace onceover
