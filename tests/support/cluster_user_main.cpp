// SPDX-License-Identifier: GPL-3.0-or-later
// cluster_user DIRECTORY: opens the private cluster there, says "open PID STARTED" or "refused CODE
// DETAIL", and gives it up when its standard input ends.
#include "backend/postgres/private_cluster.h"

#include <cstdio>

int main(int argc, char** argv)
{
    using namespace onceover;
    if (argc != 2)
        return 64;
    dropDatabaseEnvironment();
    auto cluster = PrivateCluster::openOrCreate(argv[1], {});
    if (!cluster) {
        std::printf(
            "refused %s %s\n", cluster.error().code().c_str(), cluster.error().detail().c_str());
        return 1;
    }
    std::printf("open %d %d\n", cluster->serverPid().value_or(0), cluster->wasStarted() ? 1 : 0);
    std::fflush(stdout);
    while (std::getchar() != EOF) {}
    return cluster->stop() ? 0 : 1;
}
