// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulated_provider.h"

#include "tests/simulation/simulated_store.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

// Enough of a hash for the database to tell two answers apart.
std::string digestOf(const SubmissionResult& result)
{
    return std::string(toText(result.answer)) + result.reason + result.providerId.value_or("");
}

} // namespace

Result<std::string> SimulatedProvider::renderRequest(const Submission& submission) const
{
    return submission.providerKey + " " + submission.amount.toDecimal();
}

SubmissionResult SimulatedProvider::submit(const Submission& submission, std::string_view body)
{
    World& world = m_core.world();
    SubmissionResult result;
    result.startedAtUs = m_core.nowUs();
    m_core.step("call");
    if (world.strikes(Fault::NotSent)) {
        result.answer = Answer::NotSent;
        result.reason = "connect_failed";
    } else {
        const auto& called = m_core.disk().called;
        const bool isCallingOnDisk =
            std::find(called.begin(), called.end(), submission.attemptId) != called.end();
        world.oracle.firstByte(submission, body, isCallingOnDisk);
        const Bank::Reply reply = world.bankOf(m_profile.name).receive(submission);
        if (world.isTraced())
            world.note(
                m_core.identity().name + " sent " + submission.providerKey + ": "
                + std::string(toText(reply.answer)) + " " + reply.reason);
        m_core.passTime(world.chance.between(10 * kMsUs, m_profile.answerTimeoutMs * kMsUs));
        m_core.step("answer");
        result.answer = reply.answer;
        result.reason = reply.reason;
        result.requestBytes = 100;
        result.httpStatus = reply.answer == Answer::Unknown ? 0 : 200;
        if (!reply.id.empty() && reply.answer == Answer::Succeeded)
            result.providerId = reply.id;
    }
    result.finishedAtUs = std::max(m_core.nowUs(), result.startedAtUs);
    result.bodySha256 = digestOf(result);
    return result;
}

QueryAnswer SimulatedProvider::queryByKey(
    std::string_view providerKey, std::string_view, std::int64_t)
{
    World& world = m_core.world();
    m_core.step("question");
    QueryAnswer answer;
    answer.askedAtUs = m_core.nowUs();
    answer.records = world.bankOf(m_profile.name).find(providerKey);
    answer.kind = answer.records.empty() ? QueryKind::Absent : QueryKind::Found;
    answer.reason = answer.records.empty() ? "not_found" : "found";
    answer.visibleUntilUs = answer.askedAtUs - m_profile.visibilityLagMs * kMsUs;
    m_core.passTime(world.chance.between(kMsUs, m_profile.queryTimeoutMs * kMsUs));
    answer.answeredAtUs = std::max(m_core.nowUs(), answer.askedAtUs);
    const bool isFailed = world.strikes(Fault::QueryFails);
    if (isFailed || world.strikes(Fault::QueryInconclusive)) {
        answer.kind = isFailed ? QueryKind::QueryFailed : QueryKind::Inconclusive;
        answer.reason = isFailed ? "http_503" : "not_understood";
        answer.records.clear();
        answer.visibleUntilUs.reset();
    }
    return answer;
}

SimulatedDirectory::SimulatedDirectory(SimulatedCore& core, SimulatedStore& store)
    : m_core(core)
    , m_store(store)
{
    load();
}

Result<void> SimulatedDirectory::refresh()
{
    if (auto read = m_store.readProfiles(); !read)
        return read;
    load();
    return {};
}

void SimulatedDirectory::load()
{
    const auto& profiles = m_core.world().profiles();
    while (m_providers.size() < profiles.size()) {
        const ProviderProfile& profile = profiles[m_providers.size()];
        m_providers.push_back(std::make_shared<SimulatedProvider>(m_core, profile));
        m_newest[profile.name] = m_providers.back();
    }
}

std::vector<std::shared_ptr<Provider>> SimulatedDirectory::inForce() const
{
    std::vector<std::shared_ptr<Provider>> newest;
    for (const auto& each : m_newest)
        newest.push_back(each.second);
    return newest;
}

std::shared_ptr<Provider> SimulatedDirectory::find(
    const std::string& name, std::int64_t version) const
{
    for (const auto& each : m_providers) {
        if (each->profile().name == name && each->profile().version == version)
            return each;
    }
    return nullptr;
}

std::vector<FinishedCall> SimulatedCallRunner::takeFinished(std::chrono::milliseconds)
{
    std::vector<FinishedCall> finished;
    while (!m_tasks.empty() && (finished.empty() || m_core.world().chance.perMille(500))) {
        const int index = m_core.world().chance.below(static_cast<int>(m_tasks.size()));
        const Task task = std::move(m_tasks[static_cast<std::size_t>(index)]);
        m_tasks.erase(m_tasks.begin() + index);
        finished.push_back(task());
    }
    return finished;
}

} // namespace onceover::simulation
