// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/mutant_class.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace onceover {

namespace {

struct ClassWords
{
    const char* name;
    std::vector<std::string_view> words;
};

// The first that fits names the class: from the rarest to the commonest.
const std::vector<ClassWords>& classes()
{
    static const std::vector<ClassWords> kClasses = {
        {"lock", {"drop-lock", "_lock(", "lock table", "skip locked"}},
        {"uniqueness",
         {"drop-index", "unique (", "primary key (", "on conflict", "unique_violation"}},
        {"commit", {"committed", "indoubt", "rolledback", "commit("}},
        {"effect", {"nothappened(", "possible(", "effect::"}},
        {"digest", {"digest", "sha256", "fingerprint", "content"}},
        {"person",
         {"person",
          "approved_by",
          "proposed_by",
          "people",
          "login",
          "approver",
          "proposer",
          "is_in_group",
          "require_group"}},
        {"generation", {"generation"}},
        {"ground", {"ground"}},
        {"fence",
         {"require_armed",
          "require_unfenced",
          "require_witness",
          "require_state_for",
          "is_armed",
          "armed",
          "epoch",
          "incarnation",
          "postmaster_start",
          "proven_start",
          "checking",
          "fence"}},
        {"lease", {"lease"}},
        {"status", {"status", "'pending'", "'review'", "'unknown'"}},
        {"fate", {"fate", "closed_by", "closures", "absence", "account"}},
        {"event", {"drop-event", "add_event"}},
        {"constraint", {"drop-constraint", "drop-trigger"}},
    };
    return kClasses;
}

std::string lowered(std::string text)
{
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return text;
}

std::uint64_t drawnRank(const std::string& text)
{
    // FNV-1a: the same on every machine.
    constexpr std::uint64_t kOffset = 14695981039346656037ULL;
    constexpr std::uint64_t kPrime = 1099511628211ULL;
    std::uint64_t hash = kOffset;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
    }
    // The last byte stirs only the lowest bits.
    hash ^= hash >> 32;
    return hash * kPrime;
}

} // namespace

std::string classOf(const Mutant& mutant)
{
    const std::string text =
        lowered(mutant.kind + " " + mutant.before + " " + mutant.after + " " + mutant.subject);
    for (const ClassWords& one : classes()) {
        for (const std::string_view word : one.words) {
            if (text.find(word) != std::string::npos) {
                return one.name;
            }
        }
    }
    const std::size_t slash = mutant.file.rfind('/');
    if (slash == std::string::npos) {
        return "other";
    }
    const std::size_t folder = mutant.file.rfind('/', slash - 1);
    return mutant.file.substr(folder + 1, slash - folder - 1);
}

std::vector<Mutant> sampleOf(const std::vector<Mutant>& mutants, unsigned seed, std::size_t count)
{
    std::vector<std::pair<std::uint64_t, std::size_t>> ranked;
    for (std::size_t i = 0; i < mutants.size(); ++i) {
        ranked.emplace_back(
            drawnRank(std::to_string(seed) + mutants[i].file + mutants[i].key()), i);
    }
    std::sort(ranked.begin(), ranked.end());
    std::map<std::string, std::vector<std::size_t>> byClass;
    for (const auto& [rank, index] : ranked) {
        byClass[classOf(mutants[index])].push_back(index);
    }
    std::vector<bool> isChosen(mutants.size(), false);
    std::size_t left = std::min(count, mutants.size());
    const std::size_t each = byClass.empty() ? 0 : count / (2 * byClass.size());
    for (const auto& [name, indexes] : byClass) {
        for (std::size_t i = 0; i < std::min(each, indexes.size()); ++i) {
            isChosen[indexes[i]] = true;
            --left;
        }
    }
    for (const auto& [rank, index] : ranked) {
        if (left > 0 && !isChosen[index]) {
            isChosen[index] = true;
            --left;
        }
    }
    std::vector<Mutant> sample;
    for (const auto& [rank, index] : ranked) {
        if (isChosen[index]) {
            sample.push_back(mutants[index]);
        }
    }
    return sample;
}

} // namespace onceover
