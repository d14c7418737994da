// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_witness.h"

#include "app/core/core_host.h"
#include "backend/engine/witness_step.h"
#include "backend/postgres/deadline.h"
#include "backend/postgres/file_lock.h"
#include "backend/store/pg_installation.h"
#include "backend/store/pg_review.h"

#include <chrono>
#include <optional>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr std::chrono::seconds kFoundingPatience{30};

bool isChecking(PgReview& review)
{
    const auto state = review.installation();
    return state && state->incarnationState == "CHECKING";
}

// What the core would do first: why nothing moves yet, or nothing where everything may.
Result<std::optional<Error>> look(EngineParts& parts)
{
    if (auto registered = parts.store.registerCore(parts.core); !registered)
        return Failure(registered.error());
    return WitnessStep(parts).run();
}

// False: a core runs here, and this is its work.
bool tryToEndCheck(PgReview& review, const CoreHost::Settings& settings, Deadline deadline)
{
    const auto lock = CoreHost::lockForLook(settings, deadline);
    if (!lock)
        return false;
    // Another program may have looked while this one waited for its turn.
    if (!isChecking(review))
        return true;
    const auto host = CoreHost::create(settings, *lock);
    if (!host)
        return host.error().code() != "journal.locked";
    EngineParts parts = (*host)->parts();
    static_cast<void>(look(parts));
    return true;
}

} // namespace

Result<void> foundDemoCore(
    Connection& owner, const ConnectionSettings& core, const std::filesystem::path& directory)
{
    const CoreHost::Settings settings{core, directory, "core", true};
    const auto lock = CoreHost::lockForLook(settings, Deadline::in(kFoundingPatience));
    if (!lock)
        return Failure(lock.error());
    const auto known = PgReview(core).witnesses();
    if (!known)
        return Failure(known.error());
    for (const CoreWitness& witness : *known) {
        if (witness.coreState != "LISTED")
            return {};
    }
    const auto host = CoreHost::create(settings, *lock);
    if (!host)
        return Failure(host.error());
    EngineParts parts = (*host)->parts();
    const auto held = look(parts);
    if (!held)
        return Failure(held.error());
    if (!*held || (*held)->code() != "core.not_admitted")
        return {};
    if (auto founded = PgInstallation(owner).foundCore(parts.core.coreId); !founded)
        return founded;
    if (const auto again = look(parts); !again)
        return Failure(again.error());
    return {};
}

void endDemoCheck(const ConnectionSettings& core, const std::filesystem::path& directory)
{
    PgReview review(core);
    const CoreHost::Settings settings{core, directory, "core", true};
    const Deadline deadline = Deadline::in(kPatience);
    while (isChecking(review) && !tryToEndCheck(review, settings, deadline)
           && !deadline.hasPassed())
        pauseBriefly();
}

} // namespace onceover
