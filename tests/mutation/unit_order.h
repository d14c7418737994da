// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// Which units to ask first about a mutant of one subject: those that killed others of it, then
// those that are known to run it. Used by several threads.
class UnitOrder
{
public:
    explicit UnitOrder(std::vector<std::string> units);

    // Lines of a subject, a tab and "unit; unit", best first. Units that are no more are passed
    // over.
    void read(const std::string& path);
    void write(const std::string& path) const;
    // Lines of tests/store's own lists of mutants, "program|test function|SQL function|…": who
    // notices one change of a function is asked first about the others.
    void readMutants(const std::string& path);

    // Lines of a unit, a tab and "milliseconds; function; function", as addCoverage was told them.
    void readCoverage(const std::string& path);
    void writeCoverage(const std::string& path) const;

    // The unit runs these functions of the database and takes so long.
    void addCoverage(const std::string& unit, const std::set<std::string>& functions, int costMs);
    // The unit fails by itself and is not asked.
    void forget(const std::string& unit);
    void addKill(const std::string& subject, const std::string& unit);

    // The subject is inlined where these call it: who runs them runs it.
    void inheritCoverage(const std::string& subject, const std::set<std::string>& callers);

    std::vector<std::string> order(const std::string& subject) const;

private:
    int killsOf(const std::string& subject, const std::string& unit) const;

    mutable std::mutex m_mutex;
    std::vector<std::string> m_units;
    // Subject → unit → kills. Under the empty subject, all kills of a unit.
    std::map<std::string, std::map<std::string, int>> m_kills;
    // Subject → units.
    std::map<std::string, std::set<std::string>> m_runs;
    // Unit → how long it takes.
    std::map<std::string, int> m_costMs;
};

} // namespace onceover
