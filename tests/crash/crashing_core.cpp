// SPDX-License-Identifier: GPL-3.0-or-later
// crashing_core DIR POINT: one pass of the demo's own core, composed as onceover-core composes it,
// with ports that kill the process at the named point.
#include "app/core/core_host.h"
#include "app/core/demo_site.h"
#include "backend/engine/pass.h"
#include "tests/crash/crashing_providers.h"
#include "tests/crash/crashing_store.h"

#include <cstdio>

namespace {

using namespace onceover;

int fail(const Error& error)
{
    std::fprintf(stderr, "crashing_core: %s %s\n", error.code().c_str(), error.detail().c_str());
    return 1;
}

int run(const std::string& directory, CrashPoint point)
{
    const auto site = DemoSite::open(directory);
    if (!site)
        return fail(site.error());
    const auto settings = (*site)->machine(MachineKind::Core);
    if (!settings)
        return fail(settings.error());
    const auto host = CoreHost::create({*settings, (*site)->stateDirectory(), "core", true});
    if (!host)
        return fail(host.error());
    const Crash crash(point);
    EngineParts real = (*host)->parts();
    CrashingStore store(real.store, crash);
    CrashingDirectory providers(real.providers, crash);
    Pass pass(
        {store, real.journal, providers, real.clock, real.ids, real.core},
        (*host)->runner(),
        (*host)->calledAttempts());
    const PassReport report = pass.run([] { return false; });
    return report.error ? fail(*report.error) : 0;
}

} // namespace

int main(int argc, char** argv)
{
    dropDatabaseEnvironment();
    const auto point = argc == 3 ? crashPointFromText(argv[2]) : std::nullopt;
    if (!point) {
        std::fprintf(stderr, "usage: crashing_core DIR POINT\n");
        return 64;
    }
    return run(argv[1], *point);
}
