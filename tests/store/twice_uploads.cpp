// SPDX-License-Identifier: GPL-3.0-or-later
// A person's file, part by part: each part once, each acceptance once.
#include "tests/store/twice_table.h"
#include "tests/store/upload_world.h"

namespace onceover {

namespace {

using File = UploadWorld::File;

constexpr const char* kReused = "command.reused";

SessionCall beginning(const File& file)
{
    return {
        "select onceover.begin_upload($1::uuid, $2) as answer",
        Params().text(file.id).json(UploadWorld::fileJson(file))};
}

SessionCall adding(const File& file, int ordinal)
{
    return {
        "select onceover.add_upload_part($1::uuid, $2::int, $3, $4) as answer",
        Params()
            .text(file.id)
            .int64(ordinal)
            .text(std::string(ordinal == 1 ? "STATEMENT" : "RECORDS"))
            .json(
                ordinal == 1 ? UploadWorld::statementJson(file) : UploadWorld::recordsJson(file))};
}

SessionCall finishing(const File& file)
{
    return {
        "select (a ->> 'outcome') || ' ' || (a ->> 'state') as answer from "
        "onceover.finish_upload($1::uuid) a",
        Params().text(file.id)};
}

void run(Connection& who, const SessionCall& call)
{
    mustRun(who, call.sql, call.params);
}

TwiceTrial beginUpload(DeskWorld& world)
{
    const File file = UploadWorld::fileOf(world, "");
    File other = file;
    other.sha256 = std::string(64, 'b');
    return {
        "liwei",
        beginning(file),
        "BEGUN",
        "BEGUN",
        "BEGUN",
        {{"the person's other login", "liwei2", beginning(file), "BEGUN"},
         {"another person", "omar", beginning(file), kReused},
         {"another file", "liwei", beginning(other), kReused}}};
}

TwiceTrial addUploadPart(DeskWorld& world)
{
    const File file = UploadWorld::fileOf(world, "");
    run(world.liwei, beginning(file));
    File other = file;
    other.content = "other";
    return {
        "liwei",
        adding(file, 1),
        "ADDED",
        "KNOWN",
        "KNOWN",
        {{"another person", "omar", adding(file, 1), "upload.not_yours"},
         {"other content", "liwei", adding(other, 1), "upload.part_reused"}}};
}

File unfinished(DeskWorld& world)
{
    const File file = UploadWorld::fileOf(world, "");
    run(world.liwei, beginning(file));
    run(world.liwei, adding(file, 1));
    run(world.liwei, adding(file, 2));
    return file;
}

TwiceTrial finishUpload(DeskWorld& world)
{
    const SessionCall call = finishing(unfinished(world));
    return {
        "liwei",
        call,
        "DONE STORED",
        "DONE STORED",
        "DONE STORED",
        {{"the person's other login", "liwei2", call, "DONE STORED"},
         {"another person", "omar", call, kReused}}};
}

SessionCall command(const std::string& call, Params params)
{
    return {
        "select (a ->> 'outcome') || ' ' || (a ->> 'state') as answer from onceover." + call + " a",
        std::move(params)};
}

SessionCall proposing(
    DeskWorld& world, const std::string& id, const File& file, const std::string& note)
{
    return command(
        "propose_upload($1::uuid, $2::uuid, 'OTHER', $3, $4)",
        Params().text(id).text(file.id).text(note).text(world.scalar(
            "select digest from onceover.finished_uploads where upload_id = $1::uuid",
            Params().text(file.id))));
}

TwiceTrial proposeUpload(DeskWorld& world)
{
    const File file = unfinished(world);
    run(world.liwei, finishing(file));
    const std::string id = world.freshId();
    const SessionCall call = proposing(world, id, file, "from the portal");
    return {
        "liwei",
        call,
        "DONE OPEN",
        "DONE OPEN",
        "DONE OPEN",
        {{"the person's other login", "liwei2", call, "DONE OPEN"},
         {"another person", "omar", call, kReused},
         {"other words", "liwei", proposing(world, id, file, "other"), kReused}}};
}

TwiceTrial approveUpload(DeskWorld& world)
{
    const File file = unfinished(world);
    run(world.liwei, finishing(file));
    const std::string decision = world.freshId();
    run(world.liwei, proposing(world, decision, file, "from the portal"));
    const std::string id = world.freshId();
    const auto call = [&](const std::string& digest) {
        return command(
            "approve($1::uuid, $2::uuid, $3)", Params().text(id).text(decision).text(digest));
    };
    const SessionCall approval = call(world.scalar(
        "select digest from onceover.finished_uploads where upload_id = $1::uuid",
        Params().text(file.id)));
    return {
        "ana",
        approval,
        "DONE IN_FORCE",
        "DONE IN_FORCE",
        "DONE IN_FORCE",
        {{"another person", "liwei", approval, kReused},
         {"another digest", "ana", call(std::string(64, 'e')), kReused}}};
}

TwiceTrial acceptedImports(DeskWorld&)
{
    const SessionCall call{
        "select 'READ' as answer from (select count(*) from onceover.accepted_imports(10)) x", {}};
    return {"m_ingest", call, "READ", "READ", "READ", {}};
}

} // namespace

std::vector<TwiceRow> twiceRowsOfUploads()
{
    return {
        {"begin_upload", "one file an id", beginUpload},
        {"add_upload_part", "one content a part", addUploadPart},
        {"finish_upload", "whole once", finishUpload},
        {"propose_upload", "one proposal an id", proposeUpload},
        {"approve", "one approval and one stored file an id", approveUpload},
        {"accepted_imports", "writes nothing", acceptedImports, TwiceRow::Kind::Reads},
    };
}

} // namespace onceover
