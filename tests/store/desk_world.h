// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/engine_world.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What a scenario found wrong; the first complaint is the one to read.
class Findings
{
public:
    void equal(std::string_view what, const std::string& actual, const std::string& expected);
    void isTrue(std::string_view what, bool actual);

    bool isClean() const { return m_complaint.empty(); }

    const std::string& complaint() const { return m_complaint; }

private:
    std::string m_complaint;
};

// People at work in one installation. Commands answer "" when done, else the stable code.
class DeskWorld : public EngineWorld
{
public:
    explicit DeskWorld(StoreFixture& fixture, const std::string& installation = {});

    std::string freshId();
    // UNKNOWN after one call whose answer was lost; its attempt is closed by its core.
    std::string unknownPayment(
        const std::string& provider = "card", std::int64_t amountMinor = 1250);
    // The same, taken by liwei: REVIEW.
    std::string reviewPayment(
        const std::string& provider = "card", std::int64_t amountMinor = 1250);
    // Taken by liwei, its only attempt still open (the lease is over).
    std::string openAttemptPayment();
    // Held as a suspected double.
    std::string heldPayment();
    // Claims until the payment is being sent; the number of its attempt.
    int send(const std::string& payment, int leaseMs = 60000);
    // The provider shows the charge.
    void showCharge(const std::string& payment);

    std::string digest(const std::string& payment);
    std::string version(const std::string& payment);
    std::string reference(const std::string& payment);

    std::string take(
        Connection& who,
        const std::string& payment,
        const std::string& reason = "WORKING",
        const std::string& note = "n");
    // On the facts and the version as they are now.
    std::string propose(
        Connection& who,
        const std::string& id,
        const std::string& payment,
        const std::string& kind,
        const std::string& options = "{}");
    std::string proposeOn(
        Connection& who,
        const std::string& id,
        const std::string& payment,
        const std::string& kind,
        const std::string& options,
        const std::string& digest,
        const std::string& version);
    std::string approve(
        Connection& who,
        const std::string& id,
        const std::string& decision,
        const std::string& digest);
    // With the proposal's own digest.
    std::string approve(Connection& who, const std::string& decision);
    std::string withdraw(Connection& who, const std::string& id, const std::string& decision);
    std::string readCommand(Connection& who, const std::string& id);
    // OPEN, IN_FORCE, WITHDRAWN, VOID, EXPIRED.
    std::string stateOf(const std::string& decision);
    std::string openPermits(const std::string& payment);
    void runAsOwner(const std::string& sql);
    // Changes a fact as no function ever would.
    void alterProposal(const std::string& decision, const std::string& assignment);
    std::string call(Connection& who, std::string_view sql, const Params& params);
    Connection connect(const std::string& login) const;

    // A reason that fits the kind.
    static std::string reasonFor(const std::string& kind);

    Connection liwei;
    Connection liwei2;
    Connection ana;
    Connection omar;

private:
    StoreFixture* m_fixture;
    int m_nextId = 0;
    int m_nextAttempt = 0;
    int m_nextKey = 0;
};

} // namespace onceover
