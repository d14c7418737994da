// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/end_signals.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <atomic>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace onceover {

namespace {

std::atomic<int> s_writeFd{-1};

// Whoever ends a process group may signal a process twice for one wish.
constexpr int kDeadly = 4;
std::atomic<int> s_count{0};

// Only what may be called in a handler: one byte into a pipe.
void note(int number)
{
    if (++s_count >= kDeadly)
        std::signal(number, SIG_DFL);
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(s_writeFd.load(), &byte, 1);
}

} // namespace

EndSignals::EndSignals(QObject* parent)
    : QObject(parent)
{
    if (::pipe2(m_fds, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    s_writeFd = m_fds[1];
    auto* notifier = new QSocketNotifier(m_fds[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [notifier] {
        notifier->setEnabled(false);
        QCoreApplication::quit();
    });
    std::signal(SIGINT, note);
    std::signal(SIGTERM, note);
}

EndSignals::~EndSignals()
{
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    s_writeFd = -1;
    for (const int fd : m_fds) {
        if (fd >= 0)
            ::close(fd);
    }
}

} // namespace onceover
