// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulated_store.h"

#include "tests/simulation/machine_functions.h"

namespace onceover::simulation {

namespace {

// A statement waits three seconds for a row.
constexpr int kMaxWaits = 3;
// A late commit ends within so long, before or after everybody has looked.
constexpr std::int64_t kLatestCommitUs = 240 * kSecondUs;

const Attempt* attemptOf(const Tables& tables, const Uuid& attemptId)
{
    for (const auto& each : tables.payments) {
        for (const Attempt& attempt : each.second.attempts) {
            if (attempt.attemptId == attemptId)
                return &attempt;
        }
    }
    return nullptr;
}

// Whether the database holds what the journal says of this attempt.
bool holds(const Database& database, const WitnessedAttempt& witnessed)
{
    const auto known = database.tables.attemptIds.find(witnessed.attemptId);
    if (witnessed.state == WitnessedState::Void)
        return known == database.tables.attemptIds.end() ? database.lacks(Defence::VoidOnLook)
                                                         : known->second.isVoid;
    const Attempt* attempt = attemptOf(database.tables, witnessed.attemptId);
    if (known == database.tables.attemptIds.end() || known->second.isVoid || attempt == nullptr)
        return false;
    const bool wasReady = attempt->isReady || database.lacks(Defence::DoubtMeansNoCall);
    if (witnessed.state == WitnessedState::Called)
        return wasReady;
    return witnessed.state == WitnessedState::Recorded ? wasReady && attempt->result.has_value()
                                                       : attempt->closure.has_value();
}

} // namespace

void SimulatedStore::believeInSession(std::uint64_t session)
{
    m_session = session;
    m_serverStart = m_world.serverStart();
    m_isConnected = true;
}

bool SimulatedStore::isSessionAlive()
{
    if (m_serverStart != m_world.serverStart() || !m_world.isServerUp())
        m_isConnected = false;
    return m_isConnected;
}

Error SimulatedStore::lost()
{
    m_isConnected = false;
    return Error::possible("database.away", "the session is lost");
}

template <typename Value>
SimulatedStore::Try<Value> SimulatedStore::tryOnce(
    Kind kind, bool isParked, const Work<Value>& work)
{
    Try<Value> result;
    try {
        Transaction transaction(m_world.database);
        result.value = work(transaction);
        result.end = End::Committed;
        if (kind == Kind::Read)
            return result;
        const std::int64_t endsAtUs =
            m_world.nowUs + m_world.chance.between(kSecondUs, kLatestCommitUs);
        if (isParked && transaction.park(endsAtUs, m_world.chance.perMille(600)))
            result.end = End::Parked;
        else
            transaction.commit();
    } catch (const Refusal& refusal) {
        result.end = End::Refused;
        result.code = refusal.code;
    } catch (const RowLocked&) {
        result.end = End::Locked;
    }
    return result;
}

template <typename Value>
Result<Value> SimulatedStore::ask(const char* name, Kind kind, const Work<Value>& work)
{
    if (!isSessionAlive())
        return Failure(Error::notHappened("database.away", ""));
    m_core.step(name);
    if (!isSessionAlive() || m_world.strikes(Fault::LostBeforeEffect))
        return Failure(lost());
    const bool isParked = kind == Kind::Write && m_world.strikes(Fault::LateCommit);
    for (int waits = 0;; ++waits) {
        Try<Value> tried = tryOnce<Value>(kind, isParked, work);
        if (tried.end == End::Refused)
            return Failure(Error::notHappened(tried.code, ""));
        if (tried.end == End::Parked)
            return Failure(lost());
        if (tried.end == End::Committed) {
            if (m_world.strikes(Fault::LostAnswer))
                return Failure(lost());
            m_core.step(name);
            return std::move(*tried.value);
        }
        if (waits == kMaxWaits)
            return Failure(Error::notHappened("database.lock_timeout", ""));
        m_core.passTime(kSecondUs);
        if (!isSessionAlive())
            return Failure(lost());
    }
}

Result<void> SimulatedStore::done(const Result<bool>& answer)
{
    if (!answer)
        return Failure(answer.error());
    return {};
}

Result<void> SimulatedStore::readProfiles()
{
    return done(ask<bool>("profiles", Kind::Read, [](Transaction&) { return true; }));
}

Result<void> SimulatedStore::registerCore(const CoreIdentity& core)
{
    m_core.step("connect");
    if (!m_world.isServerUp())
        return Failure(Error::notHappened("database.away", ""));
    if (!isSessionAlive()) {
        ++m_session;
        m_serverStart = m_world.serverStart();
        m_isConnected = true;
    }
    return done(ask<bool>("register", Kind::Write, [&](Transaction& transaction) {
        simulation::registerCore(transaction, core);
        return true;
    }));
}

Result<ServerCheck> SimulatedStore::beginCheck(const CoreIdentity& core, std::uint64_t)
{
    return ask<ServerCheck>("begin check", Kind::Read, [&](Transaction& transaction) {
        simulation::requireCore(transaction, core.coreId);
        ServerCheck check;
        check.state = transaction.database().tables.state;
        check.isAdmitted = true;
        check.isProven = transaction.database().tables.cores.at(core.coreId).isProven;
        check.startedAtUs = m_world.serverStart();
        check.session = m_session;
        return check;
    });
}

Result<std::vector<MissingAttempt>> SimulatedStore::findMissing(
    const CoreIdentity&, const std::vector<WitnessedAttempt>& attempts)
{
    if (m_world.database.lacks(Defence::CheckAfterStart))
        return std::vector<MissingAttempt>();
    const auto missing =
        ask<std::vector<MissingAttempt>>("find missing", Kind::Read, [&](Transaction& transaction) {
            std::vector<MissingAttempt> found;
            for (const WitnessedAttempt& attempt : attempts) {
                if (!holds(transaction.database(), attempt))
                    found.push_back({attempt.attemptId, "missing"});
            }
            return found;
        });
    if (missing && !missing->empty()) {
        m_world.coverage.failCheck();
        m_world.fenceDatabase();
    }
    return missing;
}

Result<void> SimulatedStore::finishCheck(
    const CoreIdentity& core, std::int64_t startedAtUs, std::uint64_t)
{
    return done(ask<bool>("finish check", Kind::Write, [&](Transaction& transaction) {
        simulation::requireCore(transaction, core.coreId);
        if (transaction.database().tables.state == FenceState::Fenced)
            throw Refusal{"fence.not_armed"};
        if (startedAtUs != m_world.serverStart())
            throw Refusal{"fence.checking"};
        transaction.database().prove(core.coreId);
        return true;
    }));
}

Result<bool> SimulatedStore::heartbeat(const CoreIdentity& core, std::uint64_t)
{
    return ask<bool>("heartbeat", Kind::Read, [&](Transaction& transaction) {
        return simulation::heartbeat(transaction, core);
    });
}

Result<void> SimulatedStore::setPaused(const CoreIdentity& core, bool isPaused)
{
    return done(ask<bool>("pause", Kind::Write, [&](Transaction& transaction) {
        transaction.database().tables.cores.at(core.coreId).isPaused = isPaused;
        return true;
    }));
}

Result<ClaimAnswer> SimulatedStore::claim(const CoreIdentity& core, const ClaimRequest& request)
{
    auto answer = claimNow(core, request);
    if (!answer || answer->commit != ClaimCommit::Committed || answer->attempts.empty())
        return answer;
    m_core.rememberClaims(*answer);
    return answer;
}

Result<ClaimAnswer> SimulatedStore::claimNow(const CoreIdentity& core, const ClaimRequest& request)
{
    if (!isSessionAlive())
        return Failure(Error::notHappened("database.away", ""));
    m_core.step("claim");
    // COMMIT was never sent.
    if (!isSessionAlive() || m_world.strikes(Fault::LostBeforeEffect)) {
        m_isConnected = false;
        return Failure(Error::notHappened("database.away", ""));
    }
    const bool isParked = m_world.strikes(Fault::LateCommit);
    const auto tried =
        tryOnce<std::vector<ClaimedAttempt>>(Kind::Write, isParked, [&](Transaction& transaction) {
            return simulation::claim(transaction, core, request);
        });
    if (tried.end == End::Refused)
        return Failure(Error::notHappened(tried.code, ""));
    if (tried.end == End::Locked)
        return Failure(Error::notHappened("database.lock_timeout", ""));
    ClaimAnswer answer;
    answer.session = m_session;
    const bool isLost = tried.end == End::Parked || m_world.strikes(Fault::LostAnswer);
    answer.commit = isLost ? ClaimCommit::InDoubt : ClaimCommit::Committed;
    if (isLost && m_world.database.lacks(Defence::DoubtMeansNoCall))
        answer.commit = ClaimCommit::Committed;
    else if (isLost)
        m_isConnected = false;
    answer.attempts = *tried.value;
    for (const ClaimedAttempt& each : answer.attempts) {
        if (tried.end == End::Committed)
            m_world.oracle.claimed(each.paymentId, each.submission.attemptId);
    }
    m_core.step("claimed");
    return answer;
}

Result<void> SimulatedStore::readyToCall(
    const CoreIdentity& core,
    std::uint64_t session,
    const ClaimedAttempt& attempt,
    const std::string& body)
{
    if (session != m_session)
        return Failure(Error::notHappened("claim.other_session", ""));
    const Uuid& attemptId = attempt.submission.attemptId;
    if (m_world.database.lacks(Defence::DoubtMeansNoCall)) {
        m_world.oracle.madeReady(attemptId);
        return {};
    }
    return done(ask<bool>("ready", Kind::Write, [&](Transaction& transaction) {
        simulation::readyToCall(transaction, core, attemptId, attempt.epoch, body);
        m_world.oracle.madeReady(attemptId);
        return true;
    }));
}

Result<AttemptLook> SimulatedStore::lookUpAttempt(const CoreIdentity& core, const Uuid& attemptId)
{
    return ask<AttemptLook>("look up", Kind::Write, [&](Transaction& transaction) {
        return simulation::lookUpAttempt(transaction, core, attemptId);
    });
}

Result<std::vector<RecordedResult>> SimulatedStore::recordResults(
    const CoreIdentity& core, const std::vector<AttemptResult>& results)
{
    return ask<std::vector<RecordedResult>>("record", Kind::Write, [&](Transaction& transaction) {
        return simulation::recordResults(transaction, core, results);
    });
}

Result<std::string> SimulatedStore::abandon(
    const CoreIdentity& core,
    const Uuid& attemptId,
    const Uuid& bootId,
    bool wasCalled,
    const std::string&)
{
    return ask<std::string>("abandon", Kind::Write, [&](Transaction& transaction) {
        return simulation::abandon(transaction, core, attemptId, bootId, wasCalled);
    });
}

Result<int> SimulatedStore::expireLeases(const CoreIdentity& core, int limit)
{
    return ask<int>("leases", Kind::Write, [&](Transaction& transaction) {
        return simulation::expireLeases(transaction, core, limit);
    });
}

Result<int> SimulatedStore::endOverdue(const CoreIdentity& core, int limit)
{
    return ask<int>("overdue", Kind::Write, [&](Transaction& transaction) {
        return simulation::endOverdue(transaction, core, limit);
    });
}

Result<int> SimulatedStore::settleStored(const CoreIdentity& core, int limit)
{
    return ask<int>("stored", Kind::Write, [&](Transaction& transaction) {
        return simulation::settleStored(transaction, core, limit);
    });
}

Result<std::vector<Uuid>> SimulatedStore::takeDueLooks(
    const CoreIdentity& core, const std::string& provider, int limit, std::int64_t leaseMs)
{
    return ask<std::vector<Uuid>>("due looks", Kind::Write, [&](Transaction& transaction) {
        return simulation::takeDueLooks(transaction, core, provider, limit, leaseMs);
    });
}

Result<LookFacts> SimulatedStore::lookFacts(const Uuid& paymentId)
{
    return ask<LookFacts>("facts", Kind::Read, [&](Transaction& transaction) {
        return simulation::lookFacts(transaction, paymentId);
    });
}

Result<RecordedEvidence> SimulatedStore::recordEvidence(
    const CoreIdentity& core, const Uuid& paymentId, const NewEvidence& evidence)
{
    return ask<RecordedEvidence>("evidence", Kind::Write, [&](Transaction& transaction) {
        return simulation::recordEvidence(transaction, core, paymentId, evidence);
    });
}

Result<std::string> SimulatedStore::applyVerdict(
    const CoreIdentity& core,
    const Uuid& paymentId,
    std::int64_t evidenceVersion,
    const Verdict& verdict)
{
    return ask<std::string>("verdict", Kind::Write, [&](Transaction& transaction) {
        return simulation::applyVerdict(transaction, core, paymentId, evidenceVersion, verdict);
    });
}

Result<void> SimulatedStore::scheduleLook(
    const CoreIdentity& core, const Uuid& paymentId, const Verdict& verdict)
{
    return done(ask<bool>("schedule", Kind::Write, [&](Transaction& transaction) {
        simulation::scheduleLook(transaction, core, paymentId, verdict);
        return true;
    }));
}

Result<std::vector<Uuid>> SimulatedStore::paymentsToRetry(
    const CoreIdentity& core, const std::string& provider, int limit)
{
    return ask<std::vector<Uuid>>("retries", Kind::Read, [&](Transaction& transaction) {
        return simulation::paymentsToRetry(transaction, core, provider, limit);
    });
}

Result<std::optional<Uuid>> SimulatedStore::grantAutomatic(
    const CoreIdentity& core, const Uuid& paymentId)
{
    const auto granted = ask<bool>("grant", Kind::Write, [&](Transaction& transaction) {
        return simulation::grantAutomatic(transaction, core, paymentId);
    });
    if (!granted)
        return Failure(granted.error());
    return *granted ? std::optional<Uuid>(paymentId) : std::nullopt;
}

Result<void> SimulatedStore::fence(const CoreIdentity&, const std::string&)
{
    return done(ask<bool>("fence", Kind::Write, [&](Transaction&) {
        m_world.fenceDatabase();
        return true;
    }));
}

} // namespace onceover::simulation
