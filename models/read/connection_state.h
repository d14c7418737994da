// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace onceover {

// Of the reading connection. Stale is what was read before and could not be read again: it is
// shown, and nothing is decided on it.
enum class ConnectionState
{
    Connecting,
    Online,
    Stale,
};

} // namespace onceover
