// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider_directory.h"
#include "tests/crash/crash_point.h"

#include <utility>

namespace onceover {

// A provider that takes the process with it before the first byte or after the answer.
class CrashingProvider final : public Provider
{
public:
    // The crash outlives it.
    CrashingProvider(std::shared_ptr<Provider> inner, const Crash& crash)
        : m_inner(std::move(inner))
        , m_crash(crash)
    {}

    const ProviderProfile& profile() const override { return m_inner->profile(); }

    Result<std::string> renderRequest(const Submission& submission) const override
    {
        return m_inner->renderRequest(submission);
    }

    SubmissionResult submit(const Submission& submission, std::string_view body) override
    {
        m_crash.at(CrashPoint::BeforeFirstByte);
        auto result = m_inner->submit(submission, body);
        m_crash.at(CrashPoint::AfterAnswer);
        return result;
    }

    QueryAnswer queryByKey(
        std::string_view providerKey, std::string_view reference, std::int64_t sinceUs) override
    {
        return m_inner->queryByKey(providerKey, reference, sinceUs);
    }

    ListAnswer list(std::int64_t fromUs, std::int64_t toUs) override
    {
        return m_inner->list(fromUs, toUs);
    }

private:
    std::shared_ptr<Provider> m_inner;
    const Crash& m_crash;
};

class CrashingDirectory final : public ProviderDirectory
{
public:
    // Both outlive it.
    CrashingDirectory(ProviderDirectory& inner, const Crash& crash)
        : m_inner(inner)
        , m_crash(crash)
    {}

    Result<void> refresh() override { return m_inner.refresh(); }

    std::vector<std::shared_ptr<Provider>> inForce() const override
    {
        std::vector<std::shared_ptr<Provider>> wrapped;
        for (auto& provider : m_inner.inForce())
            wrapped.push_back(std::make_shared<CrashingProvider>(std::move(provider), m_crash));
        return wrapped;
    }

    std::shared_ptr<Provider> find(const std::string& name, std::int64_t version) const override
    {
        auto found = m_inner.find(name, version);
        if (!found)
            return nullptr;
        return std::make_shared<CrashingProvider>(std::move(found), m_crash);
    }

private:
    ProviderDirectory& m_inner;
    const Crash& m_crash;
};

} // namespace onceover
