// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider_directory.h"
#include "backend/engine/call_runner.h"
#include "tests/simulation/bank.h"
#include "tests/simulation/simulated_core.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onceover::simulation {

class SimulatedStore;

// A bank as one core reaches it, under one version of its profile.
class SimulatedProvider final : public Provider
{
public:
    SimulatedProvider(SimulatedCore& core, ProviderProfile profile)
        : m_core(core)
        , m_profile(std::move(profile))
    {}

    const ProviderProfile& profile() const override { return m_profile; }

    Result<std::string> renderRequest(const Submission& submission) const override;
    SubmissionResult submit(const Submission& submission, std::string_view body) override;
    QueryAnswer queryByKey(
        std::string_view providerKey, std::string_view reference, std::int64_t sinceUs) override;

    // The engine asks by key alone.
    ListAnswer list(std::int64_t, std::int64_t) override { return {}; }

private:
    SimulatedCore& m_core;
    ProviderProfile m_profile;
};

class SimulatedDirectory final : public ProviderDirectory
{
public:
    SimulatedDirectory(SimulatedCore& core, SimulatedStore& store);

    Result<void> refresh() override;
    std::vector<std::shared_ptr<Provider>> inForce() const override;
    std::shared_ptr<Provider> find(const std::string& name, std::int64_t version) const override;

private:
    void load();

    SimulatedCore& m_core;
    SimulatedStore& m_store;
    std::vector<std::shared_ptr<Provider>> m_providers;
    std::map<std::string, std::shared_ptr<Provider>> m_newest;
};

// Runs the calls of one core one after the other, in an order of its own, whenever the engine asks
// for what has finished.
class SimulatedCallRunner final : public CallRunner
{
public:
    explicit SimulatedCallRunner(SimulatedCore& core)
        : m_core(core)
    {}

    void start(Task task) override { m_tasks.push_back(std::move(task)); }

    std::vector<FinishedCall> takeFinished(std::chrono::milliseconds patience) override;

private:
    SimulatedCore& m_core;
    std::vector<Task> m_tasks;
};

} // namespace onceover::simulation
