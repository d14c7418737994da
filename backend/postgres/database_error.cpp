// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/database_error.h"

#include <array>
#include <string_view>
#include <utility>

namespace onceover {

namespace {

struct CodeOfState
{
    // A whole SQLSTATE or its class.
    std::string_view state;
    std::string_view code;
};

// Whole states stand before their class.
constexpr std::array<CodeOfState, 24> kCodes = {{
    {"25006", "database.read_only"},
    {"25P03", "database.away"},
    {"40001", "database.serialization"},
    {"40P01", "database.deadlock"},
    {"40003", "database.unknown_completion"},
    {"42501", "database.refused"},
    {"53300", "database.too_many_connections"},
    {"55P03", "database.lock_timeout"},
    {"57014", "database.cancelled"},
    {"57P04", "database.missing"},
    {"3D000", "database.missing"},
    {"08", "database.away"},
    {"22", "database.invalid_value"},
    {"23", "database.constraint"},
    {"25", "database.transaction_state"},
    {"28", "database.login_refused"},
    {"40", "database.serialization"},
    {"42", "database.statement"},
    {"53", "database.resources"},
    {"54", "database.resources"},
    {"55", "database.state"},
    {"57", "database.away"},
    {"58", "database.system"},
    {"XX", "database.internal"},
}};

std::string sentence(const ServerReport& report)
{
    std::string text = report.message;
    if (!report.detail.empty()) {
        text += text.empty() ? "" : ": ";
        text += report.detail;
    }
    if (!report.constraint.empty()) {
        text += " [" + report.constraint + "]";
    }
    return text;
}

} // namespace

std::string databaseErrorCode(const ServerReport& report)
{
    const std::string_view state = report.sqlState;
    if (state.starts_with("OO")) {
        // Our own functions name their refusals themselves: "fence.not_armed", "verdict.stale".
        return report.message;
    }
    for (const CodeOfState& entry : kCodes) {
        if (state.starts_with(entry.state)) {
            return std::string(entry.code);
        }
    }
    return state.empty() ? "database.away" : "database.error";
}

bool provesNoEffect(const ServerReport& report)
{
    return report.severity == "ERROR" && report.sqlState != "40003"
           && !report.sqlState.starts_with("08");
}

Error databaseError(const ServerReport& report, Effect effectUnlessProven, std::string_view origin)
{
    std::string code = databaseErrorCode(report);
    // Our own refusals carry their sentence as DETAIL; the code is not repeated in it.
    std::string detail = report.sqlState.starts_with("OO") && !report.detail.empty()
                             ? report.detail
                             : sentence(report);
    const bool isProven = provesNoEffect(report) || effectUnlessProven == Effect::None;
    Error error = isProven ? Error::notHappened(std::move(code), std::move(detail))
                           : Error::possible(std::move(code), std::move(detail));
    return std::move(error).withSqlState(report.sqlState).withOrigin(std::string(origin));
}

} // namespace onceover
