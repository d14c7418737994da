// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider_profile.h"
#include "backend/domain/query_answer.h"
#include "backend/domain/result.h"
#include "backend/domain/submission.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

// Port: one external payment provider under one profile version. Implementations are thread-safe:
// every function may be called from any thread and at the same time as any other; none of them
// retries anything.
class Provider
{
public:
    virtual ~Provider() = default;

    virtual const ProviderProfile& profile() const = 0;

    // The request body, byte-equal for an equal submission, holding no secret. It is stored with
    // the attempt, so that a later permit of the same generation sends the same bytes. Errors
    // (effect none): submission.not_expressible, naming the field.
    virtual Result<std::string> renderRequest(const Submission& submission) const = 0;

    // Sends exactly one HTTP request and blocks until it is answered, broken or over its deadline.
    // To be called at most once per permit, after the claim is committed and CALLING is in the
    // journal. `renderedBody` is what renderRequest gave (or what was stored of it). There is no
    // error beside the result: whatever goes wrong is an Answer.
    virtual SubmissionResult submit(
        const Submission& submission, std::string_view renderedBody) = 0;

    // Asks for the charges that carry the key; blocks for at most a few query deadlines. `sinceUs`
    // (Unix microseconds) is no later than the payment's first attempt: a question that has to go
    // through the provider's list starts there.
    virtual QueryAnswer queryByKey(
        std::string_view providerKey, std::string_view reference, std::int64_t sinceUs) = 0;

    // Lists all charges created in [fromUs, toUs) by the provider's clock, twice, and compares the
    // passes.
    virtual ListAnswer list(std::int64_t fromUs, std::int64_t toUs) = 0;
};

} // namespace onceover
