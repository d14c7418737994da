// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"
#include "tests/support/pg_fixture.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Databases as a site would have them: migrated, installed, armed, with people and machines
// enrolled. People: liwei and liwei2 (two logins of one person), ana (reviewer and approver each),
// omar (reviewer only), kim (auditor), olga (officer). Machines: m_core, m_core2, m_intake,
// m_ingest. Every password is the login's name.
class StoreFixture
{
public:
    // Options with server settings of their own mean a cluster of its own.
    explicit StoreFixture(PrivateCluster::Options options = {});

    // The migrations as the program ships them, read from the source tree.
    static std::vector<Migration> migrationsOfSource();

    // A new installed database with the providers "card" (keys collapse, authoritative query, no
    // waiting), "slow" (the same with an hour of processing) and "bare" (no keys, no query).
    std::string freshInstallation();

    Connection connect(const std::string& login, const std::string& database) const;
    Connection connectOwner(const std::string& database) const;

    PgFixture& postgres() { return m_postgres; }

    // A mutant of one function, named by the environment variable ONCEOVER_TEST_MUTANT as
    // "function|text|replacement": every installation of this program then has it. Ends the program
    // with kNoSuchMutant if the text is not there. Only engine_mutants_test sets it.
    static constexpr int kNoSuchMutant = 99;
    static void applyMutantOfEnvironment(Connection& owner);
    // The same with a whole script, in the file that ONCEOVER_TEST_MUTANT_SCRIPT names: for the
    // mutator of tests/mutation.
    static void applyMutantScript(Connection& owner);

    // Puts a profile in force without the two people: the tables' guard is lifted for this one row.
    static void insertProfile(Connection& owner, std::string_view provider, std::string_view body);

    // Admits every registered core without the two people, and counts it as proven in the running
    // start of the server: the tables' guards are lifted for this.
    static void admitCores(Connection& owner);

    // Knows and admits a core before it comes for the first time, without the two people.
    static void admitCore(
        Connection& owner, const Uuid& core, const Uuid& journal, const std::string& login);

    static Uuid coreId(int number);
    static Uuid attemptId(int number);

private:
    std::string makeInstallation();

    PgFixture m_postgres;
};

// Runs one statement that must succeed; ends the test program with the reason if it does not.
Rows mustRun(Connection& connection, std::string_view sql, const Params& params = {});

// The stable code of a refusal, or "" when the statement succeeded.
std::string codeOf(Connection& connection, std::string_view sql, const Params& params = {});

} // namespace onceover
