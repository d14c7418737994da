// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/world.h"

#include "tests/simulation/simulated_caller.h"
#include "tests/simulation/simulated_core.h"
#include "tests/simulation/simulated_person.h"
#include "tests/simulation/weather.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

// 2026-01-01, a day like any other.
constexpr std::int64_t kBeginUs = 1'767'225'600'000'000;

} // namespace

World::World(
    std::uint64_t seed,
    Defence without,
    Coverage& coverageOfRun,
    std::function<void(const std::string&)> trace)
    : nowUs(kBeginUs)
    , chance(seed)
    , rates(chance)
    , coverage(coverageOfRun)
    , database(nowUs, without, coverageOfRun)
    , oracle(database, rates, nowUs)
    , m_trace(std::move(trace))
{
    database.singlePersonMaxMinor = chance.perMille(500) ? 1500 : 0;
    const int banks = 1 + chance.below(2);
    for (int number = 1; number <= banks; ++number)
        addBank(number);
    addActors();
}

World::~World()
{
    // Their fibers end while everything they work on is still there.
    m_cores.clear();
}

void World::addBank(int number)
{
    ProviderProfile profile;
    profile.name = "bank" + std::to_string(number);
    profile.version = 1;
    const int kind = chance.below(10);
    profile.keyCollapses = kind < 5;
    profile.keyLifetimeMs = profile.keyCollapses ? chance.between(120, 1200) * 1000 : 0;
    profile.uniqueMerchantNumber = kind == 5;
    profile.queryByKey = kind < 9;
    profile.queryAuthoritative = profile.queryByKey && kind != 8;
    profile.webhook = chance.perMille(700);
    profile.echoesAccount = chance.perMille(500);
    profile.visibilityLagMs = chance.between(0, 20) * 1000;
    profile.longestProcessingMs = chance.between(1, 40) * 1000;
    profile.lateWindowMs = 1'800'000;
    profile.exhaustedAfterMs = chance.between(60, 600) * 1000;
    profile.processingSlaMs = chance.between(20, 120) * 1000;
    profile.connectTimeoutMs = 2000;
    profile.answerTimeoutMs = 8000;
    profile.queryTimeoutMs = 4000;
    profile.concurrency = 1 + chance.below(3);
    profile.maxAutomaticPermits = chance.below(4);
    profile.retryDelayMs = chance.between(0, 10) * 1000;
    profile.lookDelaysMs = {1000, 5000, 15'000, 60'000};
    profile.currencies = {"EUR"};
    m_profiles.push_back(profile);
    database.putProfileInForce(profile);
    m_banks.push_back(std::make_unique<Bank>(profile, nowUs, chance, rates, coverage, oracle));
}

void World::addActors()
{
    const int cores = 1 + chance.below(3);
    for (int number = 1; number <= cores; ++number)
        m_cores.push_back(std::make_unique<SimulatedCore>(*this, number));
    m_people.push_back(std::make_unique<SimulatedCaller>(*this, 1 + chance.below(3)));
    m_people.push_back(std::make_unique<SimulatedPerson>(*this, 1));
    m_people.push_back(std::make_unique<SimulatedPerson>(*this, 2));
    m_people.push_back(std::make_unique<Weather>(*this));
    for (const auto& each : m_cores)
        m_actors.push_back(each.get());
    for (const auto& each : m_people)
        m_actors.push_back(each.get());
    for (const auto& each : m_banks)
        m_actors.push_back(each.get());
}

bool World::strikes(int perMille, Fault fault)
{
    const bool isStruck = chance.perMille(perMille);
    if (isStruck) {
        coverage.fault(fault);
        if (isTraced())
            note(std::string("fault: ") + toText(fault));
    }
    return isStruck;
}

bool World::strikes(Fault fault)
{
    return strikes(rates.of(fault), fault);
}

void World::note(const std::string& line) const
{
    m_trace(std::to_string((nowUs - kBeginUs) / kMsUs) + " ms  " + line);
}

void World::fail(const Violation& violation)
{
    if (!m_violation)
        m_violation = violation;
}

void World::restartServer()
{
    database.restart();
    ++m_serverStart;
    m_serverUpAtUs = nowUs + chance.between(kSecondUs, 30 * kSecondUs);
}

void World::fenceDatabase()
{
    database.tables.state = FenceState::Fenced;
    oracle.fenced();
}

void World::takeSnapshot()
{
    if (database.tables.isArmed() && database.tables.cores.size() == m_cores.size())
        m_snapshot = Snapshot{database.tables, oracle.heldNow(), nowUs};
}

// A core that is lost, or whose journal went back as well, witnesses nothing: seals would.
bool World::canRollBack() const
{
    return m_snapshot && database.tables.state != FenceState::Fenced
           && std::none_of(m_cores.begin(), m_cores.end(), [](const auto& each) {
                  return each->isGone() || each->wasRestored();
              });
}

void World::rollBack()
{
    oracle.rolledBack(m_snapshot->takenAtUs, m_snapshot->held);
    database.tables = m_snapshot->tables;
    restartServer();
}

