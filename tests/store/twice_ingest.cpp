// SPDX-License-Identifier: GPL-3.0-or-later
// Intake, imports and what only reads.
#include "tests/store/twice_table.h"

namespace onceover {

namespace {

constexpr const char* kConstraint = "database.constraint";

std::string freshUuid(DeskWorld& world)
{
    return world.scalar("select gen_random_uuid()");
}

TwiceTrial accept(DeskWorld& world)
{
    const std::string key = "accept" + world.freshId();
    const auto call = [&](std::int64_t amountMinor) {
        return SessionCall{
            "select outcome || ' ' || code as answer from onceover.accept($1)",
            Params().json(EngineWorld::request(key, "card", amountMinor, {}))};
    };
    const std::string again = "IN_PROGRESS intake.in_progress";
    return {
        "m_intake",
        call(1250),
        "ACCEPTED intake.accepted",
        again,
        again,
        {{"another amount", "m_intake", call(1251), "REFUSED intake.different_intent"}}};
}

SessionCall storing(const std::string& import, const std::string& sha256)
{
    return {
        "select outcome as answer from onceover.store_import(jsonb_build_object('import_id', "
        "$1::text, 'sha256', $2::text, 'file_name', 'f', 'format', 'camt.053', 'byte_count', 1))",
        Params().text(import).text(sha256)};
}

SessionCall statement(const std::string& import, const std::string& row, const std::string& content)
{
    return {
        "select coalesce(onceover.store_import_statement($1, jsonb_build_object("
        "'statement_row_id', $2::text, 'ordinal', 1, 'account', $2::text, 'currency', 'EUR', "
        "'credits_minor', 0, 'debits_minor', 0, 'entry_count', 1, 'statement_id', $2::text, "
        "'content_sha256', $3::text))::text, 'NEW') as answer",
        Params().text(import).text(row).text(content)};
}

SessionCall line(
    const std::string& import,
    const std::string& row,
    const std::string& record,
    const std::string& identity,
    const std::string& reference)
{
    return {
        "select onceover.store_import_records($1, $2, jsonb_build_array(jsonb_build_object("
        "'record_id', $3::text, 'external_id', $4::text, 'amount_minor', 1250, 'currency', 'EUR', "
        "'direction', 'OUT', 'state', 'BOOKED', 'reference', $5::text, 'ordinal', 1)))::text as "
        "answer",
        Params().text(import).text(row).text(record).text(identity).text(reference)};
}

TwiceTrial storeImport(DeskWorld& world)
{
    const std::string import = freshUuid(world);
    return {
        "m_ingest",
        storing(import, import),
        "STORED",
        "SAME_FILE",
        "SAME_FILE",
        {{"another file", "m_ingest", storing(import, "other" + import), kConstraint},
         {"another id of the file", "m_ingest", storing(freshUuid(world), import), "SAME_FILE"}}};
}

// An import that holds nothing yet.
std::string importOf(DeskWorld& world)
{
    const std::string import = freshUuid(world);
    const SessionCall call = storing(import, import);
    mustRun(world.ingest, call.sql, call.params);
    return import;
}

TwiceTrial storeStatement(DeskWorld& world)
{
    const std::string import = importOf(world);
    const std::string row = freshUuid(world);
    return {
        "m_ingest",
        statement(import, row, "content"),
        "NEW",
        "NEW",
        // They come one after the other: who stores lines of an account holds it.
        "NEW",
        {{"other content", "m_ingest", statement(import, row, "other"), "import.statement_reused"},
         {"another import",
          "m_ingest",
          statement(importOf(world), row, "content"),
          "import.statement_reused"}}};
}

TwiceTrial storeRecords(DeskWorld& world)
{
    const std::string import = importOf(world);
    const std::string row = freshUuid(world);
    const std::string record = freshUuid(world);
    const SessionCall held = statement(import, row, "content");
    mustRun(world.ingest, held.sql, held.params);
    return {
        "m_ingest",
        line(import, row, record, record, ""),
        "1",
        "0",
        "0",
        {{"another line under the id", "m_ingest", line(import, row, record, row, ""), kConstraint},
         {"the line under another id",
          "m_ingest",
          line(import, row, freshUuid(world), record, ""),
          "0"}}};
}

TwiceTrial storeLines(DeskWorld& world)
{
    const std::string import = importOf(world);
    const std::string row = freshUuid(world);
    const std::string record = freshUuid(world);
    const SessionCall held = statement(import, row, "content");
    mustRun(world.ingest, held.sql, held.params);
    const auto called = [&](const std::string& id, const std::string& name, const char* amount) {
        return SessionCall{
            "select onceover.store_import_lines($1, $2, jsonb_build_array(jsonb_build_object("
            "'record_id', $3::text, 'external_id', $4::text, 'amount_minor', $5::text::bigint, "
            "'currency', 'EUR', 'direction', 'OUT', 'state', 'BOOKED', 'ordinal', 1, 'part', 1, "
            "'slot', '2026-01-05')))::text as answer",
            Params().text(import).text(row).text(id).text(name).text(amount)};
    };
    return {
        "m_ingest",
        called(record, record, "1250"),
        "1",
        "0",
        "0",
        {{"another amount", "m_ingest", called(record, record, "1251"), "import.reissue_conflict"},
         {"another line under the id", "m_ingest", called(record, row, "1250"), kConstraint},
         {"the line under another id", "m_ingest", called(freshUuid(world), record, "1250"), "0"}}};
}

std::string filledImport(DeskWorld& world, const std::string& reference)
{
    const std::string import = importOf(world);
    const std::string row = freshUuid(world);
    const std::string record = freshUuid(world);
    const SessionCall held = statement(import, row, "content");
    mustRun(world.ingest, held.sql, held.params);
    const SessionCall entry = line(import, row, record, record, reference);
    mustRun(world.ingest, entry.sql, entry.params);
    return import;
}

TwiceTrial linkImport(DeskWorld& world)
{
    const std::string import =
        filledImport(world, world.reference(world.unknownPayment("card", 1250)));
    const SessionCall call{
        "select linked || ' ' || candidates as answer from onceover.link_import($1)",
        Params().text(import)};
    return {"m_ingest", call, "1 0", "0 0", "0 0", {}};
}

// A line without a name, linked to nothing and free to be matched.
std::string freeImport(DeskWorld& world)
{
    const std::string import = filledImport(world, "");
    mustRun(world.ingest, "select onceover.link_import($1)", Params().text(import));
    return import;
}

TwiceTrial takeFreeRecords(DeskWorld& world)
{
    const SessionCall call{
        "select jsonb_array_length(onceover.take_free_records(null, $1, null, 10))::text as answer",
        Params().text(freeImport(world))};
    return {"m_ingest", call, "1", "1", "1", {}};
}

TwiceTrial applyMatches(DeskWorld& world)
{
    const SessionCall call{
        "select linked || ' ' || candidates as answer from onceover.apply_matches(null, '{}', "
        "(select jsonb_build_array(jsonb_build_object('payment_id', $1::text, 'record_id', "
        "$2::text, 'tier', 'NORMALISED_REFERENCE', 'reason', 'LOOK_ALIKE_REFERENCE'))))",
        Params()
            .text(world.unknownPayment("card", 1250))
            .text(world.scalar(
                "select record_id from onceover.free_records where import_id = $1",
                Params().text(freeImport(world))))};
    return {"m_ingest", call, "0 1", "0 0", "0 0", {}};
}

TwiceTrial finishImport(DeskWorld& world)
{
    const SessionCall call{
        "select 'DONE' as answer from onceover.finish_import($1)",
        Params().text(filledImport(world, ""))};
    return {"m_ingest", call, "DONE", "DONE", "DONE", {}};
}

TwiceTrial reading(const char* login, const std::string& sql, const Params& params = {})
{
    const SessionCall call{"select 'READ' as answer from (select " + sql + ") x", params};
    return {login, call, "READ", "READ", "READ", {}};
}

TwiceTrial caseDigest(DeskWorld& world)
{
    return reading("kim", "onceover.case_digest($1)", Params().text(world.reviewPayment()));
}

TwiceTrial coreDigest(DeskWorld&)
{
    return reading("kim", "onceover.core_digest($1)", Params().uuid(StoreFixture::coreId(1)));
}

TwiceTrial lookInput(DeskWorld& world)
{
    return reading("m_core", "onceover.look_input($1)", Params().text(world.reviewPayment()));
}

TwiceTrial matchWorld(DeskWorld&)
{
    return reading("m_ingest", "onceover.match_world(null, 'BANK', '{}', '{}', '{}')");
}

TwiceTrial findLatePayments(DeskWorld&)
{
    return reading(
        "m_core", "onceover.find_late_payments($1)", Params().uuid(StoreFixture::coreId(1)));
}

TwiceTrial backTestWork(DeskWorld&)
{
    return reading("m_core", "onceover.back_test_work($1)", Params().uuid(StoreFixture::coreId(1)));
}

TwiceTrial paymentsToRetry(DeskWorld& world)
{
    world.record(world.send(world.accept("again" + world.freshId())), "REJECTED_RETRYABLE");
    return reading(
        "m_core",
        "count(*) from onceover.payments_to_retry($1, 'card', 10)",
        Params().uuid(StoreFixture::coreId(1)));
}

TwiceTrial lp(DeskWorld&)
{
    return reading("kim", "onceover.lp(1, array['a'])");
}

TwiceTrial canonicalJson(DeskWorld&)
{
    return reading("kim", "onceover.canonical_json('{}')");
}

TwiceTrial referenceOf(DeskWorld&)
{
    return reading("kim", "onceover.reference_of(gen_random_uuid(), 'shop', 'key')");
}

TwiceTrial isRecordToldElsewhere(DeskWorld&)
{
    return reading("kim", "onceover.is_record_told_elsewhere(gen_random_uuid())");
}

TwiceTrial micros(DeskWorld&)
{
    return reading("kim", "onceover.micros(now())");
}

} // namespace

std::vector<TwiceRow> twiceRowsOfIngest()
{
    return {
        {"accept", "one payment an intent; the repeat says how it stands", accept},
        {"store_import", "a file is stored once, whatever its name and id", storeImport},
        {"store_import_statement", "a row is one statement's", storeStatement},
        {"store_import_records", "a line is stored once by its identity", storeRecords},
        {"store_import_lines", "a line of a CSV file is stored once by its name", storeLines},
        {"link_import", "what is linked is not linked again", linkImport},
        {"take_free_records",
         "a look more, later",
         takeFreeRecords,
         TwiceRow::Kind::Writes,
         {"looks", "next_look_at"}},
        {"apply_matches", "a pair is told once", applyMatches},
    };
}

std::vector<TwiceRow> twiceRowsOfReaders()
{
    constexpr auto kReads = TwiceRow::Kind::Reads;
    const char* const meaning = "writes nothing";
    return {
        {"finish_import", "checks and writes nothing", finishImport, kReads},
        {"case_digest", meaning, caseDigest, kReads},
        {"core_digest", meaning, coreDigest, kReads},
        {"look_input", meaning, lookInput, kReads},
        {"is_record_told_elsewhere", meaning, isRecordToldElsewhere, kReads},
        {"match_world", meaning, matchWorld, kReads},
        {"back_test_work", meaning, backTestWork, kReads},
        {"find_late_payments", "a link is doubted once for each", findLatePayments, kReads},
        {"payments_to_retry", meaning, paymentsToRetry, kReads},
        {"lp", meaning, lp, kReads},
        {"canonical_json", meaning, canonicalJson, kReads},
        {"reference_of", meaning, referenceOf, kReads},
        {"micros", meaning, micros, kReads},
    };
}

} // namespace onceover
