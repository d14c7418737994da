// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_ending.h"

#include "app/core/reading.h"
#include "app/core/story/story_checks.h"
#include "app/core/story/story_files.h"

#include <fstream>
#include <map>

namespace onceover {

namespace {

// Sums of one status or account over the currencies.
struct Sums
{
    void add(const std::string& currency, std::int64_t amountMinor, std::int64_t payments)
    {
        count += payments;
        minor[currency] = amountMinor;
        if (amountMinor != 0)
            text += (text.empty() ? "" : ", ") + amountText(amountMinor, currency);
    }

    std::int64_t count = 0;
    std::string text;
    // By currency.
    Json minor = Json::object();
};

bool isCase(const StoryPayment& payment)
{
    return payment.status == "REVIEW" || payment.status == "UNKNOWN" || payment.isHeld;
}

std::string whyOf(const StoryPayment& payment, const SandboxLedger& ledger)
{
    std::string name = "why_OTHER";
    if (payment.isHeld)
        name = "why_HELD";
    else if (payment.hasOpenDecision)
        name = "why_PROPOSED";
    else if (payment.hasContradiction && ledger.of(payment.reference).injectedDuplicates > 0)
        name = "why_DUPLICATE";
    else if (payment.hasContradiction)
        name = "why_CONTRADICTION";
    else if (payment.reason == "EXHAUSTED")
        name = "why_EXHAUSTED";
    return storySentence(name, {{"reason", payment.reason}});
}

// Lines of the file that the story took in without a payment of their own.
std::int64_t countMissing(const std::filesystem::path& file, const StoryBooks& books)
{
    std::ifstream stream(file);
    std::string line;
    std::int64_t missing = 0;
    while (std::getline(stream, line)) {
        const Json intent = Json::parse(line, nullptr, false);
        const bool isThere = books.count([&](const StoryPayment& payment) {
            return payment.source == textOf(intent, "source")
                   && payment.idempotencyKey == textOf(intent, "idempotency_key");
        }) == 1;
        missing += isThere ? 0 : 1;
    }
    return missing;
}

} // namespace

void StoryEnding::news(const std::string& step, const Json& values)
{
    m_teller({step, storySentence(step, values), values});
}

Result<bool> StoryEnding::tell()
{
    const auto books = StoryBooks::read(m_review);
    if (!books)
        return Failure(books.error());
    const auto ledger = SandboxLedger::read(m_stage.sandbox().directory());
    if (!ledger)
        return Failure(ledger.error());
    news("left", {{"count", books->count(isCase)}});
    for (const StoryPayment& payment : books->payments()) {
        if (isCase(payment))
            news(
                "case",
                {{"payee", payment.payee},
                 {"amount", payment.amount()},
                 {"provider", payment.provider},
                 {"reference", payment.reference},
                 {"status", payment.status},
                 {"why", whyOf(payment, *ledger)}});
    }
    if (auto told = tellSums(); !told)
        return Failure(told.error());
    const auto checks =
        StoryChecks::run(m_review, *books, *ledger, countMissing(m_stage.paymentsFile(), *books));
    if (!checks)
        return Failure(checks.error());
    bool isAllWell = true;
    for (const StoryCheck& check : *checks) {
        Json numbers = check.numbers;
        numbers["holds"] = check.holds;
        m_teller(
            {"check_" + check.name,
             check.holds ? check.sentence : storySentence("broken", {{"sentence", check.sentence}}),
             numbers});
        isAllWell = isAllWell && check.holds;
    }
    return isAllWell;
}

Result<void> StoryEnding::tellSums()
{
    const auto totals = m_review.status();
    if (!totals)
        return Failure(totals.error());
    std::map<std::string, Sums> byStatus;
    for (const StatusTotal& total : *totals)
        byStatus[total.status].add(total.currency, total.amountMinor, total.count);
    for (const auto& entry : byStatus)
        news(
            "status",
            {{"status", entry.first},
             {"count", entry.second.count},
             {"amounts", entry.second.text},
             {"minor", entry.second.minor}});
    const auto balances = m_review.ledger();
    if (!balances)
        return Failure(balances.error());
    std::map<std::string, Sums> byAccount;
    for (const AccountBalance& balance : *balances)
        byAccount[balance.account].add(balance.currency, balance.balanceMinor, 0);
    for (const auto& entry : byAccount)
        news(
            "account",
            {{"account", entry.first},
             {"amounts", entry.second.text.empty() ? "nothing" : entry.second.text},
             {"minor", entry.second.minor}});
    return {};
}

} // namespace onceover
