// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/output.h"
#include "backend/store/pg_review.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace onceover {

// One payment as the review views show it.
struct StoryPayment
{
    std::string paymentId;
    std::string reference;
    std::string source;
    std::string idempotencyKey;
    std::string payee;
    std::string provider;
    std::string currency;
    std::int64_t amountMinor = 0;
    std::string status;
    // Why it is UNKNOWN, in REVIEW or FAILED; empty otherwise.
    std::string reason;
    std::string basis;
    bool isHeld = false;
    bool hasContradiction = false;
    bool hasOpenDecision = false;
    bool isTaken = false;
    std::int64_t attemptCount = 0;
    // Unix microseconds; 0 when no look is planned.
    std::int64_t nextLookUs = 0;
    std::int64_t lookCount = 0;

    std::string amount() const;
};

// All payments, read at one time.
class StoryBooks
{
public:
    static Result<StoryBooks> read(PgReview& review);

    const std::vector<StoryPayment>& payments() const { return m_payments; }

    // The first payment of this payee, or none.
    const StoryPayment* of(const std::string& payee) const;
    std::int64_t count(const std::function<bool(const StoryPayment&)>& isMeant) const;
    // "12.50 EUR, 3 JPY" over those that are meant.
    std::string amounts(const std::function<bool(const StoryPayment&)>& isMeant) const;

    // Whether the core still has something to send, to ask or to settle by itself soon.
    bool isSettling() const;
    // The next time at which the core has something to look at; 0 when none.
    std::int64_t nextLookUs() const;

private:
    std::vector<StoryPayment> m_payments;
};

} // namespace onceover
