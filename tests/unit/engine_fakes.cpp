// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/engine_fakes.h"

#include <utility>

namespace onceover {

Result<void> FakeJournal::appendAll(const std::vector<JournalRecord>& records)
{
    if (m_isPoisoned)
        return Failure(Error::possible("journal.poisoned", ""));
    const Fault fault = m_plan.next();
    if (fault == Fault::KillBefore)
        throw Killed{};
    // A failed write is final, and whether it reached the disk is not known.
    if (fault == Fault::LostBefore || fault == Fault::LostAfter)
        m_isPoisoned = true;
    if (fault != Fault::LostBefore)
        m_disk.insert(m_disk.end(), records.begin(), records.end());
    if (fault == Fault::KillAfter)
        throw Killed{};
    if (m_isPoisoned)
        return Failure(Error::possible("journal.poisoned", ""));
    return {};
}

std::vector<OpenAttempt> FakeJournal::openAttempts() const
{
    std::vector<OpenAttempt> open;
    const auto find = [&](const Uuid& id) {
        for (auto each = open.begin(); each != open.end(); ++each) {
            if (each->intent.attemptId == id)
                return each;
        }
        return open.end();
    };
    for (const JournalRecord& record : m_disk) {
        if (const auto* intent = std::get_if<JournalIntent>(&record))
            open.push_back({*intent, std::nullopt, std::nullopt, false});
        else if (const auto* calling = std::get_if<JournalCalling>(&record))
            find(calling->attemptId)->calling = *calling;
        else if (const auto* result = std::get_if<JournalResult>(&record))
            find(result->attemptId)->result = result->result;
        else if (const auto* recorded = std::get_if<JournalRecorded>(&record))
            open.erase(find(recorded->attemptId));
        else if (const auto* abandoned = std::get_if<JournalAbandoned>(&record))
            open.erase(find(abandoned->attemptId));
    }
    return open;
}

// All of them, whatever was asked for: more witnesses do no harm.
std::vector<WitnessedAttempt> FakeJournal::witnesses(std::uint64_t, std::size_t) const
{
    std::map<Uuid, WitnessedState> states;
    for (const JournalRecord& record : m_disk) {
        if (const auto* calling = std::get_if<JournalCalling>(&record))
            states[calling->attemptId] = WitnessedState::Called;
        else if (const auto* recorded = std::get_if<JournalRecorded>(&record))
            states[recorded->attemptId] = WitnessedState::Recorded;
        else if (const auto* abandoned = std::get_if<JournalAbandoned>(&record))
            states[abandoned->attemptId] =
                abandoned->why == kNotClaimedCode ? WitnessedState::Void : WitnessedState::Closed;
    }
    std::vector<WitnessedAttempt> found;
    for (const auto& [attempt, state] : states)
        found.push_back({attempt, state});
    return found;
}

// Runs the work unless the fault says otherwise. A lost answer breaks the session.
template <typename Value>
Result<Value> FakeStore::answer(const std::function<Result<Value>()>& work)
{
    if (!m_isConnected)
        return Failure(Error::notHappened("database.away", ""));
    const Fault fault = m_plan.next();
    if (fault == Fault::KillBefore)
        throw Killed{};
    if (fault == Fault::LostBefore) {
        m_isConnected = false;
        return Failure(Error::possible("database.lost", ""));
    }
    wasRefused = wasRefused || fault == Fault::Refused;
    if (fault == Fault::Refused)
        return Failure(Error::notHappened("core.replaced", ""));
    Result<Value> result = work();
    if (fault == Fault::KillAfter)
        throw Killed{};
    if (fault == Fault::LostAfter) {
        m_isConnected = false;
        return Failure(Error::possible("database.lost", ""));
    }
    return result;
}

Result<void> FakeStore::registerCore(const CoreIdentity&)
{
    if (!m_isConnected)
        ++m_session;
    m_isConnected = true;
    return answer<void>([] { return Result<void>(); });
}

Result<ServerCheck> FakeStore::beginCheck(const CoreIdentity&, std::uint64_t)
{
    return answer<ServerCheck>([&] {
        if (isCheckFailing)
            return Result<ServerCheck>(Failure(Error::possible("database.lock_timeout", "")));
        check.session = m_session;
        check.state = isFenced ? FenceState::Fenced : check.state;
        return Result<ServerCheck>(check);
    });
}

Result<std::vector<MissingAttempt>> FakeStore::findMissing(
    const CoreIdentity&, const std::vector<WitnessedAttempt>& asked)
{
    return answer<std::vector<MissingAttempt>>([&] {
        askedFor.push_back(asked.size());
        std::vector<MissingAttempt> missing;
        for (const WitnessedAttempt& each : asked) {
            const auto known = attempts.find(each.attemptId);
            const bool isThere =
                each.state == WitnessedState::Void
                    ? voided.count(each.attemptId) > 0
                    : known != attempts.end()
                          && (each.state == WitnessedState::Called || known->second.isClosed);
            if (!isThere)
                missing.push_back({each.attemptId, "missing"});
        }
        isFenced = isFenced || !missing.empty();
        return Result<std::vector<MissingAttempt>>(missing);
    });
}

Result<void> FakeStore::finishCheck(const CoreIdentity&, std::int64_t, std::uint64_t)
{
    ++finished;
    return answer<void>([] { return Result<void>(); });
}

Result<bool> FakeStore::heartbeat(const CoreIdentity&, std::uint64_t)
{
    return answer<bool>([&] { return Result<bool>(isPaused); });
}

Result<void> FakeStore::setPaused(const CoreIdentity&, bool isNowPaused)
{
    return answer<void>([&] {
        isPaused = isNowPaused;
        return Result<void>();
    });
}

Result<ClaimAnswer> FakeStore::claim(const CoreIdentity& core, const ClaimRequest& request)
{
    auto claimed = answer<ClaimAnswer>([&]() -> Result<ClaimAnswer> {
        ClaimAnswer result;
        result.commit = ClaimCommit::Committed;
        result.session = m_session;
        std::size_t next = 0;
        for (auto& payment : status) {
            if (payment.second != "PENDING" || next == request.attemptIds.size())
                continue;
            const Uuid& id = request.attemptIds[next];
            if (voided.count(id) + attempts.count(id) > 0)
                return Failure(Error::notHappened("claim.attempt_void", ""));
            ++next;
            payment.second = "SUBMITTING";
            attempts[id] = Attempt{payment.first, false, false};
            boots[id] = core.bootId;
            ClaimedAttempt attempt{
                Submission{
                    "bank",
                    1,
                    id,
                    payment.first.toText(),
                    payment.first.toText() + "-1",
                    Money(100, *Currency::fromCode("EUR")),
                    "OUT",
                    "payee",
                    "account",
                    "s",
                    "k"},
                payment.first,
                id,
                1,
                1,
                "FIRST",
                "PAYMENT",
                "",
                1,
                1,
                std::nullopt};
            result.attempts.push_back(std::move(attempt));
        }
        return result;
    });
    if (!claimed && claimed.error().effect() == Effect::Possible)
        return ClaimAnswer{ClaimCommit::InDoubt, {}, m_session};
    return claimed;
}

Result<void> FakeStore::readyToCall(
    const CoreIdentity&, std::uint64_t session, const ClaimedAttempt& attempt, const std::string&)
{
    if (session != m_session)
        return Failure(Error::notHappened("claim.other_session", ""));
    return answer<void>([&]() -> Result<void> {
        Attempt& known = attempts.at(attempt.submission.attemptId);
        if (known.isClosed)
            return Failure(Error::notHappened("attempt.over", ""));
        if (!notReady.empty())
            return Failure(Error::notHappened(notReady, ""));
        known.isCalledBodyStored = true;
        return {};
    });
}

Result<AttemptLook> FakeStore::lookUpAttempt(const CoreIdentity&, const Uuid& id)
{
    return answer<AttemptLook>([&] {
        if (attempts.count(id) > 0)
            return Result<AttemptLook>(AttemptLook::Claimed);
        voided.insert(id);
        return Result<AttemptLook>(AttemptLook::Void);
    });
}

Result<std::vector<RecordedResult>> FakeStore::recordResults(
    const CoreIdentity&, const std::vector<AttemptResult>& results)
{
    return answer<std::vector<RecordedResult>>([&] {
        rounds.push_back(results);
        std::vector<RecordedResult> recorded;
        for (const AttemptResult& result : results) {
            if (isRefusing) {
                recorded.push_back({result.attemptId, "REFUSED", "result.invalid", "", ""});
                continue;
            }
            Attempt& attempt = attempts.at(result.attemptId);
            const bool isRepeated = attempt.isClosed;
            attempt.isClosed = true;
            if (!isRepeated)
                status[attempt.payment] =
                    result.result.answer == Answer::Succeeded ? "SUCCEEDED" : "UNKNOWN";
            recorded.push_back(
                {result.attemptId, isRepeated ? "REPEATED" : "RECORDED", "", "", ""});
        }
        return Result<std::vector<RecordedResult>>(recorded);
    });
}

Result<std::string> FakeStore::abandon(
    const CoreIdentity&, const Uuid& id, const Uuid& bootId, bool wasCalled, const std::string&)
{
    return answer<std::string>([&]() -> Result<std::string> {
        if (notAbandoned)
            return Failure(*notAbandoned);
        Attempt& attempt = attempts.at(id);
        if (!attempt.isClosed)
            status[attempt.payment] = !wasCalled && boots[id] == bootId ? "FAILED" : "UNKNOWN";
        attempt.isClosed = true;
        return status[attempt.payment];
    });
}

Result<int> FakeStore::expireLeases(const CoreIdentity&, int)
{
    return answer<int>([] { return Result<int>(0); });
}

Result<int> FakeStore::settleStored(const CoreIdentity&, int)
{
    return answer<int>([] { return Result<int>(0); });
}

Result<int> FakeStore::endOverdue(const CoreIdentity&, int)
{
    return answer<int>([&] { return Result<int>(std::exchange(overdue, 0)); });
}

Result<std::vector<Uuid>> FakeStore::takeDueLooks(
    const CoreIdentity&, const std::string&, int, std::int64_t)
{
    return answer<std::vector<Uuid>>(
        [&] { return Result<std::vector<Uuid>>(std::exchange(due, {})); });
}

Result<LookFacts> FakeStore::lookFacts(const Uuid&)
{
    return answer<LookFacts>([&] { return Result<LookFacts>(facts); });
}

Result<RecordedEvidence> FakeStore::recordEvidence(
    const CoreIdentity&, const Uuid&, const NewEvidence& stored)
{
    return answer<RecordedEvidence>([&]() -> Result<RecordedEvidence> {
        if (notStored)
            return Failure(*notStored);
        evidence.push_back(stored);
        return RecordedEvidence();
    });
}

Result<std::string> FakeStore::applyVerdict(
    const CoreIdentity&, const Uuid&, std::int64_t, const Verdict& verdict)
{
    return answer<std::string>([&]() -> Result<std::string> {
        verdicts.push_back(verdict);
        if (verdictAnswers.empty())
            return std::string();
        Result<std::string> next = verdictAnswers.front();
        verdictAnswers.erase(verdictAnswers.begin());
        return next;
    });
}

Result<void> FakeStore::scheduleLook(const CoreIdentity&, const Uuid&, const Verdict& verdict)
{
    return answer<void>([&] {
        scheduled.push_back(verdict);
        return Result<void>();
    });
}

Result<std::vector<Uuid>> FakeStore::paymentsToRetry(const CoreIdentity&, const std::string&, int)
{
    return answer<std::vector<Uuid>>([&] {
        std::vector<Uuid> ids;
        for (const auto& payment : status) {
            if (payment.second == "FAILED")
                ids.push_back(payment.first);
        }
        return Result<std::vector<Uuid>>(ids);
    });
}

Result<std::optional<Uuid>> FakeStore::grantAutomatic(const CoreIdentity&, const Uuid& payment)
{
    return answer<std::optional<Uuid>>([&] {
        const bool isGranted = status[payment] == "FAILED";
        if (isGranted)
            status[payment] = "PENDING";
        return Result<std::optional<Uuid>>(isGranted ? std::optional<Uuid>(payment) : std::nullopt);
    });
}

Result<void> FakeStore::fence(const CoreIdentity&, const std::string&)
{
    return answer<void>([&] {
        isFenced = true;
        return Result<void>();
    });
}

FakeProvider::FakeProvider(FaultPlan& plan, std::function<void(const Uuid&)> onSubmit)
    : m_plan(plan)
    , m_onSubmit(std::move(onSubmit))
{
    m_profile.name = "bank";
    m_profile.version = 1;
    m_profile.concurrency = 2;
}

Result<std::string> FakeProvider::renderRequest(const Submission& submission) const
{
    return submission.providerKey;
}

SubmissionResult FakeProvider::submit(const Submission& submission, std::string_view)
{
    m_onSubmit(submission.attemptId);
    const Fault fault = m_plan.next();
    if (fault == Fault::KillBefore)
        throw Killed{};
    ++submissions[submission.attemptId];
    SubmissionResult result;
    result.requestBytes = 100;
    result.reason = "deadline";
    if (fault != Fault::LostBefore)
        ++charges[submission.reference];
    if (fault == Fault::KillAfter)
        throw Killed{};
    if (fault == Fault::None)
        result.answer = Answer::Succeeded;
    return result;
}

QueryAnswer FakeProvider::queryByKey(
    std::string_view key, std::string_view reference, std::int64_t sinceUs)
{
    questions.push_back(
        std::string(key) + " " + std::string(reference) + " " + std::to_string(sinceUs));
    return {};
}

} // namespace onceover
