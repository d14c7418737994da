// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/claim.h"
#include "backend/domain/clock.h"
#include "backend/domain/core_identity.h"
#include "backend/domain/id_source.h"
#include "tests/simulation/actor.h"
#include "tests/simulation/fiber.h"
#include "tests/simulation/simulated_journal.h"
#include "tests/simulation/world.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onceover::simulation {

// The process dies here.
struct Killed
{};

// One core: a machine with its boot, its clocks and its disk, and on it one process after another.
// Each process runs the real engine on a fiber that stops at every call of a port.
class SimulatedCore final : public Actor, public Clock, public IdSource
{
public:
    SimulatedCore(World& world, int number);
    // Ends the process that still runs.
    ~SimulatedCore() override;

    World& world() { return m_world; }

    const CoreIdentity& identity() const { return m_identity; }

    const JournalDisk& disk() const { return m_disk; }

    bool isGone() const { return m_isGone; }

    bool wasRestored() const { return m_wasRestored; }

    // Called by the ports, on the fiber: time passes, others run, and the process may be stopped
    // or killed.
    void step(const char* where);
    void passTime(std::int64_t us);
    // What an image of the machine would hold after this claim.
    void rememberClaims(const ClaimAnswer& answer);

    // What happens to the machine; the process dies.
    void restartMachine();
    void restoreImage();
    void setClock(std::int64_t offsetUs);
    // The machine is lost, with its disk.
    void lose();

    std::int64_t wakeAtUs() const override;
    void act() override;

    std::int64_t nowUs() const override { return m_world.nowUs + m_clockOffsetUs; }

    std::int64_t bootTimeMs() const override;

    Uuid next() override { return m_world.nextId(); }

private:
    // A machine as it was right after a claim.
    struct Image
    {
        JournalDisk disk;
        CoreIdentity identity;
        ClaimAnswer claims;
        std::int64_t bootTimeMs = 0;
    };

    void runProcess();
    void runEngine();
    void begin();
    void kill();
    void pollOrDie(bool isOver);

    World& m_world;
    int m_number;
    CoreIdentity m_identity;
    JournalDisk m_disk;
    std::unique_ptr<Fiber> m_fiber;
    std::optional<Image> m_image;
    // To be resumed by the next process.
    std::optional<Image> m_restored;
    std::int64_t m_wakeAtUs = 0;
    std::int64_t m_bootedAtUs = 0;
    std::int64_t m_clockOffsetUs = 0;
    bool m_isKilled = false;
    bool m_isGone = false;
    bool m_wasRestored = false;
};

} // namespace onceover::simulation
