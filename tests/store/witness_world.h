// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"
#include "tests/support/without_fence_guard.h"

#include <string>
#include <vector>

namespace onceover {

inline constexpr const char* kLiWei = "00000000-0000-7000-8000-000000000001";
inline constexpr const char* kAna = "00000000-0000-7000-8000-000000000002";

inline Params coreParams(int number)
{
    return Params().uuid(StoreFixture::coreId(number));
}

// Cores 1 and 2 are admitted. Without a restart, which would take the other tests' server away.
class WitnessWorld : public DeskWorld
{
public:
    explicit WitnessWorld(StoreFixture& fixture)
        : DeskWorld(fixture)
    {}

    void pretendRestart()
    {
        runAsOwner("alter table onceover.cores disable trigger guard_core");
        runAsOwner("update onceover.cores set proven_start = null");
        runAsOwner("alter table onceover.cores enable always trigger guard_core");
        runAsOwner(withoutFenceGuard(
            "update onceover.incarnations set state = 'CHECKING', checked_start = '2000-01-01'"));
    }

    std::string begin(Connection& who, int number, int records = 1)
    {
        return codeOf(
            who,
            "select * from onceover.begin_check($1, $2, $3)",
            coreParams(number).uuid(StoreFixture::coreId(20 + number)).int64(records));
    }

    // The core's word that it found everything.
    std::string finish(Connection& who, int number, int records = 1)
    {
        if (auto code = begin(who, number, records); !code.empty())
            return code;
        return codeOf(
            who,
            "select onceover.finish_check($1, $2, onceover.micros(pg_postmaster_start_time()), $3)",
            coreParams(number).uuid(StoreFixture::coreId(20 + number)).int64(records));
    }

    std::string missing(int attempt, const std::string& state)
    {
        const Rows rows = mustRun(
            EngineWorld::core,
            "select finding from onceover.find_missing($1, $2, $3)",
            coreParams(1)
                .uuidArray({StoreFixture::attemptId(attempt)})
                .textArray(std::vector<std::string>{state}));
        return rows.isEmpty() ? std::string() : rows[0].text("finding").value_or("");
    }

    std::string state() { return scalar("select incarnation_state from review.installation"); }

    std::string witness(int number)
    {
        return scalar(
            "select witness_state from review.witnesses where core_id = $1", coreParams(number));
    }

    // A decision as two people leave it; with one person, the guard of approvals is lifted too.
    std::string agree(const char* kind, int number, bool isApproved = true)
    {
        const std::string decision = freshId();
        runAsOwner("alter table onceover.proposals disable trigger guard_proposal");
        runAsOwner("alter table onceover.approvals disable trigger guard_approval");
        mustRun(
            owner,
            "insert into onceover.proposals (decision_id, subject_kind, core_id, kind, "
            "reason_code, note, digest, version, people_needed, proposed_by, proposed_login, "
            "expires_at, content_sha256) values ($1, 'CORE', $2, $3, 'OTHER', 'n', repeat('a', "
            "64), 0, 2, $4, 'liwei', now() + interval '1 day', '')",
            Params().text(decision).uuid(StoreFixture::coreId(number)).text(kind).text(kLiWei));
        if (isApproved)
            mustRun(
                owner,
                "insert into onceover.approvals values (gen_random_uuid(), $1, $2, 'ana', "
                "repeat('a', 64))",
                Params().text(decision).text(kAna));
        runAsOwner("alter table onceover.proposals enable always trigger guard_proposal");
        runAsOwner("alter table onceover.approvals enable always trigger guard_approval");
        return decision;
    }

    // The effect of a decision, as the person who approved it would bring it about.
    std::string effect(const char* function, int number, const std::string& decision)
    {
        // Nobody is granted these: they are for the functions that put decisions in force.
        mustRun(
            owner,
            std::string("grant execute on function onceover.") + function + "(uuid, uuid) to ana");
        mustRun(
            owner,
            std::string("alter function onceover.") + function + "(uuid, uuid) security definer");
        return codeOf(
            ana,
            std::string("select onceover.") + function + "($1, $2)",
            coreParams(number).text(decision));
    }

    std::string admit(int number)
    {
        return effect("admit_core", number, agree("ADMIT_CORE", number));
    }

    std::string claimCode(Connection& who, int number, int attempt)
    {
        return codeOf(
            who,
            "select * from onceover.claim($1, '00000000-0000-7000-b000-000000000001', 'card', $2, "
            "60000)",
            coreParams(number).uuidArray({StoreFixture::attemptId(attempt)}));
    }
};

} // namespace onceover
