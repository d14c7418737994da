// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/labelled_lines.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/resource.h>

// onceover_matching_bench COUNT SEED [FOLDER]: makes a labelled world of so many lines and
// payments, writes it into the folder for others to match, matches it and judges the result. 1 when
// a link is false, something known is silent, or fewer than 99.9 % of the unique lines were found.
namespace {

using onceover::LabelledRow;

bool write(const std::string& path, const char* idName, const std::vector<LabelledRow>& rows)
{
    std::FILE* file = std::fopen(path.c_str(), "w");
    if (file == nullptr)
        return false;
    std::fprintf(file, "%s,account,amount_minor,currency,reference,booked_epoch\n", idName);
    for (std::size_t index = 0; index < rows.size(); ++index) {
        const LabelledRow& row = rows[index];
        std::fprintf(
            file,
            "%zu,%u,%lld,%s,\"%s\",%lld\n",
            index,
            row.account,
            static_cast<long long>(row.amountMinor),
            row.currency,
            row.reference.c_str(),
            static_cast<long long>(row.atSeconds));
    }
    return std::fclose(file) == 0;
}

long peakMb()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    if (argumentCount < 3) {
        std::fprintf(stderr, "Usage: onceover_matching_bench COUNT SEED [FOLDER]\n");
        return 64;
    }
    const auto count = std::strtoull(arguments[1], nullptr, 10);
    const auto seed = std::strtoull(arguments[2], nullptr, 10);
    const onceover::LabelledWorld world = onceover::labelledWorld(count, seed);
    if (argumentCount > 3) {
        const std::string folder = arguments[3];
        if (!write(folder + "/payments.csv", "payment_id", world.payments)
            || !write(folder + "/lines.csv", "line_id", world.lines)) {
            std::perror(folder.c_str());
            return 2;
        }
    }
    const onceover::MatchRules rules = onceover::labelledRules();
    const long before = peakMb();
    onceover::Judgement judgement;
    for (int round = 0; round < 3; ++round) {
        const auto start = std::chrono::steady_clock::now();
        const onceover::LineMatches matches = onceover::matchRows(world, rules);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        judgement = onceover::judged(world, matches);
        std::printf(
            "onceover match_s %.3f (names read, windows counted, matched; one thread), %zu links, "
            "%zu pairs for people, memory %ld MB beside the rows' %ld MB\n",
            took.count(),
            matches.links.size(),
            matches.forPeople.size(),
            peakMb() - before,
            before);
    }
    std::printf("%s", judgement.toText().c_str());
    return judgement.isRight() ? 0 : 1;
}
