// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/watch_thread.h"

#include "app/core/channel_watch.h"
#include "app/core/posix_drop_folder.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/store/pg_match_store.h"

#include <chrono>
#include <utility>

namespace onceover {

namespace {

// Two looks must see a file unchanged: a server that writes leaves no pause as long as this.
constexpr std::chrono::seconds kBetweenLooks{5};

} // namespace

WatchThread::WatchThread(
    ConnectionSettings ingest,
    std::function<void(const WatchedFile&)> onFile,
    std::function<void(const Error&)> onError)
    : m_ingest(std::move(ingest))
    , m_onFile(std::move(onFile))
    , m_onError(std::move(onError))
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{}

WatchThread::~WatchThread()
{
    m_thread.request_stop();
    m_thread.join();
}

void WatchThread::run(const std::stop_token& stop)
{
    const SystemClock clock;
    RandomIdSource ids(clock);
    PgImportStore lines(m_ingest);
    PgMatchStore matches(m_ingest);
    MatchStep matching(matches);
    ChannelWatch watch(
        {lines, matching},
        ids,
        [](const std::string& path) -> Result<std::unique_ptr<DropFolder>> {
            auto folder = PosixDropFolder::open(path);
            if (!folder)
                return Failure(folder.error());
            return std::unique_ptr<DropFolder>(
                std::make_unique<PosixDropFolder>(std::move(*folder)));
        },
        m_onFile);
    while (!stop.stop_requested()) {
        if (const auto looked = watch.look(); !looked)
            m_onError(looked.error());
        std::unique_lock lock(m_mutex);
        m_woken.wait_for(lock, stop, kBetweenLooks, [] { return false; });
    }
}

} // namespace onceover
