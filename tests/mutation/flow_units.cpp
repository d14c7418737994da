// SPDX-License-Identifier: GPL-3.0-or-later
// The flows of tests/store as units, "flow: refused for good", each held to its part of flows.txt.
// Flows that follow one another share a world.
#include "test_places.h"
#include "tests/mutation/kill_suite.h"
#include "tests/store/flows.h"

#include <cstdio>
#include <fstream>
#include <iterator>

namespace onceover {

namespace {

const std::string kPrefix = "flow: ";

// What the file says of this flow, without its heading.
std::string written(const std::string& name)
{
    std::ifstream file(ONCEOVER_SOURCE_DIR "/tests/store/flows.txt");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const std::string heading = "== " + name + "\n";
    const std::size_t begin = text.find(heading);
    if (begin == std::string::npos) {
        return {};
    }
    const std::size_t end = text.find("\n== ", begin);
    const std::size_t from = begin + heading.size();
    return text.substr(from, end == std::string::npos ? end : end + 1 - from);
}

bool runFlow(const std::string& unit)
{
    static StoreFixture s_fixture;
    static FlowWorld s_world(s_fixture);
    for (const Flow& flow : allFlows()) {
        if (kPrefix + flow.name == unit) {
            s_world.openFlow();
            flow.run(s_world);
            const std::string account = s_world.closeFlow();
            if (account != written(flow.name)) {
                std::printf("FAIL!  : %s is told otherwise:\n%s", flow.name, account.c_str());
                return false;
            }
            return s_world.isConsistent();
        }
    }
    return false;
}

bool addFlows()
{
    for (const Flow& flow : allFlows()) {
        KillSuite::add(kPrefix + flow.name, runFlow);
    }
    return true;
}

[[maybe_unused]] const bool kIsAdded = addFlows();

} // namespace

} // namespace onceover
