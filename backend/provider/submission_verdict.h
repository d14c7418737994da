// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/submission.h"
#include "backend/provider/curl_call.h"
#include "backend/provider/http_profile.h"

namespace onceover {

// What one finished exchange proved about the submission, by the profile's answer table. Pure. A
// success needs more than its row: a well-formed record that repeats our reference or key, the
// amount, the currency, and the account where the provider declares to repeat it. A refusal that
// names another reference refuses nothing of ours.
SubmissionResult resultOf(
    const HttpExchange& exchange, const Submission& submission, const HttpProfile& profile);

} // namespace onceover
