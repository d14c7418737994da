// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace onceover {

// What the console's exit codes mean; the manual page lists the same.
enum class ConsoleExit : int
{
    Done = 0,
    // The command line was not understood.
    Usage = 64,
    // There is no display to open a window on.
    NoDisplay = 68,
    // The database or the private cluster cannot be reached or started.
    DatabaseAway = 69,
    // A directory or file cannot be made.
    CannotCreate = 73,
    // A view could not be drawn.
    NotDrawn = 74,
    // The profile or person named does not exist.
    NoSuchName = 78,
};

} // namespace onceover
