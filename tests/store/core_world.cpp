// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/core_world.h"

#include <cstdio>
#include <cstdlib>

namespace onceover {

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";

void mustBeDone(const std::string& code)
{
    if (code.empty())
        return;
    std::fprintf(stderr, "core world: %s\n", code.c_str());
    std::abort();
}

} // namespace

std::string CoreWorld::uuid()
{
    return scalar("select gen_random_uuid()");
}

CoreWorld::Core CoreWorld::listed(const std::string& name)
{
    const Core subject{*Uuid::fromText(uuid()), *Uuid::fromText(uuid())};
    mustRun(
        core2,
        "select onceover.register_core($1, $2, 'host', gen_random_uuid(), $3, '0')",
        Params().uuid(subject.id).text(name).uuid(subject.nonce));
    return subject;
}

CoreWorld::Core CoreWorld::admitted(const std::string& name)
{
    const Core subject = listed(name);
    prove(subject);
    return subject;
}

void CoreWorld::prove(const Core& subject)
{
    runAsOwner("alter table onceover.cores disable trigger guard_core");
    mustRun(
        owner,
        "update onceover.cores set state = 'ADMITTED', admitted_as = coalesce(admitted_as, "
        "'FOUNDING'), proven_start = pg_postmaster_start_time() where core_id = $1",
        Params().uuid(subject.id));
    runAsOwner("alter table onceover.cores enable always trigger guard_core");
}

void CoreWorld::unprove(const Core& subject)
{
    runAsOwner("alter table onceover.cores disable trigger guard_core");
    runAsOwner(
        "update onceover.cores set proven_start = null where core_id = '" + subject.id.toText()
        + "'");
    runAsOwner("alter table onceover.cores enable always trigger guard_core");
}

void CoreWorld::silence(const Core& subject, const std::string& since)
{
    runAsOwner(
        "update onceover.cores set last_seen_at = clock_timestamp() - interval '" + since
        + "' where core_id = '" + subject.id.toText() + "'");
}

std::string CoreWorld::digestOf(const Core& subject)
{
    return scalar("select onceover.core_digest($1)", Params().uuid(subject.id));
}

std::string CoreWorld::proposeCore(
    Connection& who,
    const std::string& id,
    const Core& subject,
    const std::string& kind,
    const std::string& digest)
{
    return call(
        who,
        "select onceover.propose_core($1::uuid, $2, $3, 'OTHER', 'because', $4)",
        Params()
            .text(id)
            .uuid(subject.id)
            .text(kind)
            .text(digest.empty() ? digestOf(subject) : digest));
}

void CoreWorld::closeByTwo(const Core& subject)
{
    const std::string decision = freshId();
    mustBeDone(proposeCore(omar, decision, subject, "CLOSE_JOURNAL"));
    mustBeDone(approve(ana, decision));
}

std::string CoreWorld::sentBy(const Core& subject, int leaseMs)
{
    const std::string payment = accept("core" + freshId());
    while (column(payment, "status") == "PENDING")
        mustRun(
            core2,
            "select * from onceover.claim($1, $2, 'card', array[gen_random_uuid()], $3::int)",
            Params().uuid(subject.id).text(kBoot).int64(leaseMs));
    return payment;
}

std::string CoreWorld::attemptOf(const std::string& payment)
{
    return scalar(
        "select attempt_id from onceover.attempts where payment_id = $1", Params().text(payment));
}

std::string CoreWorld::result(const Core& subject, const std::string& payment, const char* answer)
{
    return answerOf(
        core2,
        {"select outcome || ' ' || code as answer from onceover.record_results($1, "
         "jsonb_build_array(jsonb_build_object('attempt_id', $2::text, 'answer', $3::text, "
         "'reason', '', 'provider_id', 'ch_' || $2::text, 'http_status', 200, 'request_bytes', "
         "100, 'started_at_us', 1, 'finished_at_us', 2)))",
         Params().uuid(subject.id).text(attemptOf(payment)).text(answer)});
}

std::string CoreWorld::coreState(const Core& subject)
{
    return scalar("select state from review.cores where core_id = $1", Params().uuid(subject.id));
}

std::string CoreWorld::openAttemptsOf(const Core& subject)
{
    return scalar(
        "select open_attempt_count from review.cores where core_id = $1",
        Params().uuid(subject.id));
}

std::string CoreWorld::incarnation()
{
    return scalar("select state from onceover.incarnations");
}

SessionCall CoreWorld::claiming(const Core& subject, const std::string& attempt)
{
    return {
        "select count(*)::text as answer from onceover.claim($1, $2, 'card', array[$3::uuid], "
        "3600000)",
        Params().uuid(subject.id).text(kBoot).text(attempt)};
}

} // namespace onceover
