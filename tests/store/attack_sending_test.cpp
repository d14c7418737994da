// SPDX-License-Identifier: GPL-3.0-or-later
// Attacks on the way to a send: keys that die, cores that forget, holds that are walked around,
// intents that stop everybody else.
#include "backend/domain/currency.h"
#include "tests/store/desk_world.h"

#include <QTest>

using namespace onceover;

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";

// A provider whose keys live 61 seconds: long enough to grant, too short for a long send.
constexpr const char* kBriefProfile =
    R"({"name":"brief","max_automatic_permits":5,"capabilities":{"key_collapses":true,"key_lifetime_ms":61000,)"
    R"("query_by_key":true,"query_authoritative":true,"echoes_account":true},"times":{"look_delays_ms":[0]}})";

std::string readyCode(EngineWorld& world, int attempt, const char* epoch = "1")
{
    return codeOf(
        world.core,
        "select onceover.ready_to_call($1, $2, nullif($3::text, '')::bigint, 'body')",
        Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(attempt)).text(epoch));
}

std::string abandonAsNotCalled(EngineWorld& world, int attempt)
{
    return *mustRun(
                world.core,
                "select onceover.abandon($1, $2, $3, false, 'x') as status",
                Params()
                    .uuid(StoreFixture::coreId(1))
                    .uuid(StoreFixture::attemptId(attempt))
                    .text(kBoot))[0]
                .text("status");
}

std::string grantAutomatic(EngineWorld& world, const std::string& payment)
{
    return mustRun(
               world.core,
               "select coalesce(onceover.grant_automatic($1, $2)::text, 'none') as answer",
               Params().uuid(StoreFixture::coreId(1)).text(payment))[0]
        .text("answer")
        .value_or("");
}

std::string claimCode(EngineWorld& world, const std::string& ids, const char* leaseMs)
{
    return codeOf(
        world.core,
        "select * from onceover.claim($1, $2, 'card', $3::text::uuid[], nullif($4::text, '')::int)",
        Params().uuid(StoreFixture::coreId(1)).text(kBoot).text(ids).text(leaseMs));
}

} // namespace

class AttackSendingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // The permit was granted while the key lived; the core was paused until after its death.
    void aKeyMustOutliveTheSend()
    {
        EngineWorld world(m_fixture);
        StoreFixture::insertProfile(world.owner, "brief", kBriefProfile);
        const std::string payment = world.accept("k1", "brief");
        QVERIFY(world.claim(1, "brief"));
        world.record(1, "UNKNOWN");
        world.evidence(payment, "ABSENT");
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string());
        QVERIFY(grantAutomatic(world, payment) != "none");
        QVERIFY(!world.claim(2, "brief", 3600000));
        QCOMPARE(world.status(payment), std::string("REVIEW KEY_EXPIRED"));
        QVERIFY(world.isConsistent());
    }

    // Absence once relied on stays relied on, whatever the last attempt ended by.
    void aRefusalAfterAbsenceStillNeedsTheKey()
    {
        EngineWorld world(m_fixture);
        StoreFixture::insertProfile(world.owner, "brief", kBriefProfile);
        const std::string payment = world.accept("k1", "brief");
        QVERIFY(world.claim(1, "brief"));
        world.record(1, "UNKNOWN");
        world.evidence(payment, "ABSENT");
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string());
        QVERIFY(grantAutomatic(world, payment) != "none");
        QVERIFY(world.claim(2, "brief", 1000));
        world.record(2, "REJECTED_RETRYABLE");
        QVERIFY(grantAutomatic(world, payment) != "none");
        QCOMPARE(world.column(payment, "generation"), std::string("1"));
        QVERIFY(!world.claim(3, "brief", 3600000));
        QCOMPARE(world.status(payment), std::string("REVIEW KEY_EXPIRED"));
    }

    // A machine restored from a snapshot: same boot, same journal, no memory of its call.
    void aCoreThatForgotItsCallProvesNothing()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        QCOMPARE(readyCode(world, 1), std::string());
        QCOMPARE(abandonAsNotCalled(world, 1), std::string("UNKNOWN"));
        QCOMPARE(grantAutomatic(world, payment), std::string("none"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN CORE_STOPPED"));
        QVERIFY(world.isConsistent());
        // Before that the core's word is proof.
        const std::string other = world.accept("k2");
        QVERIFY(world.claim(2));
        QCOMPARE(abandonAsNotCalled(world, 2), std::string("FAILED"));
        QCOMPARE(world.status(other), std::string("FAILED NOT_SENT"));
    }

    void oneAttemptIsOneCall()
    {
        EngineWorld world(m_fixture);
        world.accept("k1");
        QVERIFY(world.claim(1));
        QCOMPARE(readyCode(world, 1, ""), std::string("fence.epoch"));
        QCOMPARE(readyCode(world, 1), std::string());
        QCOMPARE(readyCode(world, 1), std::string("attempt.ready_before"));
    }

    void aLeaseEnds()
    {
        EngineWorld world(m_fixture);
        world.accept("k1");
        const std::string id = "{" + StoreFixture::attemptId(1).toText() + "}";
        for (const char* lease : {"", "-1", "3600001", "2147483647"})
            QCOMPARE(claimCode(world, id, lease), std::string("claim.invalid"));
        QCOMPARE(claimCode(world, "{}", "1000"), std::string("claim.invalid"));
        QCOMPARE(claimCode(world, "{null}", "1000").empty(), false);
        QCOMPARE(world.scalar("select count(*) from onceover.attempts"), std::string("0"));
    }

    // One line with a currency that no core can read would be claimed and given back for ever.
    void whatNoCoreCanReadIsNotAccepted()
    {
        EngineWorld world(m_fixture);
        std::string odd = EngineWorld::request("k1", "card", 1250, "P");
        odd.replace(odd.find("EUR"), 3, "ZZZ");
        QCOMPARE(world.acceptOutcome(odd), std::string("REFUSED intake.invalid"));
        const Rows known =
            mustRun(world.owner, "select currency, exponent from onceover.currencies");
        QVERIFY(known.size() > 150);
        for (const Row& row : known) {
            const auto currency = Currency::fromCode(*row.text("currency"));
            QVERIFY(currency);
            QCOMPARE(std::int64_t(currency->exponent()), *row.int64("exponent"));
        }
        int readable = 0;
        for (char a = 'A'; a <= 'Z'; ++a)
            for (char b = 'A'; b <= 'Z'; ++b)
                for (char c = 'A'; c <= 'Z'; ++c)
                    readable += Currency::fromCode(std::string{a, b, c}) ? 1 : 0;
        QCOMPARE(readable, int(known.size()));
    }

    // Two payments of the largest number would take ledger and queue away from everybody.
    void sumsStayReadable()
    {
        EngineWorld world(m_fixture);
        QCOMPARE(
            world.acceptOutcome(EngineWorld::request("k0", "card", 9223372036854775807, "P")),
            std::string("REFUSED intake.invalid"));
        for (const char* key : {"k1", "k2", "k3"})
            world.accept(key, "card", 999999999999999);
        for (const char* view :
             {"review.ledger", "review.status", "review.payments", "review.ledger_check"})
            QCOMPARE(codeOf(world.owner, std::string("select * from ") + view), std::string());
    }

    // Refused first, paid under another key, accepted later: the second is a suspected double too.
    void aRefusedIntentThatComesAgainIsHeldAsWell()
    {
        EngineWorld world(m_fixture);
        std::string first = EngineWorld::request("k1", "bare", 1250, "P");
        first.replace(first.find("EUR"), 3, "USD");
        QCOMPARE(world.acceptOutcome(first), std::string("REFUSED intake.not_expressible"));
        mustRun(world.owner, "alter table onceover.profiles disable trigger guard_profile");
        mustRun(
            world.owner,
            "insert into onceover.profiles (provider, version, body, sha256, decision_id) select "
            "'bare', 2, b, encode(sha256(convert_to(b, 'UTF8')), 'hex'), gen_random_uuid() from "
            "(values ('{\"name\":\"bare\"}')) v(b)");
        mustRun(world.owner, "alter table onceover.profiles enable always trigger guard_profile");
        std::string second = first;
        second.replace(second.find("k1"), 2, "k2");
        QCOMPARE(world.acceptOutcome(second), std::string("ACCEPTED intake.accepted"));
        QCOMPARE(world.acceptOutcome(first), std::string("ACCEPTED intake.held"));
        QCOMPARE(world.acceptOutcome(first), std::string("IN_PROGRESS intake.in_progress"));
        QVERIFY(world.isConsistent());
    }

    void aHoldIsLiftedByTwoPeopleOnly()
    {
        DeskWorld world(m_fixture);
        const std::string held = world.heldPayment();
        QCOMPARE(
            codeOf(
                world.owner,
                "update onceover.payments set hold_reason = null, version = version + 1 where "
                "payment_id = $1",
                Params().text(held)),
            std::string("guard.release"));
    }

    void aPermitNamesItsGround()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "REJECTED_FINAL");
        const char* const kGrant =
            "select onceover.grant_permit($1, $2, $3, 1, null, 'CORE', null)";
        const std::string last = "attempt:" + StoreFixture::attemptId(1).toText();
        QCOMPARE(
            codeOf(
                world.owner, kGrant, Params().text(payment).text("REJECTED_RETRYABLE").text(last)),
            std::string("guard.automatic_status"));
        const std::string other = world.accept("k2");
        QVERIFY(world.claim(2));
        world.record(2, "REJECTED_RETRYABLE");
        QCOMPARE(
            codeOf(
                world.owner, kGrant, Params().text(other).text("REJECTED_RETRYABLE").text("again")),
            std::string("guard.ground_ref"));
    }

    // No core ends the looks of a payment in doubt, and no way into doubt is without one.
    void everyDoubtHasANextLook()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1", "bare");
        QVERIFY(world.claim(1, "bare"));
        world.record(1, "UNKNOWN");
        for (const char* us : {"null", "9223372036854775807", "-9223372036854775808"}) {
            mustRun(
                world.core,
                std::string("select onceover.schedule_look($1, $2, ") + us + ", " + us
                    + ", '[]'::jsonb)",
                Params().uuid(StoreFixture::coreId(1)).text(payment));
            QCOMPARE(
                world.scalar(
                    "select next_look_at < clock_timestamp() + interval '32 days' from "
                    "onceover.payments where payment_id = $1",
                    Params().text(payment)),
                std::string("t"));
        }
        QCOMPARE(
            codeOf(
                world.owner,
                "update onceover.payments set next_look_at = null where payment_id = $1",
                Params().text(payment)),
            std::string("database.constraint"));
    }

    // An expired proposal would keep its payment from the provider's own answer for ever.
    void anExpiredProposalHoldsNothing()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.reviewPayment();
        QCOMPARE(world.propose(world.liwei, world.freshId(), payment, "REJECT"), std::string());
        mustRun(world.owner, "alter table onceover.proposals disable trigger append_only");
        mustRun(world.owner, "update onceover.proposals set expires_at = proposed_at");
        mustRun(world.owner, "alter table onceover.proposals enable always trigger append_only");
        QCOMPARE(
            codeOf(
                world.liwei,
                "select onceover.end_take(gen_random_uuid(), $1)",
                Params().text(payment)),
            std::string());
        mustRun(
            world.owner,
            "update onceover.payments set evidence_version = evidence_version where payment_id = "
            "$1",
            Params().text(payment));
        QCOMPARE(world.verdictCode(payment, "EXHAUSTED"), std::string());
        QCOMPARE(world.scalar("select count(*) from onceover.open_proposals"), std::string("0"));
    }

    // Two people confirmed without a record; the provider's own book then proves that it never was.
    void confirmedAndThenAbsentComesBack()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.reviewPayment();
        const std::string decision = world.freshId();
        QCOMPARE(world.propose(world.liwei, decision, payment, "CONFIRM"), std::string());
        QCOMPARE(world.approve(world.ana, decision), std::string());
        QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
        QCOMPARE(world.evidence(payment, "ABSENT"), std::string("material"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QVERIFY(world.isConsistent());
    }

    // A part was paid: that the payment counts as not made is no decision of one person.
    void aPartOnRecordTakesTwoPeople()
    {
        DeskWorld world(m_fixture);
        mustRun(world.owner, "insert into onceover.amount_classes values ('EUR', 1000000)");
        const std::string payment = world.accept("refused");
        world.record(world.send(payment), "REJECTED_FINAL");
        QCOMPARE(world.take(world.liwei, payment, "REOPEN"), std::string());
        world.evidence(
            payment, "FOUND", EngineWorld::charge("part", 1, world.column(payment, "reference")));
        QCOMPARE(
            world.scalar("select onceover.is_absence_proven($1)", Params().text(payment)),
            std::string("f"));
        QCOMPARE(world.propose(world.liwei, world.freshId(), payment, "REJECT"), std::string());
        QCOMPARE(world.status(payment).substr(0, 6), std::string("REVIEW"));
    }

    // The core closes the attempt while a proposal says it is open.
    void aClosureVoidsWhatWasProposedBefore()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.openAttemptPayment();
        const std::string decision = world.freshId();
        QCOMPARE(world.propose(world.liwei, decision, payment, "REJECT"), std::string());
        const std::string attempt = world.scalar(
            "select attempt_id from onceover.attempts where payment_id = $1",
            Params().text(payment));
        mustRun(
            world.core,
            "select onceover.abandon($1, $2, $3, true, 'x')",
            Params().uuid(StoreFixture::coreId(1)).text(attempt).text(kBoot));
        QCOMPARE(world.scalar("select count(*) from onceover.open_proposals"), std::string("0"));
    }

    // Money that went to another account is not this payment's.
    void anotherAccountIsNoProof()
    {
        EngineWorld world(m_fixture);
        StoreFixture::insertProfile(world.owner, "brief", kBriefProfile);
        const std::string payment = world.accept("k1", "brief");
        QVERIFY(world.claim(1, "brief"));
        world.record(1, "UNKNOWN");
        std::string charge = EngineWorld::charge("c1", 1250, world.column(payment, "reference"));
        charge.insert(1, R"("payee_account":"DE99 6666",)");
        world.evidence(payment, "FOUND", charge);
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string("verdict.ambiguous"));
    }

    // A text where a number is expected would stop every step of that provider.
    void aProfileThatTheFunctionsCannotReadIsRefused()
    {
        DeskWorld world(m_fixture);
        for (const char* body :
             {R"({"name":"card","capabilities":{"key_collapses":"perhaps"}})",
              R"({"name":"card","times":{"longest_processing_ms":"soon"}})",
              R"({"name":"card","times":{"longest_processing_ms":-1}})",
              R"({"name":"card","times":{"retry_delay_ms":9223372036854775807}})",
              R"({"name":"card","max_automatic_permits":1.5})",
              R"({"name":"card","limits":{"currencies":"EUR"}})"})
            QCOMPARE(
                codeOf(
                    world.liwei,
                    "select onceover.propose_profile(gen_random_uuid(), 'card', $1, 'n')",
                    Params().text(body)),
                std::string("profile.invalid"));
    }

    // A core or a file named like a payment would write into that payment's history.
    void aHistoryIsOfOneSubject()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.register_core($1, 'x', 'x', gen_random_uuid(), gen_random_uuid(), "
                "'x')",
                Params().text(payment)),
            std::string("chain.other_subject"));
        QCOMPARE(
            codeOf(
                world.ingest,
                "select onceover.store_import(jsonb_build_object('import_id', $1::text, 'sha256', "
                "'s', 'file_name', 'f', 'format', 'x', 'byte_count', 1))",
                Params().text(payment)),
            std::string("chain.other_subject"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(AttackSendingTest)

#include "attack_sending_test.moc"
