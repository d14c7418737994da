// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/simulated_core.h"

#include "backend/engine/pass.h"
#include "backend/engine/settle_step.h"
#include "backend/engine/submit_step.h"
#include "tests/simulation/simulated_provider.h"
#include "tests/simulation/simulated_store.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

// A process is started again by its supervisor.
constexpr std::int64_t kLongestRestartUs = 20 * kSecondUs;

} // namespace

SimulatedCore::SimulatedCore(World& world, int number)
    : m_world(world)
    , m_number(number)
    , m_wakeAtUs(world.nowUs)
    , m_bootedAtUs(world.nowUs - 3600 * kSecondUs)
{
    m_identity.coreId = world.nextId();
    m_identity.journalId = world.nextId();
    m_identity.bootId = world.nextId();
    m_identity.name = "core" + std::to_string(number);
}

SimulatedCore::~SimulatedCore()
{
    kill();
}

std::int64_t SimulatedCore::bootTimeMs() const
{
    return (m_world.nowUs - m_bootedAtUs) / kMsUs;
}

void SimulatedCore::step(const char* where)
{
    if (m_isKilled)
        throw Killed{};
    m_world.coverage.step();
    if (m_world.isTraced())
        m_world.note(m_identity.name + " " + where);
    if (m_world.strikes(Fault::Killed))
        throw Killed{};
    if (m_world.strikes(Fault::Stopped)) {
        // Beyond the rule of thirty seconds, and often beyond the lease.
        passTime(m_world.chance.between(kSecondUs, 600 * kSecondUs));
        return;
    }
    if (m_world.chance.perMille(600))
        passTime(m_world.chance.between(kMsUs, 40 * kMsUs));
}

void SimulatedCore::passTime(std::int64_t us)
{
    m_wakeAtUs = m_world.nowUs + us;
    m_fiber->yield();
    if (m_isKilled)
        throw Killed{};
}

void SimulatedCore::rememberClaims(const ClaimAnswer& answer)
{
    if (!m_image || m_world.chance.perMille(500))
        m_image = Image{m_disk, m_identity, answer, bootTimeMs()};
}

void SimulatedCore::restartMachine()
{
    kill();
    m_identity.bootId = m_world.nextId();
    m_bootedAtUs = m_world.nowUs;
}

void SimulatedCore::restoreImage()
{
    if (!m_image)
        return;
    kill();
    m_world.coverage.fault(Fault::ImageRestored);
    m_restored = *m_image;
    m_wasRestored = true;
    m_disk = m_restored->disk;
    m_bootedAtUs = m_world.nowUs - m_restored->bootTimeMs * kMsUs;
}

void SimulatedCore::setClock(std::int64_t offsetUs)
{
    m_clockOffsetUs = offsetUs;
}

void SimulatedCore::lose()
{
    kill();
    m_isGone = true;
}

std::int64_t SimulatedCore::wakeAtUs() const
{
    return m_isGone ? kNever : m_wakeAtUs;
}

void SimulatedCore::act()
{
    if (!m_fiber)
        begin();
    m_fiber->resume();
    if (!m_fiber->isOver())
        return;
    m_fiber.reset();
    m_wakeAtUs = m_world.nowUs + m_world.chance.between(kMsUs, kLongestRestartUs);
}

void SimulatedCore::begin()
{
    m_isKilled = false;
    m_fiber = std::make_unique<Fiber>([this] { runProcess(); });
}

void SimulatedCore::kill()
{
    m_isKilled = true;
    while (m_fiber && !m_fiber->isOver())
        m_fiber->resume();
    m_fiber.reset();
    m_wakeAtUs = m_world.nowUs + kSecondUs;
}

void SimulatedCore::runProcess()
{
    if (m_isKilled)
        return;
    try {
        runEngine();
    } catch (const Killed&) {
        // What the process knew is lost.
    } catch (const Violation& violation) {
        m_world.fail(violation);
    }
}

void SimulatedCore::runEngine()
{
    const auto restored = std::exchange(m_restored, std::nullopt);
    if (restored)
        m_identity = restored->identity;
    else
        m_identity.bootNonce = m_world.nextId();
    SimulatedStore store(*this);
    SimulatedJournal journal(*this, m_disk);
    SimulatedDirectory directory(*this, store);
    SimulatedCallRunner runner(*this);
    EngineParts parts{store, journal, directory, *this, *this, m_identity};
    if (restored) {
        // The machine goes on in the middle of what it did: it has just claimed.
        if (m_world.chance.perMille(700))
            store.believeInSession(restored->claims.session);
        SubmitStep submit(parts, runner);
        SettleStep settle(parts);
        for (const ClaimedAttempt& attempt : restored->claims.attempts) {
            const FreshClaim claim{attempt, restored->claims.session, restored->bootTimeMs};
            const Submission& submission = attempt.submission;
            const auto begun =
                submit.run(claim, directory.find(submission.provider, submission.profileVersion));
            if (begun && m_world.isTraced())
                m_world.note(m_identity.name + " calls what it remembers");
        }
        for (const FinishedCall& call : runner.takeFinished({})) {
            if (const auto* finished = std::get_if<FinishedSubmission>(&call.outcome))
                settle.takeResult(*finished);
        }
    }
    Pass pass(parts, runner);
    for (;;) {
        const PassReport report = pass.run([] { return false; });
        const bool isReplaced = report.error && report.error->code() == "core.replaced";
        if (m_world.isTraced() && report.error)
            m_world.note(m_identity.name + " pass ended: " + report.error->code());
        // Without its journal it claims nothing, and goes on until somebody starts it again.
        if (isReplaced || (report.isPoisoned && m_world.chance.perMille(400)))
            return;
        // In fine weather somebody does.
        if (report.isPoisoned && !m_world.rates.isOn())
            return;
        passTime(m_world.pollUs());
    }
}

} // namespace onceover::simulation
