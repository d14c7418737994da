// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/desk/desk.h"
#include "backend/domain/result.h"

#include <QObject>
#include <QString>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace onceover {

// The one bridge from the screen to the desk. The desk lives in a thread of its own, under the
// person's own session; a command goes there and its answer comes back as a signal. One command is
// under way at a time: while it is, every other one is refused here. A lost answer is read again by
// the command's id until it is known; the command is never repeated.
class DeskBridge : public QObject
{
    Q_OBJECT

public:
    // Called in the desk's thread, again after a failure.
    using OpenDesk = std::function<Result<std::unique_ptr<Desk>>()>;

    explicit DeskBridge(OpenDesk openDesk, QObject* parent = nullptr);
    ~DeskBridge() override;

    bool isBusy() const { return m_isBusy; }

    // False: another command is under way and nothing was done.
    bool submit(const DeskCommand& command);

Q_SIGNALS:
    void busyChanged(bool isBusy);
    // Its outcome is Done or Refused, never Unknown.
    void answered(onceover::CommandAnswer answer);
    // The answer was lost; the record is being read to see.
    void checking();

private:
    void work(const std::stop_token& stop);
    CommandAnswer carryOut(const DeskCommand& command, const std::stop_token& stop);
    // Null and `answer` filled where the desk cannot be opened.
    Desk* desk(CommandAnswer& answer);
    void deliver(const CommandAnswer& answer);

    OpenDesk m_openDesk;
    bool m_isBusy = false;

    // The desk's thread alone.
    std::unique_ptr<Desk> m_desk;

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<DeskCommand> m_waiting;
    std::jthread m_thread;
};

} // namespace onceover

Q_DECLARE_METATYPE(onceover::CommandAnswer)
