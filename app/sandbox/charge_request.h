// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/charge.h"
#include "app/sandbox/http_request.h"

#include <string>

namespace onceover {

// What a caller asks for with POST /{provider}/v1/charges.
struct ChargeRequest
{
    Charge charge;           // without id, status and times
    bool hasKey = false;     // an Idempotency-Key header was sent
    std::string fingerprint; // equal for bodies that say the same
    std::string problem;     // why the body is refused; empty where it is valid

    static ChargeRequest parse(const std::string& provider, const HttpRequest& request);
};

} // namespace onceover
