// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/desk/desk.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace onceover {

// What a FakeDesk is to answer and what it was asked; shared between the test and the desk's
// thread.
struct DeskScript
{
    std::mutex mutex;
    std::condition_variable released;
    // Commands wait here until the test lets them go.
    bool isHeld = false;
    std::deque<CommandAnswer> answers;
    std::deque<CommandAnswer> looks;
    std::vector<DeskCommand> commands;
    std::vector<Uuid> lookedAt;

    void release()
    {
        const std::lock_guard lock(mutex);
        isHeld = false;
        released.notify_all();
    }

    std::size_t commandCount()
    {
        const std::lock_guard lock(mutex);
        return commands.size();
    }

    std::size_t lookCount()
    {
        const std::lock_guard lock(mutex);
        return lookedAt.size();
    }
};

class FakeDesk : public Desk
{
public:
    explicit FakeDesk(DeskScript& script)
        : m_script(script)
    {}

    CommandAnswer propose(const Proposal& each) override { return answer(each); }

    CommandAnswer proposeProfile(const ProfileProposal& each) override { return answer(each); }

    CommandAnswer proposeMatchRules(const MatchRulesProposal& each) override
    {
        return answer(each);
    }

    CommandAnswer proposeCore(const CoreProposal& each) override { return answer(each); }

    CommandAnswer proposeUpload(const UploadProposal& each) override { return answer(each); }

    CommandAnswer approve(const Approval& each) override { return answer(each); }

    CommandAnswer withdraw(const Withdrawal& each) override { return answer(each); }

    CommandAnswer take(const Take& each) override { return answer(each); }

    CommandAnswer endTake(const EndTake& each) override { return answer(each); }

    CommandAnswer defer(const Deferral& each) override { return answer(each); }

    CommandAnswer enquire(const Enquiry& each) override { return answer(each); }

    CommandAnswer addNote(const CaseNote& each) override { return answer(each); }

    CommandAnswer readCommand(const Uuid& commandId) override
    {
        const std::lock_guard lock(m_script.mutex);
        m_script.lookedAt.push_back(commandId);
        return next(m_script.looks);
    }

    CommandAnswer readDecision(const Uuid& decisionId) override { return readCommand(decisionId); }

private:
    CommandAnswer answer(const DeskCommand& command)
    {
        std::unique_lock lock(m_script.mutex);
        m_script.commands.push_back(command);
        m_script.released.wait(lock, [this] { return !m_script.isHeld; });
        return next(m_script.answers);
    }

    static CommandAnswer next(std::deque<CommandAnswer>& answers)
    {
        CommandAnswer answer;
        answer.outcome = CommandAnswer::Outcome::Done;
        if (!answers.empty()) {
            answer = answers.front();
            answers.pop_front();
        }
        return answer;
    }

    DeskScript& m_script;
};

} // namespace onceover
