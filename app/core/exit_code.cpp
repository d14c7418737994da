// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/exit_code.h"

#include <array>
#include <string_view>

namespace onceover {

namespace {

struct Prefix
{
    std::string_view text;
    ExitCode code;
};

constexpr std::array kPrefixes = {
    Prefix{"database.other_login", ExitCode::Configuration},
    Prefix{"database.pooler", ExitCode::Configuration},
    Prefix{"database.environment", ExitCode::Configuration},
    Prefix{"database.refused", ExitCode::Permission},
    Prefix{"database.login_refused", ExitCode::Permission},
    Prefix{"database.invalid_value", ExitCode::Refused},
    Prefix{"database.constraint", ExitCode::Refused},
    Prefix{"database.statement", ExitCode::Internal},
    Prefix{"database.internal", ExitCode::Internal},
    Prefix{"database.", ExitCode::DatabaseAway},
    Prefix{"fence.", ExitCode::DatabaseAway},
    Prefix{"cluster.", ExitCode::DatabaseAway},
    Prefix{"person.", ExitCode::Permission},
    Prefix{"machine.", ExitCode::Permission},
    Prefix{"journal.", ExitCode::CannotCreate},
    Prefix{"file.create", ExitCode::CannotCreate},
    Prefix{"file.", ExitCode::InputOutput},
    Prefix{"settings.", ExitCode::Configuration},
    Prefix{"schema.", ExitCode::Configuration},
    Prefix{"profile.", ExitCode::Configuration},
    Prefix{"installation.", ExitCode::Configuration},
    Prefix{"store.unexpected", ExitCode::Internal},
    Prefix{"core.", ExitCode::Configuration},
};

} // namespace

ExitCode exitCodeOf(const Error& error)
{
    if (error.effect() == Effect::Possible)
        return ExitCode::InDoubt;
    for (const Prefix& prefix : kPrefixes) {
        if (error.code().rfind(prefix.text, 0) == 0)
            return prefix.code;
    }
    return ExitCode::Refused;
}

} // namespace onceover
