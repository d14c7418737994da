// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <string>

namespace onceover {

// Waits for hints on one channel, on a session of its own. Hints carry nothing and may be lost:
// after opening, and after every error, look before waiting.
class Listener
{
public:
    // `channel` consists of lower-case letters and underscores (listener.channel otherwise). Does
    // not work on a hot standby.
    static Result<Listener> open(
        const ConnectionSettings& settings, const std::string& channel, Deadline deadline);

    // True if at least one hint came, all that came together; false if the deadline passed first.
    Result<bool> wait(Deadline deadline);

private:
    explicit Listener(Connection connection);

    Connection m_connection;
};

} // namespace onceover
