// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/query_answer.h"
#include "backend/provider/http_profile.h"

#include <optional>

#include <nlohmann/json.hpp>

namespace onceover {

// Reads one charge by the profile's record shape. Nothing when it has no usable id: a record that
// cannot be told from another one proves nothing. An amount that is not an exact integer (12.0,
// 1e3) or of a currency that ISO 4217 does not list leaves `amount` empty.
std::optional<ChargeRecord> readCharge(const nlohmann::json& node, const RecordShape& shape);

} // namespace onceover
