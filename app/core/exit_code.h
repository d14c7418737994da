// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/error.h"

namespace onceover {

// How a command ends (sysexits.h where it has a number for it). The man page lists them.
enum class ExitCode
{
    Done = 0,
    Usage = 64,
    Refused = 65,
    CannotOpenInput = 66,
    DatabaseAway = 69,
    Internal = 70,
    CannotCreate = 73,
    InputOutput = 74,
    // It may have happened: look before anything is repeated.
    InDoubt = 75,
    Permission = 77,
    Configuration = 78,
};

// The end that an error asks for.
ExitCode exitCodeOf(const Error& error);

} // namespace onceover
