// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/provider/curl_call.h"
#include "backend/provider/http_profile.h"

#include <vector>

#include <nlohmann/json.hpp>

namespace onceover {

// The first row whose status, headers and JSON conditions all fit, or nullptr. `document` is
// nullptr when the body is not well-formed JSON: rows with conditions then cannot fit.
const AnswerRow* rowFor(
    const std::vector<AnswerRow>& rows,
    const HttpExchange& exchange,
    const nlohmann::json* document);

} // namespace onceover
