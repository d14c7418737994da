// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_books.h"

#include "app/core/reading.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

constexpr std::int64_t kEarlySweeps = 2;

std::int64_t numberOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

bool isSet(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && !found->is_null();
}

StoryPayment paymentOf(const Json& row)
{
    StoryPayment payment;
    payment.paymentId = textOf(row, "payment_id");
    payment.reference = textOf(row, "reference");
    payment.source = textOf(row, "source");
    payment.idempotencyKey = textOf(row, "idempotency_key");
    payment.payee = textOf(row, "payee");
    payment.provider = textOf(row, "provider");
    payment.currency = textOf(row, "currency");
    payment.amountMinor = numberOf(row, "amount_minor");
    payment.status = textOf(row, "status");
    payment.basis = textOf(row, "basis");
    payment.reason =
        textOf(row, "unknown_reason") + textOf(row, "review_reason") + textOf(row, "failure_kind");
    payment.isHeld = isSet(row, "hold_reason");
    payment.hasContradiction = row.value("has_contradiction", false);
    payment.hasOpenDecision = isSet(row, "open_decision_id");
    payment.isTaken = isSet(row, "taken_by");
    payment.attemptCount = numberOf(row, "attempt_count");
    payment.nextLookUs = numberOf(row, "next_look_us");
    payment.lookCount = numberOf(row, "look_count");
    return payment;
}

} // namespace

std::string StoryPayment::amount() const
{
    return amountText(amountMinor, currency);
}

Result<StoryBooks> StoryBooks::read(PgReview& review)
{
    StoryBooks books;
    const auto done = review.payments(std::nullopt, [&](const std::string& text) {
        books.m_payments.push_back(paymentOf(Json::parse(text, nullptr, false)));
    });
    if (!done)
        return Failure(done.error());
    return books;
}

const StoryPayment* StoryBooks::of(const std::string& payee) const
{
    const auto found =
        std::find_if(m_payments.begin(), m_payments.end(), [&](const StoryPayment& payment) {
            return payment.payee == payee;
        });
    return found == m_payments.end() ? nullptr : &*found;
}

std::int64_t StoryBooks::count(const std::function<bool(const StoryPayment&)>& isMeant) const
{
    return std::count_if(m_payments.begin(), m_payments.end(), isMeant);
}

std::string StoryBooks::amounts(const std::function<bool(const StoryPayment&)>& isMeant) const
{
    std::map<std::string, std::int64_t> sums;
    for (const StoryPayment& payment : m_payments) {
        if (isMeant(payment))
            sums[payment.currency] += payment.amountMinor;
    }
    std::string text;
    for (const auto& sum : sums)
        text += (text.empty() ? "" : ", ") + amountText(sum.second, sum.first);
    return text.empty() ? "nothing" : text;
}

bool StoryBooks::isSettling() const
{
    return std::any_of(m_payments.begin(), m_payments.end(), [&](const StoryPayment& payment) {
        if (payment.status == "PENDING")
            return !payment.isHeld;
        if (payment.status == "SUBMITTING" || payment.status == "UNKNOWN")
            return true;
        // What succeeded is swept, for charges that only the provider knows: at first soon, then
        // ever more rarely.
        return payment.status == "SUCCEEDED" && payment.nextLookUs != 0
               && payment.lookCount < kEarlySweeps;
    });
}

std::int64_t StoryBooks::nextLookUs() const
{
    std::int64_t next = 0;
    for (const StoryPayment& payment : m_payments) {
        if (payment.nextLookUs != 0 && (next == 0 || payment.nextLookUs < next))
            next = payment.nextLookUs;
    }
    return next;
}

} // namespace onceover
