// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/pass.h"

#include "backend/engine/match_step.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr int kRetriesPerRound = 100;
constexpr int kLeasesPerRound = 100;
constexpr int kOverduePerRound = 100;
constexpr int kStoredPerRound = 100;
constexpr std::size_t kRemembered = 20;
// Sessions lost one after the other, without a good round between, before a pass gives up.
constexpr int kMaxFailures = 3;

void add(EngineCounts& sum, const EngineCounts& more)
{
    sum.recorded += more.recorded;
    sum.abandoned += more.abandoned;
    sum.refused += more.refused;
}

// Whether the next round can go on after this error, because it concerns one payment only.
bool isLocal(const Error& error)
{
    static constexpr const char* kWide[] = {"database.", "fence.", "core.", "journal.", "machine."};
    if (error.effect() == Effect::Possible)
        return false;
    return std::none_of(std::begin(kWide), std::end(kWide), [&](const char* prefix) {
        return error.code().rfind(prefix, 0) == 0;
    });
}

} // namespace

Pass::Pass(EngineParts parts, CallRunner& runner)
    : m_parts(parts)
    , m_runner(runner)
    , m_claim(m_parts)
    , m_submit(m_parts, runner)
    , m_settle(m_parts)
    , m_look(m_parts, runner)
    , m_witness(m_parts)
{}

PassReport Pass::run(const std::function<bool()>& isStopping)
{
    PassReport report;
    m_isDirectoryFresh = false;
    int failures = 0;
    for (bool isDone = false; !isDone;) {
        const bool mayBegin = !isStopping() && !report.error;
        const auto worked = round(report, mayBegin);
        bool isTriedAgain = false;
        if (worked) {
            failures = 0;
        } else {
            m_isConnected = false;
            // A lost session is replaced a few times; asking again is safe, for no call is.
            isTriedAgain = mayBegin && worked.error().code().rfind("database.", 0) == 0
                           && ++failures < kMaxFailures;
            if (!isTriedAgain && !report.error)
                report.error = worked.error();
        }
        // What is under way is waited for in any case, and journaled even without a database.
        isDone = callsUnderWay() == 0 && !isTriedAgain && (!worked || !*worked || !mayBegin);
    }
    report.isPoisoned = m_parts.journal.isPoisoned();
    return report;
}

Result<void> Pass::connect()
{
    if (auto registered = m_parts.store.registerCore(m_parts.core); !registered)
        return registered;
    const auto held = m_witness.run();
    if (!held)
        return Failure(held.error());
    if (!*held) {
        m_isConnected = true;
        return {};
    }
    if (auto stored = m_settle.storeResults(idsUnderWay()); !stored)
        return stored;
    return Failure(**held);
}

// True if anything was done, so that another round may find more.
Result<bool> Pass::round(PassReport& report, bool mayBegin)
{
    const int before = report.counts.total();
    if (mayBegin) {
        if (!m_isConnected) {
            if (auto connected = connect(); !connected)
                return Failure(connected.error());
        }
        if (auto settled = settle(report.counts); !settled)
            return Failure(settled.error());
        if (auto begun = beginWork(report); !begun)
            return Failure(begun.error());
    }
    const auto patience = callsUnderWay() > 0 ? m_patience : std::chrono::milliseconds(0);
    if (auto taken = takeFinished(report.counts, patience); !taken)
        return Failure(taken.error());
    // Without an error so far the database is there: results are recorded before anything else.
    // Never on a server that was not compared with the journal.
    if (!report.error && m_isConnected) {
        if (auto settled = settle(report.counts); !settled)
            return Failure(settled.error());
    }
    return report.counts.total() > before;
}

Result<void> Pass::beginWork(PassReport& report)
{
    if (!m_isDirectoryFresh) {
        if (auto read = m_parts.providers.refresh(); !read)
            return read;
        m_isDirectoryFresh = true;
    }
    if (m_wantedPause) {
        if (auto set = m_parts.store.setPaused(m_parts.core, *m_wantedPause); !set)
            return set;
        m_wantedPause.reset();
    }
    const auto isPaused = m_parts.store.heartbeat(m_parts.core, m_parts.journal.recordCount());
    if (!isPaused)
        return Failure(isPaused.error());
    report.isPaused = *isPaused;
    const auto over = m_parts.store.expireLeases(m_parts.core, kLeasesPerRound);
    if (!over)
        return Failure(over.error());
    report.counts.leasesOver += *over;
    const auto late = m_parts.store.endOverdue(m_parts.core, kOverduePerRound);
    if (!late)
        return Failure(late.error());
    report.counts.overdue += *late;
    const auto stored = m_parts.store.settleStored(m_parts.core, kStoredPerRound);
    if (!stored)
        return Failure(stored.error());
    report.counts.settledLate += *stored;
    match(report);
    for (const std::shared_ptr<Provider>& provider : m_parts.providers.inForce()) {
        const int slots = freeSlots(provider->profile());
        // Questions first but never all slots, so that neither starves the other.
        if (auto looks = beginLooks(provider, std::max((slots + 1) / 2, 1), report.counts); !looks)
            return looks;
        if (auto retried = retry(provider, report.counts); !retried)
            return retried;
        const bool mayClaim = !*isPaused && !m_parts.journal.isPoisoned();
        const int free = freeSlots(provider->profile());
        if (mayClaim && free > 0) {
            if (auto claimed = beginClaims(provider, free, report); !claimed)
                return claimed;
        }
    }
    return {};
}

