// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/store/pg_payment_store.h"
#include "tests/simulation/chance.h"
#include "tests/simulation/transaction.h"
#include "tests/store/desk_world.h"

#include <functional>
#include <optional>
#include <string>

namespace onceover {

// One payment twice: in PostgreSQL through the shipped statements, and in the simulator's database.
// Both are given the same calls, and must answer and stand the same.
class ConformancePair
{
public:
    // The provider of this pair's own, with abilities drawn from the seed, is put in force in both.
    ConformancePair(DeskWorld& world, PgPaymentStore& store, const CoreIdentity& core, int number);

    // The same random call on both; empty, or what differs.
    std::string step();
    // Every core finds its journal, so that the next pair is not held up.
    std::string endCheck();

    // Facts that waited, in both.
    int waitedCount() const { return m_waitedCount; }

private:
    struct Side
    {
        Uuid paymentId;
        std::string reference;
        // The clock of this side's database.
        std::int64_t nowUs = 0;
        std::string digest;
        std::string version;
    };

    using Work = std::function<std::string(simulation::Transaction&)>;

    void putProviderInForce();
    std::string sendingStep(int choice);
    std::string judgingStep(int choice);
    std::string peopleStep(int choice);
    std::string serverStep(int choice);
    void restart();
    std::string prove(bool isOther);
    std::string settle();
    std::string claim();
    std::string readyToCall();
    std::string record();
    std::string abandon();
    std::string recordEvidence();
    std::string applyVerdict();
    std::string propose();
    std::string approve();
    NewEvidence evidenceOf(const Side& side, int shape, const Uuid& id) const;
    void remember();
    // Runs the simulated side; its answer, or the code of its refusal.
    std::string simulate(const Work& work);
    std::string compare(const std::string& call, const std::string& real, const std::string& twin);
    std::string compareFacts(const std::string& call);

    DeskWorld& m_world;
    PgPaymentStore& m_store;
    CoreIdentity m_core;
    int m_number;
    simulation::Chance m_chance;
    std::int64_t m_twinNowUs = 1'767'225'600'000'000;
    simulation::Coverage m_coverage;
    simulation::Database m_twin;
    ProviderProfile m_profile;
    Side m_real;
    Side m_copy;
    std::optional<ClaimedAttempt> m_realClaim;
    Uuid m_lastAttempt;
    std::string m_decision;
    int m_nextId = 0;
    int m_waitedCount = 0;
};

} // namespace onceover
