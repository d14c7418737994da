// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/mutation_score.h"

#include "tests/mutation/mutant_class.h"

#include <algorithm>
#include <cstdio>

namespace onceover {

void MutationScore::count(Count& count, Fate fate)
{
    switch (fate) {
    case Fate::Killed:
        ++count.killed;
        break;
    case Fate::Survived:
        ++count.survived;
        break;
    case Fate::Explained:
        ++count.explained;
        break;
    case Fate::Masked:
        ++count.masked;
        break;
    case Fate::Broken:
        ++count.broken;
        break;
    }
}

void MutationScore::add(const Mutant& mutant, Fate fate, const std::string& killer)
{
    const std::scoped_lock lock(m_mutex);
    count(m_files[mutant.file], fate);
    count(m_classes[classOf(mutant)], fate);
    if (fate == Fate::Survived) {
        m_survivors.push_back(mutant.file + ": " + mutant.key());
    }
    const char* const words[] = {"killed", "SURVIVES", "explained", "masked", "broken"};
    std::printf(
        "%-9s %s: %s%s%s\n",
        words[static_cast<int>(fate)],
        mutant.file.c_str(),
        mutant.key().c_str(),
        killer.empty() ? "" : "  <- ",
        killer.c_str());
    std::fflush(stdout);
}

MutationScore::Count MutationScore::total() const
{
    Count all;
    for (const auto& [file, count] : m_files) {
        all.killed += count.killed;
        all.survived += count.survived;
        all.explained += count.explained;
        all.masked += count.masked;
        all.broken += count.broken;
    }
    return all;
}

int MutationScore::percent() const
{
    const std::scoped_lock lock(m_mutex);
    const Count all = total();
    const int counted = all.killed + all.survived;
    return counted == 0 ? 100 : all.killed * 100 / counted;
}

int MutationScore::survivors() const
{
    const std::scoped_lock lock(m_mutex);
    return total().survived;
}

std::string MutationScore::line(const std::string& name, const Count& count)
{
    char text[200];
    const int counted = count.killed + count.survived;
    std::snprintf(
        text,
        sizeof text,
        "%-36s %5d %8d %9d %7d %10d  %5.1f %%\n",
        name.c_str(),
        count.killed,
        count.survived,
        count.explained,
        count.masked,
        count.broken,
        counted == 0 ? 100.0 : 100.0 * count.killed / counted);
    return text;
}

std::string MutationScore::table() const
{
    const std::scoped_lock lock(m_mutex);
    std::string text = "file                                killed survived explained  masked not "
                       "counted    score\n";
    for (const auto& [file, count] : m_files) {
        text += line(file, count);
    }
    text += "class\n";
    for (const auto& [name, count] : m_classes) {
        text += line(name, count);
    }
    return text + line("all", total());
}

std::string MutationScore::survivorList() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<std::string> sorted = m_survivors;
    std::sort(sorted.begin(), sorted.end());
    std::string text;
    for (const std::string& survivor : sorted) {
        text += survivor + "\n";
    }
    return text;
}

} // namespace onceover
