// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/http_provider_directory.h"

#include "backend/provider/http_provider.h"
#include "backend/provider/loopback.h"
#include "backend/provider/profile_reader.h"

namespace onceover {

Result<void> HttpProviderDirectory::refresh()
{
    const auto rows = m_store.profilesInForce();
    if (!rows)
        return Failure(rows.error());
    m_inForce.clear();
    m_refusals.clear();
    for (const PgPaymentStore::ProfileRow& row : *rows) {
        const auto key = std::make_pair(row.provider, row.version);
        if (const auto known = m_known.find(key); known != m_known.end()) {
            m_inForce.push_back(known->second);
            continue;
        }
        const std::string title = row.provider + " version " + std::to_string(row.version) + ": ";
        auto profile = readProfile(row.body);
        if (!profile) {
            m_refusals.push_back(title + profile.error().detail());
            continue;
        }
        if (profile->declared.sha256 != row.sha256 || profile->declared.name != row.provider) {
            m_refusals.push_back(title + "not what two people approved");
            continue;
        }
        if (m_isLoopbackOnly && !isLoopback(profile->declared.baseUrl)) {
            m_refusals.push_back(
                title + profile->declared.baseUrl
                + " is not on this machine; a demo sends nothing anywhere else, because whoever "
                  "owns this machine can bypass every control");
            continue;
        }
        profile->declared.version = row.version;
        auto provider = std::make_shared<HttpProvider>(std::move(*profile));
        m_known.emplace(key, provider);
        m_inForce.push_back(std::move(provider));
    }
    return {};
}

std::vector<std::shared_ptr<Provider>> HttpProviderDirectory::inForce() const
{
    return m_inForce;
}

std::shared_ptr<Provider> HttpProviderDirectory::find(
    const std::string& name, std::int64_t version) const
{
    const auto known = m_known.find(std::make_pair(name, version));
    return known == m_known.end() ? nullptr : known->second;
}

} // namespace onceover
