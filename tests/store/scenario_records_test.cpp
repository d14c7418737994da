// SPDX-License-Identifier: GPL-3.0-or-later
// Which record proves which payment, and results that come in bad company, twice or long after.
#include "tests/store/scenario_world.h"

#include <QTest>

using namespace onceover;
using namespace std::chrono_literals;

namespace {

constexpr auto kNeverArrived = Treatment{Treatment::Execution::Never, Answer::Unknown};
constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";
constexpr int kBatch = 100;

// One booked line of an approved channel over 12.50 EUR; answers "linked candidates unmatched".
std::string bankLine(
    ScenarioWorld& world, const std::string& reference, const std::string& named = "[]")
{
    const std::string import = world.scalar("select gen_random_uuid()");
    mustRun(
        world.ingest,
        "select onceover.store_import(jsonb_build_object('import_id', $1::text, 'sha256', "
        "$1::text, 'file_name', 'f', 'format', 'camt.053', 'byte_count', 1))",
        Params().text(import));
    mustRun(
        world.ingest,
        "select onceover.store_import_statement($1::text::uuid, "
        "jsonb_build_object('statement_row_id', $1::text, 'ordinal', 1, 'account', 'ACC', "
        "'currency', 'EUR', 'credits_minor', 0, "
        "'debits_minor', 1250, 'entry_count', 1, 'content_sha256', $1::text))",
        Params().text(import));
    mustRun(
        world.ingest,
        "select onceover.store_import_records($1::text::uuid, $1::text::uuid, "
        "jsonb_build_array(jsonb_build_object("
        "'record_id', gen_random_uuid(), 'external_id', $1::text, 'amount_minor', 1250, "
        "'currency', 'EUR', 'direction', 'OUT', 'state', 'BOOKED', 'reference', $2::text, "
        "'named_references', $3::text::jsonb, 'payee_account', 'DE02 1203', 'ordinal', 1)))",
        Params().text(import).text(reference).text(named));
    return *mustRun(
                world.ingest,
                "select linked || ' ' || candidates || ' ' || unmatched as answer from "
                "onceover.link_import($1)",
                Params().text(import))[0]
                .text("answer");
}

// A result of the numbered attempt as the core writes it, with members replaced by a test.
std::string result(int attempt, const std::string& answer, const std::string& more = {})
{
    return "{\"attempt_id\":\"" + StoreFixture::attemptId(attempt).toText() + "\",\"answer\":\""
           + answer
           + "\",\"reason\":\"deadline\",\"http_status\":0,\"request_bytes\":100,"
             "\"started_at_us\":1,\"finished_at_us\":2"
           + more + "}";
}

// "RECORDED REFUSED ..." in the order of the answer, or the code of the whole call's error.
std::string recordAll(ScenarioWorld& world, const std::string& results)
{
    const auto rows = world.core.execute(
        {"test",
         "select coalesce(string_agg(outcome || case when code = '' then '' else ' ' || code end, "
         "', '), '') as answer from onceover.record_results($1, $2::jsonb)"},
        Params().uuid(StoreFixture::coreId(1)).json(results),
        PgFixture::patience());
    return rows ? (*rows)[0].text("answer").value_or("") : rows.error().code();
}

std::string count(ScenarioWorld& world, const std::string& what)
{
    return world.scalar("select count(*) from onceover." + what);
}

// Rows that no core writes, each broken in another way.
const std::vector<std::string>& poisons()
{
    static const std::vector<std::string> kPoisons = {
        "{\"attempt_id\":\"not-a-uuid\",\"answer\":\"UNKNOWN\"}",
        "{\"answer\":\"UNKNOWN\"}",
        "\"a text\"",
        "null",
        "[1]",
        "{\"attempt_id\":{\"a\":1}}",
        result(1, "NONSENSE"),
        result(2, "UNKNOWN", ",\"http_status\":\"teapot\""),
        result(3, "UNKNOWN", ",\"request_bytes\":99999999999999999999"),
        result(4, "UNKNOWN", ",\"started_at_us\":null"),
        result(5, "NOT_SENT"),
        result(6, "UNKNOWN", ",\"request_bytes\":-1"),
        result(900, "UNKNOWN")};
    return kPoisons;
}

} // namespace

class ScenarioRecordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // Identical payments: A is paid and its bank line has not come; B was never executed. The one
    // line that comes belongs to A, whatever B lacks.
    void scenario08_oneLineDoesNotConfirmTheIdenticalPayment()
    {
        for (int kind = 0; kind < 3; ++kind) {
            ScenarioWorld world(m_fixture);
            BookProfile silent;
            silent.isQueried = false;
            silent.keyCollapses = false;
            BookProvider& book = world.add(silent);
            mustRun(
                world.owner,
                "insert into onceover.source_windows values ('shop', interval '0 seconds')");
            const std::string a = world.accept("a", "book", 1250, "Twin");
            QVERIFY(!world.coreNumber(1).pass().error);
            const std::string b = world.accept("b", "book", 1250, "Twin");
            book.treatNext(kNeverArrived);
            QVERIFY(!world.coreNumber(1).pass().error);
            QCOMPARE(world.status(a), std::string("SUCCEEDED"));
            QCOMPARE(world.status(b), std::string("UNKNOWN DEADLINE"));
            const std::string both =
                "[\"" + world.reference(a) + "\",\"" + world.reference(b) + "\"]";
            // Without a reference, with both, and with A's own.
            const std::string linked = kind == 0   ? bankLine(world, "")
                                       : kind == 1 ? bankLine(world, "", both)
                                                   : bankLine(world, world.reference(a));
            QCOMPARE(linked, std::string(kind == 0 ? "0 0 1" : kind == 1 ? "0 2 0" : "1 0 0"));
            world.passOften(world.coreNumber(1), 1h, 3);
            QVERIFY(world.status(b).rfind("SUCCEEDED", 0) != 0);
            QCOMPARE(
                world.scalar(
                    "select count(*) from onceover.record_owners where payment_id = $1",
                    Params().text(b)),
                std::string("0"));
            QCOMPARE(world.judge(), std::string());
        }
    }

    // Two sends of one payment end in one batch: each is recorded, in one lock of its payment.
    void scenario16_twoResultsOfOnePaymentInOneBatch()
    {
        for (const bool isTurned : {false, true}) {
            ScenarioWorld world(m_fixture);
            const std::string payment = world.accept("k1");
            QVERIFY(world.claim(1, "card", 0));
            mustRun(
                world.core,
                "select onceover.expire_leases($1, 10)",
                Params().uuid(StoreFixture::coreId(1)));
            QCOMPARE(world.take(world.liwei, payment), std::string());
            const std::string decision = world.freshId();
            QCOMPARE(
                world.propose(
                    world.liwei,
                    decision,
                    payment,
                    "RESEND",
                    "{\"generation\":\"new\",\"close_open_attempts\":true}"),
                std::string());
            QCOMPARE(world.approve(world.ana, decision), std::string());
            QVERIFY(world.claim(2));
            const std::string first = result(1, "SUCCEEDED", ",\"provider_id\":\"c1\"");
            const std::string second = result(2, "REJECTED_RETRYABLE");
            QCOMPARE(
                recordAll(
                    world, "[" + (isTurned ? second + "," + first : first + "," + second) + "]"),
                std::string("RECORDED, RECORDED"));
            QCOMPARE(count(world, "results"), std::string("2"));
            // One happened, one was refused: paid once, and nothing is sent again.
            QCOMPARE(
                world.scalar("select string_agg(fate, ' ' order by attempt_id) from "
                             "onceover.attempt_fates"),
                std::string("HAPPENED NOT_HAPPENED"));
            QCOMPARE(world.scalar("select count(*) from onceover.permits"), std::string("2"));
            QVERIFY(world.isConsistent());
        }
    }

    // Whatever is wrong with one row, the other ninety-nine are recorded in the same call.
    void scenario16_onePoisonedRowAmongAHundred()
    {
        ScenarioWorld world(m_fixture);
        std::vector<Uuid> ids;
        for (int number = 0; number < kBatch; ++number) {
            world.accept("k" + std::to_string(number));
            ids.push_back(StoreFixture::attemptId(100 + number));
        }
        mustRun(
            world.core,
            "select onceover.claim($1, $2, 'card', $3, 60000)",
            Params().uuid(StoreFixture::coreId(1)).text(kBoot).uuidArray(ids));
        int recorded = 0;
        for (const std::string& poison : poisons()) {
            // Always the next seven, with the poison in their midst.
            std::string batch;
            for (int each = 0; each < 7; ++each) {
                batch += each == 0 ? "" : ",";
                batch += result(100 + recorded + each, "UNKNOWN");
                batch += each == 3 ? "," + poison : std::string();
            }
            recorded += 7;
            const std::string answer = recordAll(world, "[" + batch + "]");
            QVERIFY2(
                answer.find("REFUSED result.invalid") != std::string::npos
                    || answer.find("REFUSED attempt.unknown") != std::string::npos,
                (poison + ": " + answer).c_str());
            QCOMPARE(count(world, "results"), std::to_string(recorded));
        }
        QVERIFY(recorded < kBatch);
        QCOMPARE(count(world, "payments where status = 'UNKNOWN'"), std::to_string(recorded));
        QVERIFY(world.isConsistent());
        qInfo(
            "%d broken rows, %d sound ones recorded beside them", int(poisons().size()), recorded);
    }

    // A hundred in one call, one of them poisoned.
    void scenario16_ninetyNineAreRecorded()
    {
        ScenarioWorld world(m_fixture);
        std::vector<Uuid> ids;
        std::string batch;
        for (int number = 0; number < kBatch; ++number) {
            world.accept("k" + std::to_string(number));
            ids.push_back(StoreFixture::attemptId(100 + number));
            batch += (number == 0 ? "[" : ",")
                     + (number == 50 ? "{\"attempt_id\":\"x\"}" : result(100 + number, "UNKNOWN"));
        }
        mustRun(
            world.core,
            "select onceover.claim($1, $2, 'card', $3, 60000)",
            Params().uuid(StoreFixture::coreId(1)).text(kBoot).uuidArray(ids));
        recordAll(world, batch + "]");
        QCOMPARE(count(world, "results"), std::string("99"));
        QCOMPARE(count(world, "payments where status = 'SUBMITTING'"), std::string("1"));
    }

    // What concerns the server is no poison of one row: nothing of the batch is taken as refused.
    void scenario16_aFailingServerIsNoPoison()
    {
        ScenarioWorld world(m_fixture);
        world.accept("k1");
        QVERIFY(world.claim(1));
        world.runAsOwner(
            "create function public.fail() returns trigger language plpgsql as $$ begin raise "
            "exception using errcode = tg_argv[0], message = 'no room'; end $$");
        for (const char* state : {"53100", "53200", "40001", "55P03", "57014", "58030", "XX000"}) {
            world.runAsOwner(
                std::string("create or replace trigger fail before insert on onceover.results for "
                            "each row execute function public.fail('")
                + state + "')");
            const std::string answer = recordAll(world, "[" + result(1, "UNKNOWN") + "]");
            QVERIFY2(answer.find("REFUSED") == std::string::npos, answer.c_str());
            QVERIFY2(!answer.empty() && answer != "RECORDED", state);
        }
        world.runAsOwner("drop trigger fail on onceover.results");
        QCOMPARE(recordAll(world, "[" + result(1, "UNKNOWN") + "]"), std::string("RECORDED"));
    }

    // People rejected the payment; then the core's own result comes.
    void scenario16_aResultOfAnAttemptLongDecided()
    {
        const std::vector<std::pair<std::string, std::string>> kAnswers = {
            {"SUCCEEDED", "REVIEW CONTRADICTION"},
            {"REJECTED_FINAL", "FAILED DECIDED"},
            {"UNKNOWN", "FAILED DECIDED"}};
        for (const auto& [answer, expected] : kAnswers) {
            ScenarioWorld world(m_fixture);
            const std::string payment = world.openAttemptPayment();
            const std::string decision = world.freshId();
            QCOMPARE(world.propose(world.liwei, decision, payment, "REJECT"), std::string());
            QCOMPARE(world.approve(world.ana, decision), std::string());
            QCOMPARE(world.status(payment), std::string("FAILED DECIDED"));
            world.letTimePass(240h);
            QCOMPARE(
                recordAll(world, "[" + result(1, answer, ",\"provider_id\":\"c1\"") + "]"),
                std::string("RECORDED"));
            QCOMPARE(world.status(payment), expected);
            QVERIFY(world.isConsistent());
            QCOMPARE(count(world, "permits"), std::string("1"));
        }
    }

    // People confirmed the payment without a record; then the provider's refusal of its only send
    // comes. Nobody may go on believing in it silently.
    void scenario16_aRefusalAfterAConfirmation()
    {
        for (const char* answer : {"REJECTED_FINAL", "REJECTED_RETRYABLE"}) {
            ScenarioWorld world(m_fixture);
            const std::string payment = world.openAttemptPayment();
            const std::string decision = world.freshId();
            QCOMPARE(world.propose(world.liwei, decision, payment, "CONFIRM"), std::string());
            QCOMPARE(world.approve(world.ana, decision), std::string());
            QCOMPARE(world.status(payment), std::string("SUCCEEDED"));
            QCOMPARE(recordAll(world, "[" + result(1, answer) + "]"), std::string("RECORDED"));
            QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
            QVERIFY(world.isConsistent());
        }
    }

    // The same, when the core gives the attempt back: it was claimed and never called.
    void scenario16_anAbandonedAttemptAfterAConfirmation()
    {
        ScenarioWorld world(m_fixture);
        const std::string payment = world.openAttemptPayment();
        const std::string decision = world.freshId();
        QCOMPARE(world.propose(world.liwei, decision, payment, "CONFIRM"), std::string());
        QCOMPARE(world.approve(world.ana, decision), std::string());
        mustRun(
            world.core,
            "select onceover.abandon($1, $2, $3, false, 'x')",
            Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(1)).text(kBoot));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QVERIFY(world.isConsistent());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(ScenarioRecordsTest)

#include "scenario_records_test.moc"
