// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/unit_order.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace onceover {

namespace {

// As many of one subject's killers are worth writing down.
constexpr std::size_t kMostKillers = 12;
// A kill of the same subject says as much as so many of others.
constexpr int kOfSubject = 20;
constexpr int kUsualMs = 500;

// What stands behind "name: a; b; c"; empty of a comment.
std::vector<std::string> listOf(const std::string& line, std::string& name)
{
    std::vector<std::string> list;
    // Units have colons of their own: "desk: …", "GuardsTest::…".
    const std::size_t tab = line.find('\t');
    if (line.empty() || line.front() == '#' || tab == std::string::npos) {
        return list;
    }
    name = line.substr(0, tab);
    for (std::size_t at = tab + 1; at < line.size();) {
        const std::size_t end = std::min(line.find("; ", at), line.size());
        list.push_back(line.substr(at, end - at));
        at = end + 2;
    }
    return list;
}

} // namespace

UnitOrder::UnitOrder(std::vector<std::string> units)
    : m_units(std::move(units))
{}

void UnitOrder::read(const std::string& path)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::string subject;
        int rank = static_cast<int>(kMostKillers);
        for (const std::string& unit : listOf(line, subject)) {
            if (std::find(m_units.begin(), m_units.end(), unit) != m_units.end()) {
                m_kills[subject][unit] = rank;
                m_kills[""][unit] += rank--;
            }
        }
    }
}

void UnitOrder::readMutants(const std::string& path)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find('|');
        const std::size_t second = line.find('|', first + 1);
        const std::size_t third = line.find('|', second + 1);
        if (line.empty() || line.front() == '#' || third == std::string::npos) {
            continue;
        }
        // "twice_test|theSecondChangesNothing:claim" is TwiceTest::theSecondChangesNothing.
        std::string unit;
        bool isUpper = true;
        for (const char c : line.substr(0, first)) {
            if (c >= 'a' && c <= 'z') {
                unit += isUpper ? static_cast<char>(c - 'a' + 'A') : c;
            }
            isUpper = c == '_' || c == '~';
        }
        unit += "::" + line.substr(first + 1, line.find_first_of(":|", first + 1) - first - 1);
        if (std::find(m_units.begin(), m_units.end(), unit) != m_units.end()) {
            ++m_kills[line.substr(second + 1, third - second - 1)][unit];
        }
    }
}

void UnitOrder::readCoverage(const std::string& path)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::string unit;
        const std::vector<std::string> functions = listOf(line, unit);
        if (!functions.empty()
            && std::find(m_units.begin(), m_units.end(), unit) != m_units.end()) {
            addCoverage(
                unit,
                {functions.begin() + 1, functions.end()},
                static_cast<int>(std::strtol(functions[0].c_str(), nullptr, 10)));
        }
    }
}

void UnitOrder::writeCoverage(const std::string& path) const
{
    std::ofstream file(path);
    const std::scoped_lock lock(m_mutex);
    for (const auto& [unit, costMs] : m_costMs) {
        file << unit << "\t" << costMs;
        for (const auto& [function, units] : m_runs) {
            if (units.count(unit) != 0) {
                file << "; " << function;
            }
        }
        file << "\n";
    }
}

void UnitOrder::write(const std::string& path) const
{
    const std::scoped_lock lock(m_mutex);
    std::ofstream file(path);
    file << "# Which units killed most mutants of a subject, best first: the order in which the "
            "next run asks them.\n"
         << "# Written by tests/mutation/run --learn.\n";
    for (const auto& [subject, kills] : m_kills) {
        if (subject.empty()) {
            continue;
        }
        std::vector<std::pair<int, std::string>> ranked;
        for (const auto& [unit, count] : kills) {
            ranked.emplace_back(-count, unit);
        }
        std::sort(ranked.begin(), ranked.end());
        ranked.resize(std::min(ranked.size(), kMostKillers));
        std::string separator = "\t";
        file << subject;
        for (const auto& [count, unit] : ranked) {
            file << separator << unit;
            separator = "; ";
        }
        file << "\n";
    }
}

void UnitOrder::addCoverage(
    const std::string& unit, const std::set<std::string>& functions, int costMs)
{
    const std::scoped_lock lock(m_mutex);
    m_costMs[unit] = costMs;
    for (const std::string& function : functions) {
        m_runs[function].insert(unit);
    }
}

void UnitOrder::forget(const std::string& unit)
{
    const std::scoped_lock lock(m_mutex);
    m_units.erase(std::remove(m_units.begin(), m_units.end(), unit), m_units.end());
}

void UnitOrder::addKill(const std::string& subject, const std::string& unit)
{
    const std::scoped_lock lock(m_mutex);
    ++m_kills[subject][unit];
    ++m_kills[""][unit];
}

void UnitOrder::inheritCoverage(const std::string& subject, const std::set<std::string>& callers)
{
    const std::scoped_lock lock(m_mutex);
    for (const std::string& caller : callers) {
        const std::set<std::string> units = m_runs[caller];
        m_runs[subject].insert(units.begin(), units.end());
    }
}

int UnitOrder::killsOf(const std::string& subject, const std::string& unit) const
{
    const auto kills = m_kills.find(subject);
    if (kills == m_kills.end()) {
        return 0;
    }
    const auto found = kills->second.find(unit);
    return found == kills->second.end() ? 0 : found->second;
}

std::vector<std::string> UnitOrder::order(const std::string& subject) const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<std::pair<double, std::string>> ranked;
    const auto runs = m_runs.find(subject);
    for (const std::string& unit : m_units) {
        const int count = killsOf(subject, unit);
        // A subject that nobody is known to run is asked of everybody.
        if (count == 0 && runs != m_runs.end() && runs->second.count(unit) == 0) {
            continue;
        }
        // What it has killed for its time, most of all of this subject.
        const auto cost = m_costMs.find(unit);
        const int costMs = cost == m_costMs.end() ? kUsualMs : std::max(cost->second, 1);
        ranked.emplace_back(-(kOfSubject * count + killsOf("", unit) + 1.0) / costMs, unit);
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    std::vector<std::string> units;
    for (const auto& [rank, unit] : ranked) {
        units.push_back(unit);
    }
    return units;
}

} // namespace onceover
