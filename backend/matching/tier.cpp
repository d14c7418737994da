// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/tier.h"

namespace onceover {

std::string_view toText(Tier tier)
{
    switch (tier) {
    case Tier::ExactReference:
        return "EXACT_REFERENCE";
    case Tier::NormalisedReference:
        return "NORMALISED_REFERENCE";
    case Tier::AccountAmountWindow:
        break;
    }
    return "ACCOUNT_AMOUNT_WINDOW";
}

} // namespace onceover
