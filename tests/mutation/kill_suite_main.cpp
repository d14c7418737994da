// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the named units in order until one fails: "RUN unit" before each, exit code 1 at the first
// failure, 0 if all pass. --list prints the units.
#include "tests/mutation/kill_suite.h"

#include <QCoreApplication>

#include <cstdio>
#include <string_view>

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    if (argc == 2 && std::string_view(argv[1]) == "--list") {
        for (const std::string& unit : onceover::KillSuite::units()) {
            std::printf("%s\n", unit.c_str());
        }
        return 0;
    }
    for (int i = 1; i < argc; ++i) {
        std::printf("RUN %s\n", argv[i]);
        std::fflush(stdout);
        if (!onceover::KillSuite::run(argv[i])) {
            return 1;
        }
    }
    return 0;
}
