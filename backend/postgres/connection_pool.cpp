// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/connection_pool.h"

#include <utility>

namespace onceover {

ConnectionPool::Loan::Loan(ConnectionPool& pool, Connection connection)
    : m_pool(&pool)
    , m_connection(std::move(connection))
{}

ConnectionPool::Loan::Loan(Loan&& other) noexcept
    : m_pool(std::exchange(other.m_pool, nullptr))
    , m_connection(std::move(other.m_connection))
{
    other.m_connection.reset();
}

ConnectionPool::Loan::~Loan()
{
    if (m_pool != nullptr) {
        m_pool->takeBack(std::move(*m_connection));
    }
}

ConnectionPool::ConnectionPool(ConnectionSettings settings, std::size_t capacity)
    : m_settings(std::move(settings))
    , m_capacity(capacity)
{}

Result<ConnectionPool::Loan> ConnectionPool::borrow(Deadline deadline)
{
    {
        std::unique_lock lock(m_mutex);
        const bool hasPlace =
            m_returned.wait_until(lock, deadline.at(), [this] { return m_inUse < m_capacity; });
        if (!hasPlace) {
            return Failure(Error::notHappened("pool.busy", "All database sessions are in use."));
        }
        ++m_inUse;
        while (!m_idle.empty()) {
            Connection connection = std::move(m_idle.back());
            m_idle.pop_back();
            if (connection.isStillOpen()) {
                return Loan(*this, std::move(connection));
            }
        }
    }
    // Outside the lock: connecting takes time, and others may bring theirs back meanwhile.
    auto opened = Connection::open(m_settings, deadline);
    if (!opened) {
        releasePlace();
        return Failure(opened.error());
    }
    return Loan(*this, std::move(*opened));
}

void ConnectionPool::takeBack(Connection connection)
{
    const bool isReusable = !connection.isBroken() && !connection.isInTransaction();
    {
        const std::lock_guard lock(m_mutex);
        if (isReusable) {
            m_idle.push_back(std::move(connection));
        }
        --m_inUse;
    }
    m_returned.notify_one();
}

void ConnectionPool::releasePlace()
{
    {
        const std::lock_guard lock(m_mutex);
        --m_inUse;
    }
    m_returned.notify_one();
}

void ConnectionPool::closeIdle()
{
    const std::lock_guard lock(m_mutex);
    m_idle.clear();
}

std::size_t ConnectionPool::idleCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_idle.size();
}

} // namespace onceover
