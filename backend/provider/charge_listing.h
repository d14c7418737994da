// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query_answer.h"
#include "backend/provider/curl_call.h"
#include "backend/provider/http_profile.h"

#include <cstdint>
#include <functional>
#include <string>

namespace onceover {

// Walks through a provider's paged list twice and compares. A record that moves between two pages
// while they are read can be missed by one pass; two passes that agree record by record, with each
// page well-formed, are the only list from which absence may be read. `fetch` makes one GET request
// for a path below the base URL; it is never repeated for the same page and pass.
ListAnswer listTwice(
    const HttpProfile& profile,
    std::int64_t fromUs,
    std::int64_t toUs,
    const std::function<HttpExchange(const std::string& path)>& fetch);

} // namespace onceover
