// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/explained.h"

#include "tests/mutation/mutant.h"

#include <fstream>

namespace onceover {

Explained Explained::read(const std::string& path)
{
    Explained explained;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const std::string text = foldBlanks(line);
        if (text.empty() || text.front() == '#') {
            continue;
        }
        if (line.front() != ' ') {
            explained.m_entries.push_back({line, {}, {}, false});
        } else if (explained.m_entries.empty()) {
            continue;
        } else if (text.compare(0, 6, "with: ") == 0) {
            explained.m_entries.back().with = text.substr(6);
        } else {
            explained.m_entries.back().reason += text + " ";
        }
    }
    return explained;
}

bool Explained::matches(const std::string& pattern, const std::string& text)
{
    // Where the last star was met, and how much of the text it has taken.
    std::size_t star = std::string::npos;
    std::size_t taken = 0;
    std::size_t p = 0;
    std::size_t t = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string::npos) {
            p = star + 1;
            t = ++taken;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') {
        ++p;
    }
    return p == pattern.size();
}

const Explained::Entry* Explained::find(const std::string& key)
{
    for (Entry& entry : m_entries) {
        if (matches(foldBlanks(entry.pattern), foldBlanks(key))) {
            entry.isUsed = true;
            return &entry;
        }
    }
    return nullptr;
}

std::vector<std::string> Explained::unused() const
{
    std::vector<std::string> found;
    for (const Entry& entry : m_entries) {
        if (!entry.isUsed) {
            found.push_back(entry.pattern);
        }
    }
    return found;
}

std::vector<std::string> Explained::unexplained() const
{
    std::vector<std::string> found;
    for (const Entry& entry : m_entries) {
        if (entry.reason.empty()) {
            found.push_back(entry.pattern);
        }
    }
    return found;
}

} // namespace onceover
