// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/schedules.h"

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace onceover::simulation;

namespace {

struct Options
{
    int schedules = 20'000;
    std::uint64_t seed = 1;
    Defence without = Defence::None;
    bool isTraced = false;
    bool isUnderstood = true;
    // Goes on after a failure and prints every one.
    bool isKeptGoing = false;
};

constexpr const char* kUsage =
    "Usage: simulation_run [--schedules N] [--seed S] [--without DEFENCE] [--trace] "
    "[--keep-going]\n"
    "Runs the engine through N schedules from seed S on and reports schedules, steps, faults by\n"
    "class, edges of the state table and grounds of permits. --trace prints every step; take one\n"
    "schedule. --without runs it with one defence switched off:\n ";

Options read(int count, char** arguments)
{
    Options options;
    for (int index = 1; index < count; ++index) {
        const std::string name = arguments[index];
        const std::string value = index + 1 < count ? arguments[index + 1] : "";
        if (name == "--trace") {
            options.isTraced = true;
            continue;
        }
        if (name == "--keep-going") {
            options.isKeptGoing = true;
            continue;
        }
        if (name == "--schedules") {
            options.schedules = std::atoi(value.c_str());
        } else if (name == "--seed") {
            options.seed = std::strtoull(value.c_str(), nullptr, 10);
        } else if (const auto defence = defenceFromText(value); name == "--without" && defence) {
            options.without = *defence;
        } else {
            options.isUnderstood = false;
        }
        ++index;
    }
    return options;
}

void print(const std::string& line)
{
    std::printf("%s\n", line.c_str());
}

} // namespace

int main(int count, char** arguments)
{
    const Options options = read(count, arguments);
    if (!options.isUnderstood || options.schedules < 1) {
        std::fputs(kUsage, stderr);
        for (int index = 1; index < kDefenceCount; ++index)
            std::fprintf(stderr, " %s", std::string(toText(static_cast<Defence>(index))).c_str());
        std::fputs("\n", stderr);
        return 64;
    }
    Coverage coverage;
    int failures = 0;
    for (int index = 0; index < options.schedules; ++index) {
        const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(index);
        const auto failure = runSchedule(
            seed, options.without, coverage, options.isTraced ? TraceLine(print) : nullptr);
        if (!failure)
            continue;
        ++failures;
        print(failure->text());
        if (!options.isKeptGoing)
            break;
    }
    std::fputs(coverage.report().c_str(), stdout);
    return failures == 0 ? 0 : 1;
}
