// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/act/desk_bridge.h"

#include <algorithm>
#include <chrono>
#include <variant>

namespace onceover {

namespace {

constexpr std::chrono::milliseconds kFirstLookDelayMs{250};
constexpr std::chrono::milliseconds kLongestLookDelayMs{5000};

CommandAnswer run(Desk& desk, const DeskCommand& command)
{
    struct Visitor
    {
        Desk& desk;

        CommandAnswer operator()(const Proposal& each) const { return desk.propose(each); }

        CommandAnswer operator()(const ProfileProposal& each) const
        {
            return desk.proposeProfile(each);
        }

        CommandAnswer operator()(const CoreProposal& each) const { return desk.proposeCore(each); }

        CommandAnswer operator()(const UploadProposal& each) const
        {
            return desk.proposeUpload(each);
        }

        CommandAnswer operator()(const MatchRulesProposal& each) const
        {
            return desk.proposeMatchRules(each);
        }

        CommandAnswer operator()(const Approval& each) const { return desk.approve(each); }

        CommandAnswer operator()(const Withdrawal& each) const { return desk.withdraw(each); }

        CommandAnswer operator()(const Take& each) const { return desk.take(each); }

        CommandAnswer operator()(const EndTake& each) const { return desk.endTake(each); }

        CommandAnswer operator()(const Deferral& each) const { return desk.defer(each); }

        CommandAnswer operator()(const Enquiry& each) const { return desk.enquire(each); }

        CommandAnswer operator()(const CaseNote& each) const { return desk.addNote(each); }
    };

    return std::visit(Visitor{desk}, command);
}

} // namespace

DeskBridge::DeskBridge(OpenDesk openDesk, QObject* parent)
    : QObject(parent)
    , m_openDesk(std::move(openDesk))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{}

DeskBridge::~DeskBridge()
{
    m_thread.request_stop();
    m_wake.notify_all();
    m_thread.join();
}

bool DeskBridge::submit(const DeskCommand& command)
{
    if (m_isBusy)
        return false;
    m_isBusy = true;
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = command;
    }
    m_wake.notify_all();
    Q_EMIT busyChanged(true);
    return true;
}

void DeskBridge::work(const std::stop_token& stop)
{
    for (;;) {
        std::optional<DeskCommand> command;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return m_waiting.has_value(); }))
                break;
            command.swap(m_waiting);
        }
        const CommandAnswer answer = carryOut(*command, stop);
        if (!stop.stop_requested())
            deliver(answer);
    }
    // The connection is closed in the thread that opened it.
    m_desk.reset();
}

Desk* DeskBridge::desk(CommandAnswer& answer)
{
    if (m_desk == nullptr) {
        auto opened = m_openDesk();
        if (!opened) {
            answer.outcome = CommandAnswer::Outcome::Refused;
            answer.code = "desk.away";
            answer.detail = opened.error().detail();
            return nullptr;
        }
        m_desk = std::move(*opened);
    }
    return m_desk.get();
}

CommandAnswer DeskBridge::carryOut(const DeskCommand& command, const std::stop_token& stop)
{
    CommandAnswer answer;
    Desk* open = desk(answer);
    // Without a connection nothing was sent, which is a refusal and no doubt.
    if (open == nullptr)
        return answer;
    answer = run(*open, command);
    if (answer.outcome != CommandAnswer::Outcome::Unknown)
        return answer;
    QMetaObject::invokeMethod(
        this, [this] { Q_EMIT checking(); }, Qt::QueuedConnection);
    auto delay = kFirstLookDelayMs;
    while (answer.outcome == CommandAnswer::Outcome::Unknown && !stop.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, delay, [] { return false; });
        }
        delay = std::min(delay * 2, kLongestLookDelayMs);
        CommandAnswer unreachable;
        Desk* looking = desk(unreachable);
        if (looking == nullptr)
            continue;
        answer = looking->readCommand(commandId(command));
        if (answer.outcome == CommandAnswer::Outcome::Unknown)
            m_desk.reset();
    }
    return answer;
}

void DeskBridge::deliver(const CommandAnswer& answer)
{
    QMetaObject::invokeMethod(
        this,
        [this, answer] {
            m_isBusy = false;
            Q_EMIT busyChanged(false);
            Q_EMIT answered(answer);
        },
        Qt::QueuedConnection);
}

} // namespace onceover
