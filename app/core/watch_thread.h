// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/watched_file.h"
#include "backend/domain/error.h"
#include "backend/postgres/connection_settings.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace onceover {

// Looks into the folders of the channels every few seconds, on a thread of its own and under the
// ingest's login, until it goes out of scope. A file that is being stored then is finished.
class WatchThread
{
public:
    // Both functions are called on that thread: for each file, and when a look could not be
    // finished.
    WatchThread(
        ConnectionSettings ingest,
        std::function<void(const WatchedFile&)> onFile,
        std::function<void(const Error&)> onError);
    ~WatchThread();

private:
    void run(const std::stop_token& stop);

    ConnectionSettings m_ingest;
    std::function<void(const WatchedFile&)> m_onFile;
    std::function<void(const Error&)> m_onError;
    std::mutex m_mutex;
    std::condition_variable_any m_woken;
    // Last: it uses everything above.
    std::jthread m_thread;
};

} // namespace onceover
