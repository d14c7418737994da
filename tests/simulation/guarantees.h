// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/database.h"

#include <optional>

namespace onceover::simulation {

// The guarantees between two states of one payment, from the design's text and not from the
// functions: which edges are legal and what each needs, that facts are only added, that a permit is
// used once. Throws Violation. Counts the edge that was taken.
void checkChange(
    const std::optional<PaymentRow>& before, const PaymentRow& after, Database& database);

} // namespace onceover::simulation
