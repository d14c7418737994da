// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/failure.h"
#include "app/sandbox/json_fields.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

// What one provider behind the sandbox promises to its callers.
struct ProviderRules
{
    bool collapsesKeys = true; // an Idempotency-Key seen within its life makes no second charge
    bool uniqueMerchantNumber = false;  // a merchant number that has a charge already is refused
    bool query = true;                  // GET ?key= and ?reference=
    bool list = true;                   // GET ?from=&to=&after=&limit=
    std::int64_t keyTtlS = 86'400;      // life of a key, in seconds from its first use
    std::int64_t visibilityDelayMs = 0; // charges appear in query and list only after this time

    // card, wire and legacy as the manual page describes them; any other name behaves like card.
    static ProviderRules defaultsFor(std::string_view provider);

    // The defaults of that provider with the fields of the script's object laid over; an unknown
    // field is refused.
    static Outcome<ProviderRules> parse(std::string_view provider, const Json& object);
};

} // namespace onceover
