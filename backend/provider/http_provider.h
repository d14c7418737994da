// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider.h"
#include "backend/provider/curl_call.h"
#include "backend/provider/http_profile.h"

#include <string>

namespace onceover {

// A provider described by its profile alone. Holds no state beside the profile, so every function
// may run on any number of threads at once; each call has a connection of its own.
class HttpProvider final : public Provider
{
public:
    explicit HttpProvider(HttpProfile profile);

    const ProviderProfile& profile() const override { return m_profile.declared; }

    Result<std::string> renderRequest(const Submission& submission) const override;
    SubmissionResult submit(const Submission& submission, std::string_view renderedBody) override;
    QueryAnswer queryByKey(
        std::string_view providerKey, std::string_view reference, std::int64_t sinceUs) override;
    ListAnswer list(std::int64_t fromUs, std::int64_t toUs) override;

private:
    HttpExchange get(const std::string& path) const;

    const HttpProfile m_profile;
};

} // namespace onceover
