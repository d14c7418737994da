// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/act/file_bridge.h"

#include <QMetaObject>

#include <utility>

namespace onceover {

namespace {

// How often the screen is told, in lines.
constexpr qint64 kTellEvery = 2000;

} // namespace

FileBridge::FileBridge(Preview preview, Store store, QObject* parent)
    : QObject(parent)
    , m_preview(std::move(preview))
    , m_store(std::move(store))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{}

FileBridge::~FileBridge()
{
    m_isCancelled = true;
    m_thread.request_stop();
    m_wake.notify_all();
    m_thread.join();
}

void FileBridge::preview(const FileQuestion& question)
{
    post(question);
}

void FileBridge::store(const FileOrder& order)
{
    post(order);
}

void FileBridge::post(Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        m_isCancelled = false;
        m_jobs.push_back(std::move(job));
    }
    if (m_pending++ == 0)
        Q_EMIT busyChanged(true);
    m_wake.notify_all();
}

void FileBridge::cancel()
{
    std::size_t dropped = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_isCancelled = true;
        dropped = m_jobs.size();
        m_jobs.clear();
    }
    for (; dropped > 0; --dropped)
        finished();
}

void FileBridge::finished()
{
    if (--m_pending == 0)
        Q_EMIT busyChanged(false);
}

void FileBridge::work(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_jobs.empty(); }))
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        run(job);
    }
}

void FileBridge::run(const Job& job)
{
    const bool isPreview = std::holds_alternative<FileQuestion>(job);
    const QString path =
        isPreview ? std::get<FileQuestion>(job).path : std::get<FileOrder>(job).question.path;
    const Progress progress = [this, path](qint64 lines) {
        if (lines % kTellEvery == 0)
            QMetaObject::invokeMethod(
                this,
                [this, path, lines] { Q_EMIT progressed(path, lines); },
                Qt::QueuedConnection);
        return !m_isCancelled;
    };
    if (isPreview) {
        const FilePreview shown = m_preview(std::get<FileQuestion>(job), progress);
        QMetaObject::invokeMethod(
            this,
            [this, shown] {
                finished();
                Q_EMIT previewed(shown);
            },
            Qt::QueuedConnection);
        return;
    }
    const FileStored kept = m_store(std::get<FileOrder>(job), progress);
    QMetaObject::invokeMethod(
        this,
        [this, kept] {
            finished();
            Q_EMIT stored(kept);
        },
        Qt::QueuedConnection);
}

} // namespace onceover
