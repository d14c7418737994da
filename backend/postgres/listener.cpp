// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/listener.h"

#include <chrono>
#include <utility>

namespace onceover {

Listener::Listener(Connection connection)
    : m_connection(std::move(connection))
{}

Result<Listener> Listener::open(
    const ConnectionSettings& settings, const std::string& channel, Deadline deadline)
{
    // LISTEN takes no parameter, so the name becomes part of the statement.
    if (channel.empty()
        || channel.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") != std::string::npos) {
        return Failure(Error::notHappened("listener.channel", "The channel name is not usable."));
    }
    auto connection = Connection::open(settings, deadline);
    if (!connection) {
        return Failure(connection.error());
    }
    if (auto listening = connection->executeScript("listen", "listen " + channel, deadline);
        !listening) {
        return Failure(listening.error());
    }
    return Listener(std::move(*connection));
}

Result<bool> Listener::wait(Deadline deadline)
{
    bool hasHint = false;
    for (;;) {
        const Deadline patience = hasHint ? Deadline::in(std::chrono::milliseconds(0)) : deadline;
        auto notification = m_connection.waitForNotification(patience);
        if (!notification) {
            return Failure(notification.error());
        }
        if (!*notification) {
            return hasHint;
        }
        hasHint = true;
    }
}

} // namespace onceover
