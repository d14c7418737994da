// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_witness.h"

#include "app/core/core_host.h"
#include "backend/engine/witness_step.h"
#include "backend/postgres/deadline.h"
#include "backend/store/pg_review.h"

#include <chrono>

#include <poll.h>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{5};
constexpr int kPauseMs = 50;

bool isChecking(PgReview& review)
{
    const auto state = review.installation();
    return state && state->incarnationState == "CHECKING";
}

} // namespace

Result<DemoLook> lookAsDemoCore(
    const ConnectionSettings& core, const std::filesystem::path& directory)
{
    const auto host = CoreHost::create({core, directory, "core", true});
    if (!host)
        return Failure(host.error());
    EngineParts parts = (*host)->parts();
    if (auto registered = parts.store.registerCore(parts.core); !registered)
        return Failure(registered.error());
    auto held = WitnessStep(parts).run();
    if (!held)
        return Failure(held.error());
    return DemoLook{parts.core.coreId, std::move(*held)};
}

void endDemoCheck(const ConnectionSettings& core, const std::filesystem::path& directory)
{
    PgReview review(core);
    const Deadline deadline = Deadline::in(kPatience);
    while (isChecking(review)) {
        const auto looked = lookAsDemoCore(core, directory);
        if (looked || looked.error().code() != "journal.locked" || deadline.hasPassed())
            return;
        ::poll(nullptr, 0, kPauseMs);
    }
}

} // namespace onceover
