// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/import_command.h"

#include "app/core/import_sink.h"
#include "app/core/site_command.h"
#include "app/core/system_clock.h"
#include "backend/statements/statement_file.h"

#include <filesystem>

namespace onceover {

namespace {

ExitCode refused(const std::string& file, const Refusal& refusal, Output& output)
{
    Json object;
    object["type"] = "refusal";
    object["file"] = file;
    object["line"] = refusal.line;
    object["code"] = refusal.code;
    object["message"] = refusal.message;
    output.line(
        object,
        file + ":" + std::to_string(refusal.line) + ": " + refusal.message
            + " Nothing of this file was stored. [" + refusal.code + "]");
    const bool isNotOpened = refusal.code == "statement.file_missing"
                             || refusal.code == "statement.symbolic_link"
                             || refusal.code == "statement.not_a_regular_file"
                             || refusal.code == "statement.cannot_open";
    return isNotOpened ? ExitCode::CannotOpenInput : ExitCode::Refused;
}

ExitCode importFile(const std::string& path, PgImportStore& store, Output& output)
{
    const auto file = StatementFile::open(path);
    if (!file)
        return refused(path, file.error(), output);
    IdentitySink first;
    const auto read = file->parse(first);
    if (!read)
        return refused(path, read.error(), output);
    const SystemClock clock;
    RandomIdSource ids(clock);
    Json begin;
    begin["import_id"] = ids.next().toText();
    begin["sha256"] = toHex(read->sha256);
    begin["file_name"] = std::filesystem::path(path).filename().string();
    begin["format"] = first.format();
    begin["byte_count"] = read->bytes;
    const auto begun = store.begin(begin.dump(-1, ' ', false, Json::error_handler_t::replace));
    if (!begun)
        return output.failure(begun.error());
    std::int64_t recordCount = 0;
    if (!begun->isSameFile) {
        ImportSink sink(store, begun->importId, first.identities(), toHex(read->sha256), ids);
        const auto stored = file->parse(sink);
        if (sink.error())
            return output.failure(*sink.error());
        if (!stored)
            return refused(path, stored.error(), output);
        if (stored->sha256 != read->sha256)
            return output.failure(Error::notHappened(
                "file.changed", path + " changed while it was read. Nothing was stored."));
        if (auto finished = store.finish(begun->importId); !finished)
            return output.failure(finished.error());
        recordCount = sink.recordCount();
    }
    // Linked again also for a file that is known: a crash may have come between the two.
    const auto links = store.link(begun->importId);
    if (!links)
        return output.failure(links.error());
    Json object;
    object["type"] = "import";
    object["file"] = path;
    object["import_id"] = begun->importId.toText();
    object["outcome"] = begun->isSameFile ? "SAME_FILE" : "STORED";
    object["statements"] = read->statements;
    object["entries"] = read->entries;
    object["records"] = recordCount;
    object["linked"] = links->linked;
    object["candidates"] = links->candidates;
    object["unmatched"] = links->unmatched;
    output.line(
        object,
        path + ": " + (begun->isSameFile ? "stored before" : "stored") + ", "
            + std::to_string(recordCount) + " new records, " + std::to_string(links->linked)
            + " linked, " + std::to_string(links->candidates) + " for people, "
            + std::to_string(links->unmatched) + " without a payment");
    return ExitCode::Done;
}

} // namespace

std::string_view ImportCommand::summary() const
{
    return "store bank statements of an approved channel and link their lines";
}

std::string_view ImportCommand::help() const
{
    return "import FILE... [--dir DIR | --connection FILE] [--json]";
}

ExitCode ImportCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.minRest = 1;
    line.maxRest = 10'000;
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            const auto settings = site.machine(MachineKind::Ingest);
            if (!settings)
                return output.failure(settings.error());
            PgImportStore store(*settings);
            ExitCode worst = ExitCode::Done;
            for (const std::string& file : arguments.rest()) {
                const ExitCode code = importFile(file, store, output);
                if (code == ExitCode::DatabaseAway)
                    return code;
                if (code != ExitCode::Done)
                    worst = code;
            }
            return worst;
        });
}

} // namespace onceover
