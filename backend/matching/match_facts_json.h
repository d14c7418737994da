// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/matching/layer_matcher.h"
#include "backend/matching/payment_facts.h"
#include "backend/matching/record_facts.h"

#include <nlohmann/json_fwd.hpp>

namespace onceover {

// Facts as the database's functions tell them. All throw what nlohmann-json throws.
RecordFacts recordFactsFrom(const nlohmann::json& object);
PaymentFacts paymentFactsFrom(const nlohmann::json& object);
CoveredDays coveredDaysFrom(const nlohmann::json& object);

// What a candidate carries for the person who decides.
nlohmann::json fieldsOf(const RecordMatch& match);

} // namespace onceover
