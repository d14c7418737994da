// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/match_step.h"
#include "backend/store/pg_match_store.h"
#include "tests/store/desk_world.h"

#include <memory>
#include <string>
#include <vector>

namespace onceover {

// A line of a statement of the account ACC: 12.50 EUR out to the payee of every payment, booked
// today.
struct StatementLine
{
    std::string identity;
    std::int64_t amountMinor = 1250;
    std::string account = "DE021203";
    int daysFromToday = 0;
    std::string narrative = {};
    std::string reference = {};
    std::string direction = "OUT";
    std::string named = "[]";
    bool isReversal = false;
};

// Files with lines that carry no reference, matched by the real step under the ingest's login.
class MatchWorld : public DeskWorld
{
public:
    // Rules in force for every provider unless told otherwise: all tiers by themselves, sets too,
    // a window of two days, a guard of five, every day a business day.
    explicit MatchWorld(StoreFixture& fixture, const std::string& rules = defaultRules());

    static std::string defaultRules();

    // Without the two people: the tables' guard is lifted for this one row.
    void putInForce(const std::string& rules);
    // Stored and linked by name, not matched yet; the import's id. The statement covers a month
    // around today, complete.
    std::string store(const std::vector<StatementLine>& lines, bool isComplete = true);
    // "linked candidates" of the step, or the code of its error.
    std::string match(const std::string& import);
    std::string matchDue();
    // The core's round with rules that were proposed: "tested", "nothing" or the error's code.
    std::string testRules();
    // By Li Wei; the decision's id, or the code of the refusal.
    std::string proposeRules(const std::string& rules);

    std::string storeAndMatch(const std::vector<StatementLine>& lines, bool isComplete = true)
    {
        return match(store(lines, isComplete));
    }

    // What a program proposes by itself: "linked candidates" or the code of the refusal.
    std::string propose(
        Connection& who,
        const std::string& payment,
        const std::string& identity,
        const std::string& tier,
        const std::string& reason);
    // The same for pairs that are said to be a closed set.
    std::string proposeSet(
        const std::vector<std::string>& payments, const std::vector<std::string>& identities);

    using DeskWorld::propose;

    std::string recordOf(const std::string& identity);
    // "PAYMENT's tier" or "" of a line's owner; the payment by its idempotency key.
    std::string ownerOf(const std::string& identity);
    // Reasons of the candidates of a line, sorted, joined by blanks.
    std::string reasonsOf(const std::string& identity);
    // Of the bank's layer.
    std::string linkCount();
    // Several commands, by the owner.
    void runScript(const std::string& sql);

    // Sent once, its outcome unknown, closed by its core.
    std::string sent(const std::string& key, std::int64_t amountMinor = 1250);

private:
    PgMatchStore m_ingestMatches;
    PgMatchStore m_coreMatches;
    int m_nextAttempt = 500;
};

} // namespace onceover
