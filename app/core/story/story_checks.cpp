// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_checks.h"

#include "app/core/story/story_files.h"

#include <set>

namespace onceover {

namespace {

const std::set<std::string> kPeoplesGrounds = {"APPROVED_RESEND", "LOSS_TOLERATED"};
const std::set<std::string> kPossibleAccounts = {"in_transit", "in_doubt", "decided_not_proven"};

// Used permits that people or the loss policy granted.
std::int64_t extraPermits(const Json& payment)
{
    std::int64_t count = 0;
    for (const Json& permit : payment.value("permits", Json::array())) {
        const bool isUsed = permit.value("used_as", "") == "ATTEMPT";
        count += isUsed && kPeoplesGrounds.count(permit.value("ground", "")) > 0 ? 1 : 0;
    }
    return count;
}

} // namespace

Result<StoryCheck> StoryChecks::charges(
    PgReview& review, const StoryBooks& books, const SandboxLedger& ledger)
{
    StoryCheck check;
    check.name = "charges";
    std::vector<std::string> violations;
    std::int64_t extra = 0;
    for (const StoryPayment& payment : books.payments()) {
        const auto text = review.payment(payment.paymentId);
        if (!text)
            return Failure(text.error());
        const Json object = Json::parse(text->value_or("{}"), nullptr, false);
        const std::int64_t allowed = extraPermits(object);
        extra += allowed;
        if (ledger.of(payment.reference).charges > 1 + allowed)
            violations.push_back(payment.reference);
    }
    check.holds = violations.empty();
    const SandboxCounts total = ledger.total();
    check.numbers["payments"] = books.payments().size();
    check.numbers["requests"] = total.requests;
    check.numbers["charges"] = total.charges;
    check.numbers["extra_permits"] = extra;
    check.numbers["injected_duplicates"] = total.injectedDuplicates;
    check.numbers["violations"] = violations;
    check.numbers["violation_count"] = violations.size();
    check.sentence = storySentence("check_charges", check.numbers);
    return check;
}

Result<StoryCheck> StoryChecks::ledger(PgReview& review)
{
    const auto balances = review.ledger();
    if (!balances)
        return Failure(balances.error());
    std::map<std::string, std::int64_t> booked;
    std::map<std::string, std::int64_t> possible;
    for (const AccountBalance& balance : *balances) {
        if (kPossibleAccounts.count(balance.account) > 0)
            booked[balance.currency] += balance.balanceMinor;
    }
    Result<void> read = review.payments(std::nullopt, [&](const std::string& text) {
        const Json row = Json::parse(text, nullptr, false);
        possible[row.value("currency", "")] += row.value("possible_minor", std::int64_t{0});
    });
    if (!read)
        return Failure(read.error());
    StoryCheck check;
    check.name = "ledger";
    check.holds = true;
    check.numbers["currencies"] = Json::object();
    for (const auto& sum : possible) {
        check.holds = check.holds && booked[sum.first] == sum.second;
        check.numbers["currencies"][sum.first] = {
            {"ledger_minor", booked[sum.first]}, {"possible_minor", sum.second}};
    }
    check.numbers["currency_count"] = possible.size();
    check.sentence = storySentence("check_ledger", check.numbers);
    return check;
}

StoryCheck StoryChecks::nothingLost(
    const StoryBooks& books, const SandboxLedger& ledger, std::int64_t linesMissing)
{
    std::set<std::string> references;
    for (const StoryPayment& payment : books.payments())
        references.insert(payment.reference);
    std::int64_t strangers = 0;
    for (const auto& entry : ledger.all())
        strangers += references.count(entry.first) == 0 ? 1 : 0;
    StoryCheck check;
    check.name = "nothing_lost";
    check.numbers["payments"] = references.size();
    check.numbers["lines_missing"] = linesMissing;
    check.numbers["strangers"] = strangers;
    check.holds = strangers == 0 && linesMissing == 0;
    check.sentence = storySentence("check_nothing_lost", check.numbers);
    return check;
}

StoryCheck StoryChecks::explained(const StoryBooks& books)
{
    const auto isOpen = [](const StoryPayment& payment) {
        return payment.status == "UNKNOWN" || payment.status == "REVIEW";
    };
    StoryCheck check;
    check.name = "explained";
    check.numbers["open"] = books.count(isOpen);
    check.numbers["unexplained"] = books.count(
        [&](const StoryPayment& payment) { return isOpen(payment) && payment.reason.empty(); });
    check.holds = check.numbers["unexplained"] == 0;
    check.sentence = storySentence("check_explained", check.numbers);
    return check;
}

Result<std::vector<StoryCheck>> StoryChecks::run(
    PgReview& review,
    const StoryBooks& books,
    const SandboxLedger& provider,
    std::int64_t linesMissing)
{
    auto charged = charges(review, books, provider);
    if (!charged)
        return Failure(charged.error());
    auto balanced = ledger(review);
    if (!balanced)
        return Failure(balanced.error());
    return std::vector<StoryCheck>{
        std::move(*charged),
        std::move(*balanced),
        nothingLost(books, provider, linesMissing),
        explained(books)};
}

} // namespace onceover
