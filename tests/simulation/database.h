// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider_profile.h"
#include "backend/domain/witness.h"
#include "tests/simulation/coverage.h"
#include "tests/simulation/defence.h"
#include "tests/simulation/rows.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace onceover::simulation {

struct AttemptIdRow
{
    bool isVoid = false;
    Uuid coreId;
};

struct CoreRow
{
    Uuid journalId;
    Uuid bootNonce;
    bool isPaused = false;
    // It has found its journal in this start of the server.
    bool isProven = false;
    // Lost for good; two people have excused it.
    bool isExcused = false;
};

struct CommandRow
{
    int person = 0;
    std::string content;
    std::string answer;
};

struct DoubleGuard
{
    Uuid paymentId;
    std::int64_t lastAtUs = 0;
};

// What a restore would bring back as a whole.
struct Tables
{
    std::map<Uuid, PaymentRow> payments;
    std::map<Uuid, AttemptIdRow> attemptIds;
    std::map<Uuid, CoreRow> cores;
    std::map<Uuid, CommandRow> commands;
    std::map<Uuid, Uuid> recordOwners;
    std::map<std::pair<std::string, std::string>, Uuid> operations;
    std::map<std::string, DoubleGuard> doubles;
    std::vector<RecordRow> records;
    std::int64_t epoch = 1;
    FenceState state = FenceState::Armed;

    bool isArmed() const { return state == FenceState::Armed; }
};

// A transaction whose COMMIT is under way although its client has given up: its rows are locked,
// and nobody sees what it did before it ends.
struct ParkedTransaction
{
    std::map<Uuid, PaymentRow> payments;
    std::map<Uuid, AttemptIdRow> attemptIds;
    std::int64_t endsAtUs = 0;
    bool isCommitting = false;
};

// The database's contract in memory, written from the design a second time: tables, the clock of
// the server, and the transactions that end later than their clients know.
class Database
{
public:
    explicit Database(const std::int64_t& nowUs, Defence without, Coverage& coverage);

    std::int64_t nowUs() const { return m_nowUs; }

    bool lacks(Defence defence) const { return m_without == defence; }

    Defence without() const { return m_without; }

    Coverage& coverage() { return m_coverage; }

    // Ids that the server makes.
    Uuid nextId();

    // The newest version in force; null for a provider without a profile.
    const ProviderProfile* profile(const std::string& provider) const;
    void putProfileInForce(const ProviderProfile& profile);

    bool isLocked(const Uuid& paymentId) const;
    bool isAttemptIdLocked(const Uuid& attemptId) const;
    void park(ParkedTransaction transaction);
    // Ends what is due; a restart of the server ends everything by rolling it back, and nothing
    // moves before each core has found its journal.
    void endParked();
    void restart();
    // This core found its journal, or is lost and excused; the last one ends the check.
    void prove(const Uuid& coreId);
    void excuse(const Uuid& coreId);

    bool hasParked() const { return !m_parked.empty(); }

    Tables tables;
    // Below it one person alone may confirm or reject.
    std::int64_t singlePersonMaxMinor = 0;
    // Equal payments of one source within this time are held.
    std::int64_t doubleWindowUs = 600'000'000;

private:
    void endCheck();
    void install(const ParkedTransaction& transaction);

    const std::int64_t& m_nowUs;
    Defence m_without;
    Coverage& m_coverage;
    std::int64_t m_lastId = 0;
    std::map<std::string, ProviderProfile> m_profiles;
    std::vector<ParkedTransaction> m_parked;
};

} // namespace onceover::simulation
