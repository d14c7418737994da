// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace onceover {

// A bounded number of sessions of one login, lent to one thread at a time. What comes back broken
// or inside a transaction is closed; a new session takes its place when somebody asks next. Nothing
// is ever repeated on it. Outlives its loans.
class ConnectionPool
{
public:
    class Loan
    {
    public:
        Loan(Loan&& other) noexcept;
        Loan& operator=(Loan&&) = delete;
        ~Loan();

        Connection& operator*() { return *m_connection; }

        Connection* operator->() { return &*m_connection; }

    private:
        friend class ConnectionPool;

        Loan(ConnectionPool& pool, Connection connection);

        ConnectionPool* m_pool;
        std::optional<Connection> m_connection;
    };

    ConnectionPool(ConnectionSettings settings, std::size_t capacity);

    ConnectionPool(const ConnectionPool&) = delete;
    ConnectionPool& operator=(const ConnectionPool&) = delete;

    // An open session, waiting for one to come back if all are lent (pool.busy once the deadline
    // passes). Any thread.
    Result<Loan> borrow(Deadline deadline);

    // Closes what is idle: after a failover every old session is in doubt.
    void closeIdle();

    std::size_t idleCount() const;

private:
    void takeBack(Connection connection);
    void releasePlace();

    const ConnectionSettings m_settings;
    const std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::condition_variable m_returned;
    std::vector<Connection> m_idle;
    // Lent or being opened.
    std::size_t m_inUse = 0;
};

} // namespace onceover
