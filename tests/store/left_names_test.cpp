// SPDX-License-Identifier: GPL-3.0-or-later
// A record and the payment that it names come in the same moment: neither the import nor the intake
// sees the other. Nothing is sent, and the cores find what both have missed.
#include "backend/postgres/transaction.h"
#include "tests/store/desk_world.h"

#include <QTest>

using namespace onceover;

namespace {

struct Line
{
    std::string reference;
    std::string named = "[]";
    std::string state = "BOOKED";
};

// Stored and not linked; answers the import.
std::string storedLine(EngineWorld& world, const Line& line)
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
        "jsonb_build_array(jsonb_build_object('record_id', gen_random_uuid(), 'external_id', "
        "$1::text, 'amount_minor', 1250, 'currency', 'EUR', 'direction', 'OUT', 'state', "
        "$4::text, 'reference', $2::text, 'named_references', $3::text::jsonb, 'ordinal', 1)))",
        Params().text(import).text(line.reference).text(line.named).text(line.state));
    return import;
}

// "linked candidates unmatched".
std::string link(EngineWorld& world, const std::string& import)
{
    return *mustRun(
                world.ingest,
                "select linked || ' ' || candidates || ' ' || unmatched as answer from "
                "onceover.link_import($1)",
                Params().text(import))[0]
                .text("answer");
}

std::string referenceOf(EngineWorld& world, const std::string& key)
{
    return world.scalar(
        "select onceover.reference_of(tenant, 'shop', $1) from onceover.installation",
        Params().text(key));
}

void endOverdue(EngineWorld& world, int limit = 100)
{
    mustRun(
        world.core,
        "select onceover.end_overdue($1, $2::int)",
        Params().uuid(StoreFixture::coreId(1)).int64(limit));
}

std::string count(EngineWorld& world, const std::string& what)
{
    return world.scalar("select count(*) from onceover." + what);
}

} // namespace

class LeftNamesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void importAndIntakeMissOneAnother_data()
    {
        QTest::addColumn<bool>("isAlone");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("linked");
        QTest::addColumn<QString>("reason");
        QTest::addRow("a booked line") << true << "BOOKED"
                                       << "0 0 1"
                                       << "CHARGE_WITHOUT_SEND";
        QTest::addRow("a line that names several") << false << "BOOKED"
                                                   << "0 0 1"
                                                   << "";
        QTest::addRow("a line that is announced") << true << "PENDING"
                                                  << "0 0 0"
                                                  << "";
    }

    // The intake has looked for records and is not committed; the import has looked for payments.
    void importAndIntakeMissOneAnother()
    {
        QFETCH(bool, isAlone);
        QFETCH(QString, state);
        QFETCH(QString, linked);
        QFETCH(QString, reason);
        DeskWorld world(m_fixture);
        const std::string reference = referenceOf(world, "k1");
        auto intake = Transaction::begin(world.intake, PgFixture::patience());
        QVERIFY(intake);
        QCOMPARE(
            world.acceptOutcome(EngineWorld::request("k1", "card", 1250, "ACME")),
            std::string("ACCEPTED intake.accepted"));
        const std::string import = storedLine(
            world,
            {isAlone ? reference : "",
             isAlone ? "[]" : "[\"" + reference + "\"]",
             state.toStdString()});
        QCOMPARE(link(world, import), linked.toStdString());
        // Looked for again too early it would be forgotten.
        endOverdue(world);
        QCOMPARE(count(world, "unfound_names"), std::string("1"));
        QVERIFY(intake->commit(PgFixture::patience()).isCommitted());
        QCOMPARE(world.scalar("select status from onceover.payments"), std::string("PENDING"));
        QVERIFY(!world.claim(1));
        endOverdue(world);
        QCOMPARE(
            world.scalar("select status || ' ' || review_reason from onceover.payments"),
            std::string("REVIEW EVIDENCE_ARRIVED"));
        QCOMPARE(
            world.scalar("select coalesce(string_agg(kind, ' '), '') from onceover.contradictions"),
            reason.toStdString());
        QCOMPARE(
            world.scalar("select (select count(*) from onceover.candidates) + (select count(*) "
                         "from onceover.record_owners)"),
            std::string("1"));
        QCOMPARE(count(world, "unfound_names"), std::string("0"));
        QVERIFY(!world.claim(2));
        endOverdue(world);
        QVERIFY(world.isConsistent());
    }

    // Between the claim and the call a line is stored, and its import ends before it has linked it.
    void whatIsNotLinkedYetIsNotCalled()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const int attempt = world.send(payment);
        const std::string import = storedLine(world, {world.reference(payment)});
        QCOMPARE(
            codeOf(
                world.core,
                "select onceover.ready_to_call($1, $2, 1, 'body')",
                Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(attempt))),
            std::string("attempt.stale"));
        QCOMPARE(link(world, import), std::string("1 0 0"));
    }

    void whatIsNotLinkedYetIsNotTriedAgain()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QCOMPARE(world.record(world.send(payment), "REJECTED_RETRYABLE"), std::string("RECORDED "));
        const auto retry = [&] {
            return world.scalar(
                "select count(*) from onceover.payments where onceover.is_charge_on_record"
                "(payment_id)");
        };
        // What is announced or refused is no movement of a payment that was sent.
        storedLine(world, {world.reference(payment), "[]", "PENDING"});
        storedLine(world, {"", "[\"" + world.reference(payment) + "\"]"});
        QCOMPARE(retry(), std::string("0"));
        storedLine(world, {world.reference(payment)});
        QCOMPARE(retry(), std::string("1"));
        QCOMPARE(
            world.scalar(
                "select coalesce(onceover.grant_next($1::text::uuid, 'CORE', true)::text, "
                "'none')",
                Params().text(payment)),
            std::string("none"));
        QVERIFY(!world.claim(2));
    }

    void whatProvesNothingIsShownBeforeItIsSent_data()
    {
        QTest::addColumn<bool>("isAlone");
        QTest::addColumn<QString>("state");
        QTest::addRow("announced") << true << "PENDING";
        QTest::addRow("for information") << true << "INFO";
        QTest::addRow("announced among others") << false << "PENDING";
    }

    void whatProvesNothingIsShownBeforeItIsSent()
    {
        QFETCH(bool, isAlone);
        QFETCH(QString, state);
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        const std::string reference = world.reference(payment);
        const std::string import = storedLine(
            world,
            {isAlone ? reference : "",
             isAlone ? "[]" : "[\"" + reference + "\"]",
             state.toStdString()});
        QCOMPARE(link(world, import), std::string("0 0 0"));
        QVERIFY(!world.claim(1));
        endOverdue(world);
        QCOMPARE(world.status(payment), std::string("REVIEW EVIDENCE_ARRIVED"));
        QCOMPARE(count(world, "candidates"), std::string("1"));
        // Once is enough.
        link(world, import);
        endOverdue(world);
        QCOMPARE(count(world, "candidates"), std::string("1"));
        QCOMPARE(count(world, "unfound_names"), std::string("0"));
        QVERIFY(world.isConsistent());
    }

    // Of a payment that was sent only movements that count are asked for.
    void aLineOfTheBankSentOnceIsNotShown()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.unknownPayment();
        link(world, storedLine(world, {world.reference(payment), "[]", "PENDING"}));
        QCOMPARE(count(world, "unfound_names"), std::string("0"));
        endOverdue(world);
        QCOMPARE(count(world, "candidates"), std::string("0"));
    }

    void aChargeShownForAnotherIsSeen()
    {
        DeskWorld world(m_fixture);
        const std::string unknown = world.unknownPayment();
        const std::string waiting = world.accept("k2");
        world.evidence(
            unknown, "FOUND", EngineWorld::charge("ch_1", 1250, world.reference(waiting)));
        QVERIFY(!world.claim(2));
        endOverdue(world);
        QCOMPARE(world.status(waiting), std::string("REVIEW EVIDENCE_ARRIVED"));
        QCOMPARE(
            world.scalar("select string_agg(kind, ' ') from onceover.contradictions"),
            std::string("CHARGE_WITHOUT_SEND"));
        QCOMPARE(count(world, "unfound_names"), std::string("0"));
        QVERIFY(world.isConsistent());
    }

    // Whoever waits here for a payment may hold another one that an import waits for.
    void aBusyPaymentIsNotWaitedFor()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        link(world, storedLine(world, {world.reference(payment), "[]", "PENDING"}));
        mustRun(world.core, "select set_config('lock_timeout', '1ms', false)");
        auto busy = Transaction::begin(world.owner, PgFixture::patience());
        QVERIFY(busy);
        mustRun(world.owner, "select 1 from onceover.payments for update");
        endOverdue(world);
        QVERIFY(busy->commit(PgFixture::patience()).isCommitted());
        QCOMPARE(count(world, "unfound_names"), std::string("1"));
        QCOMPARE(count(world, "stuck_steps"), std::string("0"));
        mustRun(world.core, "select set_config('lock_timeout', '0', false)");
        endOverdue(world);
        QCOMPARE(count(world, "unfound_names"), std::string("0"));
        QCOMPARE(world.status(payment), std::string("REVIEW EVIDENCE_ARRIVED"));
    }

    // Whoever stored it broke off before it was linked, or was refused by a deadlock.
    void aFileThatWasNotLinkedIsLinked()
    {
        DeskWorld world(m_fixture);
        const std::string payment = world.unknownPayment();
        storedLine(world, {world.reference(payment)});
        storedLine(world, {});
        const auto isLinked = [&] {
            return world.scalar(
                "select count(*) from onceover.imports where linked_at is not null");
        };
        endOverdue(world);
        QCOMPARE(isLinked(), std::string("0"));
        world.runAsOwner("alter table onceover.imports disable trigger user");
        world.runAsOwner(
            "update onceover.imports set stored_at = stored_at - interval '1 hour', channel = "
            "'UPLOAD', person_id = '"
            + world.scalar("select min(person_id::text) from onceover.people") + "'");
        endOverdue(world);
        QCOMPARE(isLinked(), std::string("0"));
        world.runAsOwner(
            "update onceover.imports set channel = 'APPROVED_CHANNEL', person_id = null");
        // One file a round, and its names in the next one.
        endOverdue(world);
        QCOMPARE(isLinked(), std::string("1"));
        endOverdue(world);
        QCOMPARE(isLinked(), std::string("2"));
        endOverdue(world);
        QCOMPARE(
            world.scalar("select string_agg(role, ' ') from onceover.record_owners"),
            std::string("PROOF"));
        QCOMPARE(count(world, "unfound_names"), std::string("0"));
        // The other line is one for the other ways of matching.
        QCOMPARE(count(world, "free_records"), std::string("1"));
        QVERIFY(world.isConsistent());
    }

    void aNameThatNobodyHasIsForgotten()
    {
        DeskWorld world(m_fixture);
        QCOMPARE(link(world, storedLine(world, {referenceOf(world, "k9")})), std::string("0 0 1"));
        QCOMPARE(count(world, "unfound_names"), std::string("1"));
        endOverdue(world);
        QCOMPARE(count(world, "unfound_names"), std::string("0"));
        // Whoever comes later sees the record himself.
        QCOMPARE(
            world.acceptOutcome(EngineWorld::request("k9", "card", 1250, "ACME")),
            std::string("OUTCOME_UNKNOWN intake.on_record"));
    }

    // One name a round: what cannot be linked comes first, and then last, and is shown.
    void oneNameDoesNotHoldUpTheOthers()
    {
        DeskWorld world(m_fixture);
        for (const char* key : {"k1", "k2"})
            link(world, storedLine(world, {referenceOf(world, key)}));
        // As if both had been under way: the intake does not look.
        world.runAsOwner("alter table onceover.records disable trigger user");
        world.runAsOwner("update onceover.records set named_references = array[reference], "
                         "reference = ''");
        const std::string poisoned =
            world.scalar("select min(reference) from onceover.unfound_names");
        world.runAsOwner(
            "create function public.poison() returns trigger language plpgsql as $$ begin raise "
            "exception using errcode = '22003', message = 'test.poison'; end $$");
        for (const char* key : {"k1", "k2"})
            world.acceptOutcome(EngineWorld::request(key, "card", 1250, "ACME"));
        world.runAsOwner("alter table onceover.candidates disable trigger user");
        world.runAsOwner("delete from onceover.candidates");
        world.runAsOwner(
            "create trigger poison before insert on onceover.events for each row when "
            "(new.subject_id = '"
            + world.scalar(
                "select payment_id from onceover.payments where reference = $1",
                Params().text(poisoned))
            + "') execute function public.poison()");
        endOverdue(world, 1);
        QCOMPARE(count(world, "candidates"), std::string("0"));
        endOverdue(world, 1);
        QCOMPARE(count(world, "candidates"), std::string("1"));
        endOverdue(world, 1);
        QCOMPARE(
            world.scalar("select step || ' ' || tries || ' ' || failure from review.stuck_steps"),
            std::string("NAME 2 22003 test.poison"));
        QCOMPARE(count(world, "unfound_names"), std::string("1"));
    }

    // A payment counts as failed and a line may be its own: that is a case, whatever the line
    // lacks.
    void aFailedPaymentThatIsNamedIsACase_data()
    {
        QTest::addColumn<bool>("isAlone");
        QTest::addColumn<int>("lines");
        QTest::addRow("among others") << false << 1;
        QTest::addRow("twice") << true << 2;
    }

    void aFailedPaymentThatIsNamedIsACase()
    {
        QFETCH(bool, isAlone);
        QFETCH(int, lines);
        DeskWorld world(m_fixture);
        const std::string payment = world.accept("k1");
        QCOMPARE(world.record(world.send(payment), "REJECTED_FINAL"), std::string("RECORDED "));
        const std::string reference = world.reference(payment);
        std::string import;
        for (int line = 0; line < lines; ++line)
            import = storedLine(
                world, {isAlone ? reference : "", isAlone ? "[]" : "[\"" + reference + "\"]"});
        QCOMPARE(link(world, import), std::string("0 1 0"));
        QCOMPARE(world.status(payment), std::string("REVIEW CONTRADICTION"));
        QCOMPARE(
            world.scalar("select string_agg(kind, ' ') from onceover.contradictions"),
            std::string("RECORD_DIFFERS"));
        QCOMPARE(link(world, import), std::string("0 0 0"));
        QVERIFY(world.isConsistent());
    }

private:
    StoreFixture m_fixture;
};

QTEST_GUILESS_MAIN(LeftNamesTest)

#include "left_names_test.moc"
