// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/reference.h"
#include "backend/matching/record_facts.h"

#include <cstdint>
#include <string>

namespace onceover {

// What matching needs to know of a payment.
struct PaymentFacts
{
    Reference reference;
    // Positive, in minor units.
    std::int64_t amountMinor = 0;
    std::string currency;
    Direction direction = Direction::Out;
    std::string payeeAccount;
};

} // namespace onceover
