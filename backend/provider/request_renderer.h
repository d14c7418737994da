// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/submission.h"
#include "backend/provider/curl_call.h"
#include "backend/provider/http_profile.h"

#include <string>

namespace onceover {

// Why the profile cannot express this submission, or success: reference and key fit their fields,
// the currency is one the provider takes, the amount is above zero, the direction is one that
// the provider's request means.
// Error (effect none): submission.not_expressible, naming the field.
Result<void> checkExpressible(const HttpProfile& profile, const Submission& submission);

// The request body: JSON members or form fields in the profile's order, nothing that changes
// between two renderings.
Result<std::string> renderBody(const HttpProfile& profile, const Submission& submission);

// Address, headers and deadlines of the submission, without the secret and the body.
Result<HttpRequest> renderCall(const HttpProfile& profile, const Submission& submission);

} // namespace onceover