void Pass::match(PassReport& report)
{
    const std::int64_t nowMs = m_parts.clock.bootTimeMs();
    if (m_parts.matches == nullptr || (m_matchedAtMs && nowMs - *m_matchedAtMs < kMatchEveryMs))
        return;
    m_matchedAtMs = nowMs;
    MatchStep step(*m_parts.matches);
    const auto matched = step.matchDue();
    if (matched)
        report.counts.matched += matched->linked + matched->candidates;
    else
        report.notMatched = matched.error();
    if (const auto tested = step.testRules(m_parts.ids.next()); !tested)
        report.notMatched = tested.error();
}

Result<void> Pass::beginLooks(
    const std::shared_ptr<Provider>& provider, int slots, EngineCounts& counts)
{
    const std::string& name = provider->profile().name;
    slots = std::min(slots, freeSlots(provider->profile()));
    if (slots <= 0)
        return {};
    const auto due = m_parts.store.takeDueLooks(m_parts.core, name, slots, kLookLeaseMs);
    if (!due)
        return Failure(due.error());
    for (const Uuid& paymentId : *due) {
        const auto begun = m_look.begin(paymentId, provider, counts);
        if (!begun) {
            if (!isLocal(begun.error()))
                return Failure(begun.error());
            continue;
        }
        if (*begun) {
            ++m_looking;
            ++m_busy[name];
        }
    }
    return {};
}

Result<void> Pass::beginClaims(
    const std::shared_ptr<Provider>& provider, int slots, PassReport& report)
{
    const auto claims = m_claim.run(provider->profile(), slots);
    if (!claims)
        return Failure(claims.error());
    std::optional<Error> wide;
    for (const FreshClaim& claim : *claims) {
        ++report.counts.claimed;
        const Submission& submission = claim.attempt.submission;
        const auto begun = m_submit.run(
            claim, m_parts.providers.find(submission.provider, submission.profileVersion));
        if (!begun) {
            report.notCalled.push_back(begun.error());
            if (report.notCalled.size() > kRemembered)
                report.notCalled.erase(report.notCalled.begin());
            if (!isLocal(begun.error()))
                wide = begun.error();
            continue;
        }
        ++report.counts.submitted;
        ++m_busy[submission.provider];
        m_running.insert(submission.attemptId);
    }
    if (wide)
        return Failure(*wide);
    return {};
}

Result<void> Pass::retry(const std::shared_ptr<Provider>& provider, EngineCounts& counts)
{
    const auto payments =
        m_parts.store.paymentsToRetry(m_parts.core, provider->profile().name, kRetriesPerRound);
    if (!payments)
        return Failure(payments.error());
    for (const Uuid& paymentId : *payments) {
        const auto permit = m_parts.store.grantAutomatic(m_parts.core, paymentId);
        if (!permit) {
            if (!isLocal(permit.error()))
                return Failure(permit.error());
            continue;
        }
        counts.retried += permit->has_value() ? 1 : 0;
    }
    return {};
}

Result<void> Pass::takeFinished(EngineCounts& counts, std::chrono::milliseconds patience)
{
    std::vector<FinishedCall> finished = m_runner.takeFinished(patience);
    // Results first: they are facts that only this process knows.
    for (const FinishedCall& call : finished) {
        --m_busy[call.provider];
        if (const auto* submission = std::get_if<FinishedSubmission>(&call.outcome)) {
            m_settle.takeResult(*submission);
            m_running.erase(submission->attemptId);
        } else {
            --m_looking;
        }
    }
    std::optional<Error> wide;
    for (const FinishedCall& call : finished) {
        const auto* look = std::get_if<FinishedLook>(&call.outcome);
        if (!look || wide)
            continue;
        if (auto done = m_look.finish(*look, counts); !done && !isLocal(done.error()))
            wide = done.error();
    }
    if (wide)
        return Failure(*wide);
    return {};
}

Result<void> Pass::settle(EngineCounts& counts)
{
    const auto settled = m_settle.run(idsUnderWay());
    if (!settled)
        return Failure(settled.error());
    add(counts, *settled);
    return {};
}

std::set<Uuid> Pass::idsUnderWay() const
{
    std::set<Uuid> ids = m_claim.freeIds();
    ids.insert(m_running.begin(), m_running.end());
    return ids;
}

int Pass::freeSlots(const ProviderProfile& profile) const
{
    const auto busy = m_busy.find(profile.name);
    return std::max(profile.concurrency, 1) - (busy == m_busy.end() ? 0 : busy->second);
}

} // namespace onceover
