// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/kill_runner.h"
#include "tests/mutation/mutant.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace onceover {

// What became of the mutants, file by file. Used by several threads.
class MutationScore
{
public:
    enum class Fate
    {
        Killed,
        Survived,
        // Listed with a reason; not counted.
        Explained,
        // Killed only together with the guard that masks it, as its entry says; not counted.
        Masked,
        // Does not compile, or the database does not take it; not counted.
        Broken
    };

    void add(const Mutant& mutant, Fate fate, const std::string& killer);

    // Killed of those that count, in percent; 100 of none.
    int percent() const;
    int survivors() const;
    // A line for each file, one for each class of change, and one for all.
    std::string table() const;
    std::string survivorList() const;

private:
    struct Count
    {
        int killed = 0;
        int survived = 0;
        int explained = 0;
        int masked = 0;
        int broken = 0;
    };

    static void count(Count& count, Fate fate);
    static std::string line(const std::string& name, const Count& count);
    Count total() const;

    mutable std::mutex m_mutex;
    std::map<std::string, Count> m_files;
    std::map<std::string, Count> m_classes;
    std::vector<std::string> m_survivors;
};

} // namespace onceover
