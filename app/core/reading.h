// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/site_command.h"
#include "backend/store/pg_review.h"

#include <cstdint>
#include <functional>
#include <string>

namespace onceover {

// Runs `body` on the review views: as the site's reader, or as the person named with --as.
ExitCode runReading(
    const Command& command,
    CommandLine line,
    const std::vector<std::string>& words,
    const Streams& streams,
    const std::function<ExitCode(PgReview&, const Arguments&, Output&)>& body);

// "12.50 EUR" for people; the bare number where the currency is not known.
std::string amountText(std::int64_t amountMinor, const std::string& currency);

// A row of the views with its times readable and its JSON texts as JSON.
Json readable(const std::string& row);

// The text of a member; empty when it is missing or no text.
std::string textOf(const Json& object, const char* key);

} // namespace onceover
