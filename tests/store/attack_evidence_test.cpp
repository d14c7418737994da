// SPDX-License-Identifier: GPL-3.0-or-later
// Attacks on what evidence, records and verdicts may do: each was possible once.
#include "tests/support/engine_world.h"

#include <QTest>

using namespace onceover;

namespace {

// A bank line of an approved channel with our reference; answers the counts of the linking.
std::string bankLine(
    EngineWorld& world,
    const std::string& reference,
    std::int64_t amountMinor,
    const char* direction,
    bool isReversal,
    const std::string& identity = "line-1")
{
    const std::string import = world.scalar("select gen_random_uuid()");
    const std::string statement = world.scalar("select gen_random_uuid()");
    mustRun(
        world.ingest,
        "select onceover.store_import(jsonb_build_object('import_id', $1::text, 'sha256', "
        "$1::text, "
        "'file_name', 'f', 'format', 'camt.053', 'byte_count', 1))",
        Params().text(import));
    mustRun(
        world.ingest,
        "select onceover.store_import_statement($1, jsonb_build_object('statement_row_id', "
        "$2::text, "
        "'ordinal', 1, 'account', 'ACC', 'currency', 'EUR', 'credits_minor', 0, 'debits_minor', 0, "
        "'entry_count', 1, 'content_sha256', $2::text))",
        Params().text(import).text(statement));
    const std::string code = codeOf(
        world.ingest,
        "select onceover.store_import_records($1, $2, "
        "jsonb_build_array(jsonb_build_object('record_id', gen_random_uuid(), 'external_id', "
        "$3::text, 'amount_minor', $4::bigint, 'currency', 'EUR', 'direction', $5::text, 'state', "
        "'BOOKED', 'is_reversal', $6::text::boolean, 'reference', $7::text, 'ordinal', 1)))",
        Params()
            .text(import)
            .text(statement)
            .text(identity)
            .int64(amountMinor)
            .text(direction)
            .text(isReversal ? "true" : "false")
            .text(reference));
    if (!code.empty())
        return code;
    return *mustRun(
                world.ingest,
                "select linked || ' ' || candidates || ' ' || unmatched as answer from "
                "onceover.link_import($1)",
                Params().text(import))[0]
                .text("answer");
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

std::string verdictOfVersion(
    EngineWorld& world, const std::string& payment, const char* version, const char* verdict)
{
    return codeOf(
        world.core,
        "select onceover.apply_verdict($1, $2, nullif($3::text, '')::bigint, nullif($4::text, ''), "
        "'')",
        Params().uuid(StoreFixture::coreId(1)).text(payment).text(version).text(verdict));
}

} // namespace

class AttackEvidenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // Part of the money moved; an automatic second try would move the whole again.
    void aRecordThatDiffersStopsTheAutomaticRetry()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "REJECTED_RETRYABLE");
        QCOMPARE(world.status(payment), std::string("FAILED REJECTED_RETRYABLE"));
        world.evidence(
            payment, "FOUND", EngineWorld::charge("part", 600, world.column(payment, "reference")));
        QCOMPARE(grantAutomatic(world, payment), std::string("none"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QVERIFY(world.isConsistent());
    }

    // The same while the call is under way: the refusal alone would be followed by a retry.
    void aRecordThatDiffersIsNotForgottenWhenTheCallEnds()
    {
        EngineWorld world(m_fixture);
        for (const char* answer : {"REJECTED_RETRYABLE", "SUCCEEDED"}) {
            const int attempt = *answer == 'S' ? 2 : 1;
            const std::string payment = world.accept(answer);
            QVERIFY(world.claim(attempt));
            world.evidence(
                payment,
                "FOUND",
                EngineWorld::charge(
                    std::string("part ") + answer, 600, world.column(payment, "reference")));
            world.record(attempt, answer, *answer == 'S' ? "whole" : "");
            QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        }
        QVERIFY(world.isConsistent());
    }

    void aReversalProvesNoPayment()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1", "bare");
        QVERIFY(world.claim(1, "bare"));
        world.record(1, "UNKNOWN");
        QCOMPARE(
            bankLine(world, world.column(payment, "reference"), 1250, "OUT", true),
            std::string("0 1 0"));
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string("verdict.ambiguous"));
        QCOMPARE(
            codeOf(
                world.owner,
                "insert into onceover.record_owners (record_id, payment_id, layer, role, tier, "
                "linked_by) select record_id, $1, layer, 'PROOF', 'X', 'X' from onceover.records",
                Params().text(payment)),
            std::string("guard.record_differs"));
    }

    // The bank gives a paid amount back: nobody would have seen it.
    void aReturnOfASettledPaymentComesBackToPeople()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED", "c1");
        QCOMPARE(
            bankLine(world, world.column(payment, "reference"), 1250, "IN", true),
            std::string("0 1 0"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
    }

    void oneChargeProvesOnePayment()
    {
        EngineWorld world(m_fixture);
        const std::string first = world.accept("k1");
        const std::string second = world.accept("k2");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED", "c1");
        QVERIFY(world.claim(2));
        world.record(2, "SUCCEEDED", "c1");
        QCOMPARE(world.status(first), std::string("SUCCEEDED"));
        QCOMPARE(world.status(second), std::string("REVIEW CONTRADICTION"));
        QVERIFY(world.isConsistent());
    }

    void aRecordThatNamesTwoPaymentsProvesNone()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string other = world.accept("k2");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        world.evidence(
            payment,
            "FOUND",
            R"({"external_id":"c1","state":"SUCCEEDED","amount_minor":1250,"currency":"EUR","reference":")"
                + world.column(payment, "reference") + R"(","provider_key":")"
                + world.column(other, "reference") + R"(-1"})");
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string("verdict.ambiguous"));
    }

    void anotherAmountUnderTheSameIdIsSaid()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "SUCCEEDED", "c1");
        const std::string changed =
            EngineWorld::charge("c1", 999, world.column(payment, "reference"));
        QCOMPARE(world.evidence(payment, "FOUND", changed), std::string("material"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(world.evidence(payment, "FOUND", changed), std::string("repeat"));
    }

    void aRecordWithoutAStateIsNoCharge()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        world.evidence(
            payment,
            "FOUND",
            R"({"external_id":"c1","amount_minor":1250,"currency":"EUR","reference":")"
                + world.column(payment, "reference") + R"("})");
        QCOMPARE(world.scalar("select count(*) from onceover.records"), std::string("0"));
        QCOMPARE(world.verdictCode(payment, "HAPPENED"), std::string("verdict.unproven"));
    }

    void evidenceNamesAnAttemptOfItsPayment()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        world.accept("k2");
        QVERIFY(world.claim(1));
        QVERIFY(world.claim(2));
        world.record(1, "UNKNOWN");
        world.record(2, "UNKNOWN");
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.record_evidence($1, $2, jsonb_build_object('evidence_id', "
                "gen_random_uuid(), 'source', 'QUERY', 'kind', 'ABSENT', 'attempt_id', $3::text, "
                "'asked_at_us', 1, 'answered_at_us', 2))",
                Params()
                    .uuid(StoreFixture::coreId(1))
                    .text(payment)
                    .text(StoreFixture::attemptId(2).toText())),
            std::string("evidence.other_attempt"));
    }

    // A missing time of asking was read as "just now".
    void absenceWithoutATimeProvesNothing()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        mustRun(
            world.core,
            "select onceover.record_evidence($1, $2, jsonb_build_object('evidence_id', "
            "gen_random_uuid(), 'source', 'QUERY', 'kind', 'ABSENT', 'answered_at_us', 2))",
            Params().uuid(StoreFixture::coreId(1)).text(payment));
        QCOMPARE(
            world.scalar("select count(*) from onceover.evidence where proves_absence"),
            std::string("0"));
    }

    void nothingIsNoVerdict()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        world.evidence(payment, "ABSENT");
        QCOMPARE(
            verdictOfVersion(world, payment, "", "NOT_HAPPENED"), std::string("verdict.stale"));
        QCOMPARE(verdictOfVersion(world, payment, "1", ""), std::string("verdict.unknown"));
        QCOMPARE(world.status(payment), std::string("UNKNOWN DEADLINE"));
    }

    // A payment whose attempts are not on record (evidence came first) is not thereby unsent.
    void noAttemptOnRecordProvesNothing()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        bankLine(world, world.column(payment, "reference"), 99, "OUT", false);
        QCOMPARE(world.status(payment), std::string("REVIEW EVIDENCE_ARRIVED"));
        QVERIFY(!world.verdictCode(payment, "NOT_HAPPENED").empty());
        const std::string other = world.accept("k2");
        mustRun(
            world.owner,
            "do $$ begin perform onceover.revoke_permit((select payment_id from onceover.payments "
            "where idempotency_key = 'k2'), 'x', 'CORE'); perform onceover.change_status((select "
            "payment_id from onceover.payments where idempotency_key = 'k2'), 'REVIEW', "
            "'RECOVERED', 'CORE'); end $$");
        QCOMPARE(world.verdictCode(other, "NOT_HAPPENED"), std::string("verdict.unproven"));
        QCOMPARE(
            codeOf(
                world.owner,
                "update onceover.payments set status = 'FAILED', failure_kind = 'ABSENT', "
                "review_reason = null, version = version + 1 where payment_id = $1",
                Params().text(other)),
            std::string("guard.no_attempt"));
    }

    // Two charges under one key: one declined, one still processing.
    void oneDeclinedChargeDoesNotEndItsTwin()
    {
        EngineWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QVERIFY(world.claim(1));
        world.record(1, "UNKNOWN");
        const std::string reference = world.column(payment, "reference");
        for (const char* state : {"PROCESSING", "DECLINED"})
            world.evidence(
                payment,
                "FOUND",
                R"({"external_id":"c)" + std::string(state) + R"(","state":")" + state
                    + R"(","provider_key":")" + reference + R"(-1"})",
                state == std::string("DECLINED") ? 5000 : 0);
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string("verdict.unproven"));
        world.evidence(
            payment,
            "FOUND",
            R"({"external_id":"cPROCESSING","state":"DECLINED","provider_key":")" + reference
                + R"(-1"})");
        QCOMPARE(world.verdictCode(payment, "NOT_HAPPENED"), std::string());
    }

    void totalsThatDoNotHoldStoreNothing()
    {
        EngineWorld world(m_fixture);
        mustRun(
            world.ingest,
            "select onceover.store_import(jsonb_build_object('import_id', gen_random_uuid(), "
            "'sha256', 'f', 'file_name', 'f', 'format', 'camt.053', 'byte_count', 1))");
        QCOMPARE(
            codeOf(
                world.ingest,
                "select onceover.store_import_statement($1, jsonb_build_object('statement_row_id', "
                "gen_random_uuid(), 'ordinal', 1, 'account', 'ACC', 'currency', 'EUR', "
                "'credits_minor', 0, 'debits_minor', 0, 'entry_count', 1, 'control_totals_hold', "
                "false))",
                Params().text(world.scalar("select import_id from onceover.imports"))),
            std::string("import.control_totals"));
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(AttackEvidenceTest)

#include "attack_evidence_test.moc"
