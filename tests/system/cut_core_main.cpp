// SPDX-License-Identifier: GPL-3.0-or-later
// cut_core SOCKET_DIRECTORY DATABASE STATE_DIRECTORY TIMEOUT_MS: one pass of a CutCore as a process
// of its own, which may end by a broken invariant.
#include "tests/support/store_fixture.h"
#include "tests/system/cut_core.h"

#include <cstdlib>

int main(int argc, char** argv)
{
    using namespace onceover;
    if (argc != 5)
        return 64;
    dropDatabaseEnvironment();
    CutCore core(
        argv[3],
        StoreFixture::coreId(1),
        ConnectionSettings::unixSocket(argv[1], argv[2], "m_core", "m_core"));
    core.restart(std::chrono::milliseconds(std::atoi(argv[4])));
    return core.run().error ? 1 : 0;
}
