// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider_profile.h"
#include "backend/domain/query_answer.h"
#include "backend/domain/submission.h"
#include "tests/simulation/actor.h"
#include "tests/simulation/coverage.h"
#include "tests/simulation/oracle.h"
#include "tests/simulation/rates.h"

#include <map>
#include <string>
#include <vector>

namespace onceover::simulation {

// The provider's own side: its ledger, its keys, and the requests that are still on their way. It
// keeps the limits of its profile unless the schedule says that it breaks its word.
class Bank final : public Actor
{
public:
    enum class State
    {
        Processing,
        Succeeded,
        Declined,
    };

    struct Charge
    {
        std::string id;
        std::string key;
        std::string reference;
        std::int64_t amountMinor = 0;
        std::string currency;
        std::string payeeAccount;
        State state = State::Succeeded;
        std::int64_t visibleAtUs = 0;
        bool isForgotten = false;
    };

    // What comes back over the wire.
    struct Reply
    {
        Answer answer = Answer::Unknown;
        std::string reason;
        std::string id;
    };

    Bank(
        ProviderProfile profile,
        const std::int64_t& nowUs,
        Chance& chance,
        Rates& rates,
        Coverage& coverage,
        Oracle& oracle)
        : m_profile(std::move(profile))
        , m_nowUs(nowUs)
        , m_chance(chance)
        , m_rates(rates)
        , m_coverage(coverage)
        , m_oracle(oracle)
    {}

    const ProviderProfile& profile() const { return m_profile; }

    void setProfile(const ProviderProfile& profile) { m_profile = profile; }

    // The last byte of a request has left us. Whatever happens to it happens here or later.
    Reply receive(const Submission& submission);
    std::vector<ChargeRecord> find(std::string_view providerKey) const;

    const std::vector<Charge>& charges() const { return m_charges; }

    std::int64_t wakeAtUs() const override;
    void act() override;

private:
    struct Arrival
    {
        std::int64_t atUs = 0;
        Submission submission;
    };

    struct Execution
    {
        std::int64_t atUs = 0;
        std::size_t charge = 0;
        State state = State::Succeeded;
    };

    struct Key
    {
        std::int64_t firstUs = 0;
        std::size_t charge = kNoCharge;
    };

    static constexpr std::size_t kNoCharge = static_cast<std::size_t>(-1);

    bool strikes(Fault fault);
    Reply arrive(const Submission& submission);
    Reply replyOf(std::size_t charge, const Submission& submission) const;
    std::size_t add(const Submission& submission, State state);
    void execute(std::size_t charge, State state);

    ProviderProfile m_profile;
    const std::int64_t& m_nowUs;
    Chance& m_chance;
    Rates& m_rates;
    Coverage& m_coverage;
    Oracle& m_oracle;
    std::vector<Charge> m_charges;
    std::map<std::string, Key> m_keys;
    std::map<std::string, std::int64_t> m_firstSentUs;
    std::vector<Arrival> m_arrivals;
    std::vector<Execution> m_executions;
};

} // namespace onceover::simulation
