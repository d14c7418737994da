// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/reference.h"
#include "backend/domain/submission.h"

#include <string>

namespace onceover {

// A submission of 12.50 EUR whose reference follows from the given idempotency key.
inline Submission exampleSubmission(
    const std::string& idempotencyKey, const std::string& account = "DE02120300000000202051")
{
    const auto tenant = *Uuid::fromText("00000000-0000-7000-8000-000000000001");
    const std::string reference = Reference::of(tenant, "shop", idempotencyKey).text();
    return Submission{
        .provider = "example",
        .profileVersion = 1,
        .attemptId = *Uuid::fromText("00000000-0000-7000-8000-000000000002"),
        .reference = reference,
        .providerKey = reference + "-1",
        .amount = Money(1250, *Currency::fromCode("EUR")),
        .direction = "IN",
        .payee = "Zoë & Söhne",
        .payeeAccount = account,
        .source = "shop",
        .idempotencyKey = idempotencyKey,
    };
}

} // namespace onceover
