// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/explained.h"
#include "tests/mutation/kill_runner.h"
#include "tests/mutation/mutation_cluster.h"
#include "tests/mutation/mutation_score.h"
#include "tests/mutation/unit_order.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

struct MutationOptions
{
    // Only files whose name has this in it, and mutants whose key has that.
    std::string file;
    std::string only;
    unsigned seed = 1;
    // How many mutants, chosen by the seed; all of them if none is said.
    std::optional<int> sample;
    int jobs = 1;
    // No mutant is begun after so long.
    std::optional<int> minutes;
    // How many units are asked about one mutant; all that run it if none is said.
    std::optional<int> most;
    // Run every unit without a mutant first, and keep what it runs and kills.
    bool isLearning = false;
};

// Mutants of the migrations' functions, triggers and constraints, each in a database of its own,
// against the tests of tests/store.
class SqlMutation
{
public:
    SqlMutation(const std::string& killSuite, MutationOptions options);

    // All of them, in the order of the files.
    std::vector<Mutant> mutants();
    // Those asked for: by file, text, seed and sample.
    std::vector<Mutant> chosen();
    // Runs the mutants and adds their fates.
    void run(const std::vector<Mutant>& mutants, MutationScore& score);
    // What this one unit says of the one mutant whose key fits the pattern (* for any words).
    KillReport ask(const std::string& pattern, const std::string& unit);
    // What one mutant, or several at once, comes to.
    KillReport kill(const std::string& script, const std::string& subject, int number);

    Explained& explained() { return m_explained; }

private:
    void learn();
    void inheritCoverage();
    void judge(const Mutant& mutant, int number, MutationScore& score);
    KillReport runUnits(
        const std::vector<std::string>& units, const std::string& script, int number);

    MutationOptions m_options;
    MutationCluster m_cluster;
    KillRunner m_runner;
    UnitOrder m_order;
    Explained m_explained;
    std::mutex m_mutex;
    std::vector<Mutant> m_all;
    // Function → functions that name it.
    std::map<std::string, std::set<std::string>> m_callers;
};

} // namespace onceover
