// SPDX-License-Identifier: GPL-3.0-or-later
// The tables against their own owner: what a bug in a function could try, the constraints and
// triggers refuse.
#include "tests/support/engine_world.h"

#include <QTest>

using namespace onceover;

namespace {

// A status with the reasons that the table's own checks ask for, so that only the guard is left to
// refuse.
std::string setStatus(const std::string& to)
{
    return "update onceover.payments set version = version + 1, was_in_review = was_in_review or '"
           + to + "' = 'REVIEW', status = '" + to + "', unknown_reason = case when '" + to
           + "' = 'UNKNOWN' then 'X' end, review_reason = case when '" + to
           + "' = 'REVIEW' then 'TAKEN' end, failure_kind = case when '" + to
           + "' = 'FAILED' then 'ABSENT' end, basis = 'DIRECT', hold_reason = null, next_look_at = "
             "clock_timestamp() where payment_id = $1";
}

} // namespace

class GuardsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // SQL runs in a transaction of its own, so deferred guards speak at its end.
    void noStateIsSkipped()
    {
        EngineWorld world(m_fixture);
        const std::string unknown = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        const std::string pending = world.accept("k2");
        for (const char* to : {"PENDING", "SUBMITTING", "SUCCEEDED", "FAILED"}) {
            const std::string code = codeOf(world.owner, setStatus(to), Params().text(unknown));
            QVERIFY2(
                code.rfind("guard.", 0) == 0,
                (std::string("UNKNOWN to ") + to + ": " + code).c_str());
        }
        for (const char* to : {"UNKNOWN", "SUCCEEDED", "FAILED", "SUBMITTING", "REVIEW"}) {
            const std::string code = codeOf(world.owner, setStatus(to), Params().text(pending));
            QVERIFY2(
                code.rfind("guard.", 0) == 0,
                (std::string("PENDING to ") + to + ": " + code).c_str());
        }
        QCOMPARE(world.status(unknown), std::string("UNKNOWN DEADLINE"));
        QCOMPARE(world.status(pending), std::string("PENDING"));
    }

    void theTableOfTransitionsIsTheDesigns()
    {
        EngineWorld world(m_fixture);
        QCOMPARE(
            world.scalar("select string_agg(from_status || '>' || to_status, ' ' order by "
                         "from_status, to_status) from onceover.status_transitions"),
            std::string("FAILED>PENDING FAILED>REVIEW PENDING>FAILED PENDING>REVIEW "
                        "PENDING>SUBMITTING PENDING>SUCCEEDED "
                        "REVIEW>FAILED REVIEW>PENDING REVIEW>SUCCEEDED SUBMITTING>FAILED "
                        "SUBMITTING>SUCCEEDED SUBMITTING>UNKNOWN "
                        "SUCCEEDED>REVIEW UNKNOWN>FAILED UNKNOWN>REVIEW UNKNOWN>SUCCEEDED"));
    }

    void anIntentionNeverChanges()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        for (const char* change :
             {"amount_minor = 1",
              "currency = 'JPY'",
              "payee = 'Mallory'",
              "payee_account = 'X'",
              "provider = 'bare'",
              "reference = 'AAAAAAAAAAAAAAAA'",
              "direction = 'IN'",
              "send_before = now()",
              "idempotency_key = 'other'"}) {
            QCOMPARE(
                codeOf(
                    world.owner,
                    std::string("update onceover.payments set ") + change
                        + " where payment_id = $1",
                    Params().text(payment)),
                std::string("guard.intention_changed"));
        }
        for (const char* change : {"version = 0", "evidence_version = -1", "generation = 0"}) {
            QCOMPARE(
                codeOf(
                    world.owner,
                    std::string("update onceover.payments set ") + change
                        + " where payment_id = $1",
                    Params().text(payment)),
                std::string("guard.went_back"));
        }
    }

    void onePermitIsOpen()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const char* const kGrant =
            "select onceover.grant_permit($1, $2, $3, $4::int, null, 'CORE', null)";
        // An open permit that nobody revoked: the deferred guard speaks when the transaction ends.
        QCOMPARE(
            codeOf(world.owner, setStatus("REVIEW"), Params().text(payment)),
            std::string("guard.open_permits"));
        // A second one has no failure to stand on.
        QCOMPARE(
            codeOf(
                world.owner,
                kGrant,
                Params().text(payment).text("NOT_SENT").text("attempt:x").int64(1)),
            std::string("guard.automatic_status"));
        // Grounds that nobody grants, keys that are not the reference's, generations that jump.
        QCOMPARE(
            codeOf(
                world.owner,
                kGrant,
                Params().text(payment).text("LOSS_TOLERATED").text("x").int64(1)),
            std::string("guard.ground_not_in_use"));
        QCOMPARE(
            codeOf(world.owner, kGrant, Params().text(payment).text("NOT_SENT").text("x").int64(3)),
            std::string("guard.generation"));
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        for (const char* ground : {"NOT_SENT", "REJECTED_RETRYABLE", "PROVEN_ABSENT"}) {
            QCOMPARE(
                codeOf(world.owner, kGrant, Params().text(payment).text(ground).text("x").int64(1)),
                std::string("guard.automatic_ground"));
        }
        QVERIFY(
            codeOf(
                world.owner,
                "select onceover.grant_permit($1, 'APPROVED_RESEND', 'x', 1, gen_random_uuid(), "
                "'CORE', null)",
                Params().text(payment))
            == "guard.four_eyes");
        QVERIFY(world.isConsistent());
    }

    void aPermitIsUsedOnce()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        mustRun(
            world.owner,
            "select onceover.revoke_permit($1, 'test', 'CORE'), onceover.change_status($1, "
            "'FAILED', 'CANCELLED', 'CORE')",
            Params().text(payment));
        QVERIFY(
            codeOf(
                world.owner,
                "insert into onceover.permit_uses (permit_id, payment_id, used_as, reason) "
                "select permit_id, payment_id, 'REVOKED', 'again' from onceover.permits where "
                "payment_id = $1",
                Params().text(payment))
            != "");
        QVERIFY(!world.claim(1));
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.grant_permit($1, 'FIRST', 'payment:' || $1, 1, null, 'CORE', "
                "null)",
                Params().text(payment))
                != "",
            true);
    }

    void noAttemptWithoutItsPermit()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        mustRun(
            world.owner,
            "insert into onceover.attempt_ids values ($1, 'CLAIMED', $2)",
            Params().uuid(StoreFixture::attemptId(9)).uuid(StoreFixture::coreId(1)));
        QCOMPARE(
            codeOf(
                world.owner,
                "insert into onceover.attempts (attempt_id, payment_id, permit_id, generation, "
                "provider_key, core_id, boot_id, epoch, lease_until) "
                "select $1, payment_id, permit_id, generation, provider_key, $2, "
                "gen_random_uuid(), 1, now() from onceover.permits where payment_id = $3",
                Params()
                    .uuid(StoreFixture::attemptId(9))
                    .uuid(StoreFixture::coreId(1))
                    .text(payment)),
            std::string("guard.attempt_without_permit"));
    }

    void unknownIsNeverFailure()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        const auto attempt = Params().uuid(StoreFixture::attemptId(1));
        QVERIFY(
            codeOf(
                world.owner,
                "select onceover.set_fate($1, 'NOT_HAPPENED', 'DIRECT', 'x', 'CORE')",
                attempt)
            != "");
        QCOMPARE(
            codeOf(
                world.owner,
                "update onceover.attempt_fates set closed_by = 'CORE' where attempt_id = $1",
                attempt),
            std::string("guard.closure"));
        world.record(1, "UNKNOWN");
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.set_fate($1, 'NOT_HAPPENED', 'ABSENCE', gen_random_uuid()::text, "
                "'CORE')",
                attempt),
            std::string("guard.unknown_is_never_failure"));
        QVERIFY(
            codeOf(
                world.owner,
                "select onceover.change_status($1, 'FAILED', 'DECIDED', 'CORE')",
                Params().text(payment))
            == "guard.undecided");
        QVERIFY(
            codeOf(
                world.owner,
                "select onceover.change_status($1, 'SUCCEEDED', null, 'CORE', null, 'HUMAN')",
                Params().text(payment))
            == "guard.no_proof");
        QVERIFY(world.isConsistent());
    }

    void oneRecordProvesOnePayment()
    {
        EngineWorld world(m_fixture);
        const std::string first = world.accept("k1");
        const std::string second = world.accept("k2");
        const std::string record =
            world.scalar("insert into onceover.records (record_id, layer, owner_name, external_id, "
                         "amount_minor, currency, direction, state) "
                         "values (gen_random_uuid(), 'BANK', 'DE1', 'e1', 1250, 'EUR', 'OUT', "
                         "'BOOKED') returning record_id");
        const char* const kOwn =
            "insert into onceover.record_owners (record_id, payment_id, layer, role, tier, "
            "linked_by) values ($1, $2, $3, 'PROOF', 'EXACT_REFERENCE', 'x')";
        QCOMPARE(
            codeOf(world.owner, kOwn, Params().text(record).text(first).text("CHARGE")),
            std::string("guard.record_differs"));
        QCOMPARE(
            codeOf(world.owner, kOwn, Params().text(record).text(first).text("BANK")),
            std::string());
        QVERIFY(codeOf(world.owner, kOwn, Params().text(record).text(second).text("BANK")) != "");
        const std::string other =
            world.scalar("insert into onceover.records (record_id, layer, owner_name, external_id, "
                         "amount_minor, currency, direction, state) "
                         "values (gen_random_uuid(), 'BANK', 'DE1', 'e2', 1250, 'EUR', 'OUT', "
                         "'BOOKED') returning record_id");
        QVERIFY(codeOf(world.owner, kOwn, Params().text(other).text(first).text("BANK")) != "");
        const std::string wrong =
            world.scalar("insert into onceover.records (record_id, layer, owner_name, external_id, "
                         "amount_minor, currency, direction, state) "
                         "values (gen_random_uuid(), 'BANK', 'DE1', 'e3', 1251, 'EUR', 'OUT', "
                         "'BOOKED') returning record_id");
        QCOMPARE(
            codeOf(world.owner, kOwn, Params().text(wrong).text(second).text("BANK")),
            std::string("guard.record_differs"));
    }

    void noPermitAgainstARecord()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "REJECTED_RETRYABLE");
        mustRun(
            world.owner,
            "with r as (insert into onceover.records (record_id, layer, owner_name, external_id, "
            "amount_minor, currency, direction, state) "
            "values (gen_random_uuid(), 'BANK', 'DE1', 'e1', 1250, 'EUR', 'OUT', 'BOOKED') "
            "returning record_id) "
            "select 1 from r",
            {});
        mustRun(
            world.owner,
            "insert into onceover.record_owners (record_id, payment_id, layer, role, tier, "
            "linked_by) "
            "select record_id, $1, 'BANK', 'PROOF', 'EXACT_REFERENCE', 'x' from onceover.records",
            Params().text(payment));
        QCOMPARE(
            *mustRun(
                 world.core,
                 "select coalesce(onceover.grant_automatic($1, $2)::text, 'none') as answer",
                 Params().uuid(StoreFixture::coreId(1)).text(payment))[0]
                 .text("answer"),
            std::string("none"));
        // The table refuses what the function did not even try.
        QCOMPARE(
            codeOf(
                world.owner,
                "select onceover.grant_permit($1, 'REJECTED_RETRYABLE', 'attempt:' || $2, 1, null, "
                "'CORE', null)",
                Params().text(payment).text(StoreFixture::attemptId(1).toText())),
            std::string("guard.charge_on_record"));
    }

    void fourEyesByPersonOnTheTable()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string digest(64, 'a');
        // The owner cannot even write a proposal in somebody's name: the login must be the
        // session's own.
        QCOMPARE(
            codeOf(
                world.owner,
                "insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, "
                "reason_code, note, digest, version, people_needed, proposed_by, "
                "proposed_login, expires_at, content_sha256) select gen_random_uuid(), 'PAYMENT', "
                "$1, 'RESEND', 'X', '', $2, 1, 2, person_id, 'ana', now(), '' "
                "from onceover.logins where login = 'ana'",
                Params().text(payment).text(digest)),
            std::string("guard.login"));
        QVERIFY(
            codeOf(
                world.owner,
                "insert into onceover.proposals (decision_id, subject_kind, payment_id, kind, "
                "reason_code, note, digest, version, people_needed, proposed_by, "
                "proposed_login, expires_at, content_sha256) select gen_random_uuid(), 'PAYMENT', "
                "$1, 'RESEND', 'X', '', $2, 1, 1, person_id, 'ana', now(), '' "
                "from onceover.logins where login = 'ana'",
                Params().text(payment).text(digest))
            != "");
        QVERIFY(
            codeOf(
                world.owner,
                "insert into onceover.profiles (provider, version, body, sha256, decision_id) "
                "values "
                "('evil', 1, '{}', encode(sha256('{}'), 'hex'), gen_random_uuid())")
            == "guard.profile");
        QVERIFY(
            codeOf(
                world.owner,
                "insert into onceover.logins (login, person_id, machine_kind) select 'both', "
                "person_id, 'CORE' from onceover.people limit 1")
            != "");
    }

    void aForgedReferenceIsRefused()
    {
        EngineWorld world(m_fixture);
        QCOMPARE(
            codeOf(
                world.owner,
                "insert into onceover.payments (payment_id, reference, source, idempotency_key, "
                "kind, direction, payee, payee_account, amount_minor, currency, "
                "provider, status, version_epoch) values (gen_random_uuid(), '0000000000000000', "
                "'s', 'k', 'PAYOUT', 'OUT', 'p', 'a', 1, 'EUR', 'card', 'PENDING', 1)"),
            std::string("guard.reference"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(GuardsTest)

#include "guards_test.moc"
