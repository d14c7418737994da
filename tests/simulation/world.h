// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/bank.h"
#include "tests/simulation/chance.h"
#include "tests/simulation/coverage.h"
#include "tests/simulation/database.h"
#include "tests/simulation/oracle.h"
#include "tests/simulation/rates.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceover::simulation {

class SimulatedCore;

// Everything that one schedule shares: the time, the chance, the database and the providers, and
// whoever acts in it. All of it follows from the seed.
class World
{
public:
    // Lines of the trace go to `trace` when it is set.
    World(
        std::uint64_t seed,
        Defence without,
        Coverage& coverage,
        std::function<void(const std::string&)> trace);
    ~World();

    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // The schedule from its first intent until everything is at rest. Nothing, or the rule that
    // was broken.
    std::optional<Violation> run();

    bool strikes(Fault fault);
    bool strikes(int perMille, Fault fault);

    bool isTraced() const { return m_trace != nullptr; }

    void note(const std::string& line) const;
    void fail(const Violation& violation);

    // The database server: away until a time, and which start of it this is.
    bool isServerUp() const { return nowUs >= m_serverUpAtUs; }

    int serverStart() const { return m_serverStart; }

    void restartServer();
    void fenceDatabase();
    // What a restore would bring back; and the restore, where a journal remembers what it loses.
    void takeSnapshot();
    bool canRollBack() const;
    void rollBack();
    void putNextProfilesInForce();

    // How long an idle core waits before its next pass.
    std::int64_t pollUs();
    Uuid nextId();
    Bank& bankOf(const std::string& provider);

    std::vector<std::unique_ptr<Bank>>& banks() { return m_banks; }

    std::vector<std::unique_ptr<SimulatedCore>>& cores() { return m_cores; }

    // Every version that was ever in force.
    const std::vector<ProviderProfile>& profiles() const { return m_profiles; }

    std::int64_t nowUs;
    Chance chance;
    Rates rates;
    Coverage& coverage;
    Database database;
    Oracle oracle;

private:
    struct Snapshot
    {
        Tables tables;
        std::set<std::string> held;
        std::int64_t takenAtUs = 0;
    };

    void addBank(int number);
    void addActors();
    void runUntil(std::int64_t endUs);
    bool isAtRest() const;
    void turn();
    void judgeEnd();
    // Journal and database agree.
    void judgeCore(const SimulatedCore& core) const;

    std::function<void(const std::string&)> m_trace;
    std::vector<std::unique_ptr<Bank>> m_banks;
    std::vector<std::unique_ptr<SimulatedCore>> m_cores;
    std::vector<std::unique_ptr<Actor>> m_people;
    std::vector<ProviderProfile> m_profiles;
    std::vector<Actor*> m_actors;
    std::optional<Violation> m_violation;
    std::optional<Snapshot> m_snapshot;
    std::int64_t m_serverUpAtUs = 0;
    int m_serverStart = 1;
    std::int64_t m_lastId = 0;
};

} // namespace onceover::simulation
