// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// libpq's own types, named here so that no header includes libpq's.
struct pg_conn;
struct pg_result;

namespace onceover {

Error databaseAway(std::string detail, std::string_view origin, Effect effect);

// The libpq side of one session: bounded waits, and results as values.
struct Connection::State
{
    struct Closer
    {
        void operator()(pg_conn* open) const;
    };

    std::unique_ptr<pg_conn, Closer> conn;
    std::string login;
    std::vector<Notice> notices;
    bool isBroken = false;

    static void receiveNotice(void* self, const pg_result* result);

    bool isInTransaction() const;
    bool isInFailedTransaction() const;
    // What libpq says about the last failure, on one line.
    std::string lastWords() const;

    // Marks the session as given up.
    Failure breakOff(std::string detail, std::string_view origin, Effect effect);

    Result<void> connect(Deadline deadline);
    Result<void> flush(std::string_view origin, Effect effect, Deadline deadline);
    Result<void> awaitResult(std::string_view origin, Effect effect, Deadline deadline);
    // Sends what is buffered and reads all results. The first failure is the answer; with none, the
    // last rows.
    Result<Rows> collect(std::string_view origin, Effect effectIfLost, Deadline deadline);
    // Breaks an idle session whose server said why it is about to hang up.
    void heedLastWords();
    // False if the deadline passes before the socket is readable.
    Result<bool> awaitInput(std::string_view origin, Deadline deadline);
};

} // namespace onceover
