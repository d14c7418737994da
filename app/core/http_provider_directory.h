// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider_directory.h"
#include "backend/store/pg_payment_store.h"

#include <map>
#include <utility>

namespace onceover {

// The profiles in force in the database, each as a provider over HTTP. A demo refuses every profile
// whose address is not of this machine.
class HttpProviderDirectory final : public ProviderDirectory
{
public:
    // The store outlives it.
    HttpProviderDirectory(PgPaymentStore& store, bool isLoopbackOnly)
        : m_store(store)
        , m_isLoopbackOnly(isLoopbackOnly)
    {}

    Result<void> refresh() override;
    std::vector<std::shared_ptr<Provider>> inForce() const override;
    std::shared_ptr<Provider> find(const std::string& name, std::int64_t version) const override;

    // "NAME version N: why", for profiles in force that cannot be used here.
    const std::vector<std::string>& refusals() const { return m_refusals; }

private:
    PgPaymentStore& m_store;
    bool m_isLoopbackOnly;
    std::map<std::pair<std::string, std::int64_t>, std::shared_ptr<Provider>> m_known;
    std::vector<std::shared_ptr<Provider>> m_inForce;
    std::vector<std::string> m_refusals;
};

} // namespace onceover