void World::putNextProfilesInForce()
{
    if (m_profiles.size() > m_banks.size())
        return;
    for (const auto& bank : m_banks) {
        ProviderProfile next = bank->profile();
        ++next.version;
        next.currencies.clear();
        m_profiles.push_back(next);
        database.putProfileInForce(next);
        bank->setProfile(next);
    }
}

std::int64_t World::pollUs()
{
    if (rates.isOn())
        return chance.between(300 * kMsUs, 25 * kSecondUs);
    if (!database.tables.isArmed())
        return kSecondUs;
    // In fine weather nothing comes by surprise: up to the next thing that is due.
    std::int64_t dueUs = nowUs + 600 * kSecondUs;
    for (const auto& each : database.tables.payments) {
        const PaymentRow& row = each.second;
        if (!row.waiting.empty())
            dueUs = nowUs;
        if (row.status == PaymentStatus::Submitting)
            dueUs = std::min(dueUs, row.attempts.back().leaseUntilUs);
        else if (row.status == PaymentStatus::Pending && !row.isHeld)
            dueUs = std::min(dueUs, row.permits.back().notBeforeUs);
        else if (row.nextLookAtUs != 0)
            dueUs = std::min(dueUs, row.nextLookAtUs);
    }
    return std::max(dueUs - nowUs, kSecondUs) + chance.between(0, kSecondUs);
}

Uuid World::nextId()
{
    return Uuid::version7(++m_lastId, {0x1d});
}

Bank& World::bankOf(const std::string& provider)
{
    for (const auto& bank : m_banks) {
        if (bank->profile().name == provider)
            return *bank;
    }
    throw Violation{"world.unknown_bank", provider};
}

void World::turn()
{
    std::int64_t firstUs = kNever;
    for (const Actor* actor : m_actors)
        firstUs = std::min(firstUs, actor->wakeAtUs());
    nowUs = std::max(nowUs, firstUs);
    database.endParked();
    std::vector<Actor*> awake;
    for (Actor* actor : m_actors) {
        if (actor->wakeAtUs() <= nowUs)
            awake.push_back(actor);
    }
    awake[static_cast<std::size_t>(chance.below(static_cast<int>(awake.size())))]->act();
}

void World::runUntil(std::int64_t endUs)
{
    while (nowUs < endUs && !m_violation)
        turn();
}

bool World::isAtRest() const
{
    if (database.hasParked() || !database.tables.isArmed())
        return false;
    for (const auto& each : database.tables.payments) {
        const PaymentRow& row = each.second;
        const bool isWaiting = (row.status == PaymentStatus::Pending && !row.isHeld)
                               || row.status == PaymentStatus::Submitting
                               || row.status == PaymentStatus::Unknown || !row.waiting.empty();
        if (isWaiting)
            return false;
    }
    return true;
}

void World::judgeCore(const SimulatedCore& core) const
{
    const auto& ids = database.tables.attemptIds;
    for (const Uuid& called : core.disk().called) {
        const auto known = ids.find(called);
        if (known == ids.end() || known->second.isVoid)
            throw Violation{"rest.every_call_is_in_the_database", called.toText()};
    }
    // A journal that is lost, or is an old one again, closes nothing any more: people do.
    if (core.isGone() || core.wasRestored())
        return;
    for (const OpenAttempt& open : core.disk().history.openAttempts()) {
        const auto known = ids.find(open.intent.attemptId);
        if (known != ids.end() && !known->second.isVoid)
            throw Violation{"rest.journal_is_settled", open.intent.attemptId.toText()};
    }
    for (const auto& each : database.tables.payments) {
        for (const Attempt& attempt : each.second.attempts) {
            if (attempt.coreId == core.identity().coreId && !attempt.closure)
                throw Violation{
                    "rest.every_attempt_is_closed",
                    each.second.reference + " " + attempt.attemptId.toText()};
        }
    }
}

void World::judgeEnd()
{
    const FenceState state = database.tables.state;
    if (state == FenceState::Checking)
        throw Violation{"rest.the_check_ends", ""};
    oracle.judgeEnd(state == FenceState::Armed);
    if (state != FenceState::Armed)
        return;
    for (const auto& core : m_cores)
        judgeCore(*core);
}

std::optional<Violation> World::run()
{
    try {
        runUntil(nowUs + chance.between(180, 900) * kSecondUs);
        // Fine weather: everything comes to rest, late charges are found by the sweeps.
        rates.switchOff();
        for (auto& each : database.tables.cores)
            each.second.isPaused = false;
        const std::int64_t calmUs = nowUs;
        const std::int64_t sweptUs = calmUs + 3600 * kSecondUs;
        while (!m_violation && database.tables.state != FenceState::Fenced
               && nowUs < calmUs + 3 * kHourUs && (!isAtRest() || nowUs < sweptUs))
            turn();
        if (!m_violation)
            judgeEnd();
    } catch (const Violation& violation) {
        fail(violation);
    }
    coverage.schedule();
    return m_violation;
}

} // namespace onceover::simulation
