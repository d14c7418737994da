// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/error.h"

#include <string>

namespace onceover {

// What the server said about a failed statement.
struct ServerReport
{
    // Never translated: ERROR, FATAL or PANIC.
    std::string severity;
    std::string sqlState;
    std::string message;
    std::string detail;
    std::string constraint;
};

// The stable code of a report. Our own functions raise SQLSTATE class OO with the code as message;
// the rest is grouped by what a caller can do about it.
std::string databaseErrorCode(const ServerReport& report);

// True if the report itself proves that the statement had no effect: the server rolled it back and
// lives on.
bool provesNoEffect(const ServerReport& report);

// The error for a report; `effect` is for the caller to decide where the report does not prove it.
Error databaseError(const ServerReport& report, Effect effectUnlessProven, std::string_view origin);

} // namespace onceover
