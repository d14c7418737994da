// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/upload_world.h"

namespace onceover {

namespace {

std::string quoted(const std::string& name, const std::string& value)
{
    return "\"" + name + "\":\"" + value + "\"";
}

std::string number(const std::string& name, std::int64_t value)
{
    return "\"" + name + "\":" + std::to_string(value);
}

} // namespace

UploadWorld::File UploadWorld::fileOf(DeskWorld& world, const std::string& payment)
{
    File file;
    file.id = world.scalar("select gen_random_uuid()");
    file.row = world.scalar("select gen_random_uuid()");
    file.sha256 = world.scalar("select encode(sha256($1::bytea), 'hex')", Params().text(file.id));
    file.reference = payment.empty() ? std::string() : world.reference(payment);
    file.statementId = "s" + file.row;
    file.account = "ACC" + file.row;
    return file;
}

std::string UploadWorld::fileJson(const File& file)
{
    return "{" + quoted("sha256", file.sha256) + "," + quoted("file_name", "may.xml") + ","
           + quoted("format", "camt.053") + "," + quoted("reading", "UTF-8") + ","
           + number("byte_count", 10) + "}";
}

std::string UploadWorld::statementJson(const File& file)
{
    return "{" + quoted("statement_row_id", file.row) + "," + number("ordinal", 1) + ","
           + quoted("account", file.account) + "," + quoted("currency", "EUR") + ","
           + number("credits_minor", 0) + "," + number("debits_minor", file.debitsMinor) + ","
           + number("entry_count", file.entryCount) + "," + quoted("statement_id", file.statementId)
           + "," + quoted("content_sha256", file.content) + "}";
}

std::string UploadWorld::recordsJson(const File& file)
{
    return "[{" + quoted("record_id", file.id) + "," + quoted("external_id", "e" + file.row) + ","
           + number("amount_minor", file.amountMinor) + "," + quoted("currency", "EUR") + ","
           + quoted("direction", "OUT") + "," + quoted("state", "BOOKED") + ","
           + quoted("reference", file.reference) + "," + number("ordinal", 1) + "}]";
}

std::string UploadWorld::begin(Connection& who, const File& file)
{
    return call(
        who,
        "select onceover.begin_upload($1::uuid, $2)",
        Params().text(file.id).json(fileJson(file)));
}

std::string UploadWorld::add(Connection& who, const File& file, int ordinal, bool isStatement)
{
    return call(
        who,
        "select onceover.add_upload_part($1::uuid, $2::int, $3, $4)",
        Params()
            .text(file.id)
            .int64(ordinal)
            .text(std::string(isStatement ? "STATEMENT" : "RECORDS"))
            .json(isStatement ? statementJson(file) : recordsJson(file)));
}

std::string UploadWorld::finish(Connection& who, const File& file)
{
    return call(who, "select onceover.finish_upload($1::uuid)", Params().text(file.id));
}

std::string UploadWorld::upload(Connection& who, const File& file)
{
    for (const std::string& code :
         {begin(who, file), add(who, file, 1, true), add(who, file, 2, false)}) {
        if (!code.empty())
            return code;
    }
    return finish(who, file);
}

std::string UploadWorld::uploadDigest(const File& file)
{
    return scalar(
        "select digest from onceover.finished_uploads where upload_id = $1::uuid",
        Params().text(file.id));
}

std::string UploadWorld::proposeUpload(
    Connection& who, const std::string& decision, const File& file, const std::string& digest)
{
    return call(
        who,
        "select onceover.propose_upload($1::uuid, $2::uuid, 'SENT_BY_BANK', 'from the portal', $3)",
        Params().text(decision).text(file.id).text(digest.empty() ? uploadDigest(file) : digest));
}

std::string UploadWorld::accepted(const File& file)
{
    const std::string decision = freshId();
    const std::string code = proposeUpload(liwei, decision, file);
    return code.empty() ? approve(ana, decision) : code;
}

std::string UploadWorld::link(Connection& who, const File& file)
{
    return call(who, "select onceover.link_import($1::uuid)", Params().text(file.id));
}

std::string UploadWorld::ingestStores(const File& file)
{
    const std::string id = freshId();
    File own = file;
    own.row = freshId();
    own.id = freshId();
    mustRun(
        ingest,
        "select onceover.store_import($1::jsonb || jsonb_build_object('import_id', $2::text))",
        Params().json(fileJson(file)).text(id));
    mustRun(
        ingest,
        "select onceover.store_import_statement($1::uuid, $2)",
        Params().text(id).json(statementJson(own)));
    own.row = file.row;
    mustRun(
        ingest,
        "select onceover.store_import_records($1::uuid, (select $3::uuid), $2)",
        Params()
            .text(id)
            .json(recordsJson(own))
            .text(scalar(
                "select statement_row_id from onceover.import_statements where import_id = "
                "$1::uuid",
                Params().text(id))));
    return call(ingest, "select onceover.link_import($1::uuid)", Params().text(id));
}

std::string UploadWorld::imports(const File& file)
{
    return scalar(
        "select count(*) from onceover.imports where import_id = $1::uuid", Params().text(file.id));
}

std::string UploadWorld::links(const std::string& payment)
{
    return scalar(
        "select count(*) from onceover.record_owners where payment_id = $1 and layer = 'BANK'",
        Params().text(payment));
}

std::string UploadWorld::fateOf(const std::string& payment)
{
    return scalar(
        "select fate from onceover.attempt_fates where payment_id = $1", Params().text(payment));
}

} // namespace onceover
