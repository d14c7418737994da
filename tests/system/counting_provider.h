// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider.h"
#include "backend/domain/provider_directory.h"

#include <filesystem>
#include <ios>
#include <memory>
#include <string>
#include <vector>

namespace onceover {

// The provider "card" of StoreFixture, as the judge: executes each complete request at once,
// without collapsing anything, and writes it into a book that several processes may share. Used by
// one thread.
class CountingProvider final : public Provider
{
public:
    explicit CountingProvider(std::filesystem::path book);

    const ProviderProfile& profile() const override { return m_profile; }

    Result<std::string> renderRequest(const Submission& submission) const override;
    SubmissionResult submit(const Submission& submission, std::string_view body) override;
    QueryAnswer queryByKey(
        std::string_view providerKey, std::string_view reference, std::int64_t sinceUs) override;

    ListAnswer list(std::int64_t, std::int64_t) override { return {}; }

    int requests();
    int requestsFor(const std::string& reference);
    bool wasCalled(const Uuid& attemptId);

private:
    struct Entry
    {
        std::string attemptId;
        std::string reference;
        std::string providerKey;
        std::int64_t amountMinor = 0;
        std::int64_t atUs = 0;
    };

    // Takes in what has been written since the last call.
    void readBook();

    std::filesystem::path m_path;
    ProviderProfile m_profile;
    std::streamoff m_readUpTo = 0;
    std::vector<Entry> m_book;
};

class OneProviderDirectory final : public ProviderDirectory
{
public:
    explicit OneProviderDirectory(std::shared_ptr<Provider> provider)
        : m_provider(std::move(provider))
    {}

    Result<void> refresh() override { return {}; }

    std::vector<std::shared_ptr<Provider>> inForce() const override { return {m_provider}; }

    std::shared_ptr<Provider> find(const std::string& name, std::int64_t version) const override
    {
        const ProviderProfile& known = m_provider->profile();
        return name == known.name && version == known.version ? m_provider : nullptr;
    }

private:
    std::shared_ptr<Provider> m_provider;
};

} // namespace onceover
