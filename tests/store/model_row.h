// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"

#include <cstdint>
#include <map>
#include <string>

namespace onceover {

// What the provider of one row does with keys, and how slow it says it is.
struct ProviderTraits
{
    bool collapsesKeys = true;
    std::int64_t keyLifetimeMs = 86'400'000;
    std::int64_t visibilityLagMs = 0;
    std::int64_t longestProcessingMs = 0;
};

// The provider's own book: what was executed, whatever our tables say.
class ProviderBook
{
public:
    explicit ProviderBook(bool collapsesKeys)
        : m_collapsesKeys(collapsesKeys)
    {}

    // A request with this key arrives and is executed or, under a living key, replayed; the id of
    // its charge.
    std::string execute(const std::string& key);

    void forgetKeys() { m_byKey.clear(); }

    int charges() const { return m_charges; }

private:
    bool m_collapsesKeys;
    std::map<std::string, std::string> m_byKey;
    int m_charges = 0;
};

// One payment of one provider of its own, walked step by step through a counter-example: two cores,
// requests on their way, and the provider's book as the judge. Many rows share one world.
class ModelRow
{
public:
    explicit ModelRow(DeskWorld& world, const ProviderTraits& traits = {});

    const std::string& payment() const { return m_payment; }

    const std::string& provider() const { return m_provider; }

    ProviderBook& book() { return m_book; }

    // The claim of core 1 or 2; the number of its attempt, or 0 when nothing was waiting for it.
    int claim(int core = 1, int leaseMs = 60'000);
    // What the core asks right before its first byte: "" or the code of the refusal.
    std::string ready(int attempt);
    // Asks, and sends the request when nothing speaks against it: whether it is on its way.
    bool call(int attempt);
    // The request arrives and is executed. Nothing happens if it is not on its way.
    void arrive(int attempt);

    // The outcome and code of recording the call's answer.
    std::string record(int attempt, const std::string& answer);
    // The core's word that the attempt was not (or may have been) called; the status then.
    std::string abandon(int attempt, bool wasCalled = false);
    // The lease of the claim is over, as another core sees it.
    void leaseOver();

    // A claim, a call and a lost answer: UNKNOWN, the request still on its way.
    int sendAndLose(int core = 1);
    // The provider answers "not found" for the attempt's key now, or as of an earlier moment:
    // whether that is material.
    bool isAbsent(int attempt);
    bool isAbsent(int attempt, const std::string& askedAtUs, const std::string& couldSeeUntilUs);
    // The provider shows a charge, or a declined one, under the key of the attempt.
    void show(int attempt, const std::string& chargeId, const std::string& state = "SUCCEEDED");
    std::string verdict(const std::string& name);
    // An automatic permit was asked for: whether it was given.
    bool retry();
    // Taken by liwei if it is not yet, then proposed by him and approved by ana: "" or the code.
    std::string decide(const std::string& kind, const std::string& options = "{}");

    std::string status() const;
    std::string key(int attempt) const;
    std::string openPermits() const;
    std::string nowUs() const;

    // Guarantee 5, measured at the provider: charges up to one more than the used permits of
    // approved resends.
    bool isHarmless() const;

private:
    Connection& session(int core) const;

    DeskWorld& m_world;
    std::string m_provider;
    std::string m_payment;
    ProviderBook m_book;
    // By attempt: its core and its claim's epoch; the requests on their way.
    std::map<int, int> m_coreOf;
    std::map<int, std::string> m_epochOf;
    std::map<int, bool> m_isFlying;
    std::map<int, std::string> m_chargeOf;
};

} // namespace onceover
