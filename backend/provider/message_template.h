// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/submission.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// Values for the placeholders of a profile's templates: "{provider_key}" in a template stands for
// the value of that name.
using PlaceholderValues = std::map<std::string, std::string, std::less<>>;

// reference, provider_key, amount_minor, amount_decimal, currency, currency_lower, direction,
// payee, payee_account, source, idempotency_key. The attempt's own id is left out on purpose: two
// permits of one generation send equal bytes.
PlaceholderValues placeholdersOf(const Submission& submission);

// Replaces every placeholder by encode(value). Nothing when a brace is unbalanced or a name
// unknown.
std::optional<std::string> expand(
    std::string_view text,
    const PlaceholderValues& values,
    const std::function<std::string(const std::string&)>& encode);

// RFC 3986: everything but unreserved characters becomes %XX.
std::string percentEncoded(const std::string& text);

} // namespace onceover
