// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/charge_book.h"
#include "app/sandbox/fault_script.h"
#include "app/sandbox/http_reply.h"
#include "app/sandbox/http_request.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace onceover {

// The provider's side of GET /{provider}/v1/charges: by key, by reference, by id, and as a list in
// pages.
class QueryEndpoint
{
public:
    // Both outlive this object.
    QueryEndpoint(const ChargeBook& book, FaultScript& script);

    // The id is what follows /charges/ in the path; empty for queries and lists.
    HttpReply get(const std::string& provider, const std::string& id, const HttpRequest& request);

private:
    HttpReply answer(
        const std::string& provider, const std::string& id, const HttpRequest& request) const;
    HttpReply list(
        const std::string& provider, const HttpRequest& request, std::int64_t atUs) const;
    Json envelope(
        const std::string& provider,
        const std::vector<const Charge*>& charges,
        std::int64_t atUs) const;

    const ChargeBook& m_book;
    FaultScript& m_script;
    std::map<std::string, std::int64_t> m_queries; // since this process started
};

} // namespace onceover
