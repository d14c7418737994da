// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/import_command.h"

#include "app/core/import_sink.h"
#include "app/core/reading_options.h"
#include "app/core/site_command.h"
#include "app/core/system_clock.h"
#include "backend/engine/match_step.h"
#include "backend/statements/statement_file.h"
#include "backend/store/pg_match_store.h"

#include <filesystem>
#include <set>

namespace onceover {

namespace {

struct Imported
{
    // What is linked: the file's own import, or those that hold its statements already.
    std::set<Uuid> importIds;
    // STORED, SAME_FILE or SAME_STATEMENTS.
    std::string outcome;
    std::int64_t recordCount = 0;
};

ExitCode refused(const std::string& file, const Refusal& refusal, Output& output)
{
    Json object;
    object["type"] = "refusal";
    object["file"] = file;
    object["line"] = refusal.line;
    object["code"] = refusal.code;
    object["message"] = refusal.message;
    std::string sentence = refusal.message;
    if (!sentence.empty() && sentence.back() == '.')
        sentence.pop_back();
    output.line(
        object,
        file + ":" + std::to_string(refusal.line) + ": " + sentence
            + ". Nothing of this file was stored. [" + refusal.code + "]");
    const bool isNotOpened = refusal.code == "statement.file_missing"
                             || refusal.code == "statement.symbolic_link"
                             || refusal.code == "statement.not_a_regular_file"
                             || refusal.code == "statement.cannot_open";
    return isNotOpened ? ExitCode::CannotOpenInput : ExitCode::Refused;
}

// Where a file goes: its lines are stored, linked by name and then matched.
struct ImportStores
{
    PgImportStore& lines;
    MatchStep& matching;
};

// What the store says of one file: a refusal names file and line, everything else is about the
// database.
ExitCode notStored(const std::string& file, std::int64_t line, const Error& error, Output& output)
{
    if (error.effect() == Effect::None && exitCodeOf(error) == ExitCode::Refused)
        return refused(file, {line, error.code(), error.detail(), {}}, output);
    return output.failure(error);
}

std::string beginJson(
    const std::string& path, const ReadFile& read, const std::string& format, IdSource& ids)
{
    Json begin;
    begin["import_id"] = ids.next().toText();
    begin["sha256"] = toHex(read.sha256);
    begin["file_name"] = std::filesystem::path(path).filename().string();
    begin["format"] = format;
    begin["byte_count"] = read.bytes;
    return begin.dump(-1, ' ', false, Json::error_handler_t::replace);
}

ExitCode shown(
    const std::string& path,
    const ReadFile& read,
    const Imported& imported,
    const ImportLinks& links,
    Output& output)
{
    Json object;
    object["type"] = "import";
    object["file"] = path;
    object["import_id"] = imported.importIds.begin()->toText();
    object["outcome"] = imported.outcome;
    object["statements"] = read.statements;
    object["entries"] = read.entries;
    object["records"] = imported.recordCount;
    object["linked"] = links.linked;
    object["candidates"] = links.candidates;
    object["unmatched"] = links.unmatched;
    output.line(
        object,
        path + ": " + (imported.outcome == "STORED" ? "stored" : "stored before") + ", "
            + std::to_string(imported.recordCount) + " new records, " + std::to_string(links.linked)
            + " linked, " + std::to_string(links.candidates) + " for people, "
            + std::to_string(links.unmatched) + " without a payment");
    return ExitCode::Done;
}

// Links each import; linked again also for one that is known, for a crash may have come between.
ExitCode linkAll(
    const std::string& path,
    const ReadFile& read,
    const Imported& imported,
    ImportStores& stores,
    Output& output)
{
    ImportLinks sum;
    for (const Uuid& importId : imported.importIds) {
        const auto links = stores.lines.link(importId);
        if (!links)
            return output.failure(links.error());
        sum.linked += links->linked;
        sum.candidates += links->candidates;
        sum.unmatched += links->unmatched;
        const auto matches = stores.matching.matchImport(importId);
        if (!matches)
            return output.failure(matches.error());
        sum.linked += matches->linked;
        sum.candidates += matches->candidates;
        sum.unmatched -= matches->linked;
    }
    return shown(path, read, imported, sum, output);
}

ExitCode importFile(
    const std::string& path, const ReadingChoice& choice, ImportStores& stores, Output& output)
{
    PgImportStore& store = stores.lines;
    const auto file = StatementFile::open(path);
    if (!file)
        return refused(path, file.error(), output);
    IdentitySink first;
    const auto read = file->parse(first, choice);
    if (first.refusal())
        return refused(path, *first.refusal(), output);
    if (!read)
        return refused(path, read.error(), output);
    const SystemClock clock;
    RandomIdSource ids(clock);
    const auto begun = store.begin(beginJson(path, *read, first.format(), ids));
    if (!begun)
        return notStored(path, 0, begun.error(), output);
    Imported imported{{begun->importId}, "SAME_FILE", 0};
    if (begun->isSameFile)
        return linkAll(path, *read, imported, stores, output);
    ImportSink sink(store, begun->importId, first.identities(), toHex(read->sha256), ids);
    const auto stored = file->parse(sink, choice);
    if (sink.error())
        return notStored(path, sink.errorLine(), *sink.error(), output);
    if (!stored)
        return refused(path, stored.error(), output);
    if (stored->sha256 != read->sha256)
        return refused(
            path, {0, "import.file_changed", "the file changed while it was read.", {}}, output);
    if (sink.newStatements() == 0 && !sink.knownImports().empty()) {
        // Other bytes around statements that are all known: nothing is added.
        store.drop();
        imported = {sink.knownImports(), "SAME_STATEMENTS", 0};
        return linkAll(path, *read, imported, stores, output);
    }
    if (auto finished = store.finish(begun->importId); !finished)
        return notStored(path, 0, finished.error(), output);
    imported.outcome = "STORED";
    imported.recordCount = sink.recordCount();
    return linkAll(path, *read, imported, stores, output);
}

} // namespace

std::string_view ImportCommand::summary() const
{
    return "store bank statements of an approved channel and link their lines";
}

std::string_view ImportCommand::help() const
{
    return "import FILE... [--format NAME] [--encoding NAME] [--dir DIR | --connection FILE] "
           "[--json]";
}

ExitCode ImportCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    addReadingOptions(line);
    line.minRest = 1;
    line.maxRest = 10'000;
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            const auto choice = readingChoice(arguments);
            if (!choice) {
                output.note(choice.error().detail());
                return ExitCode::Usage;
            }
            const auto settings = site.machine(MachineKind::Ingest);
            if (!settings)
                return output.failure(settings.error());
            PgImportStore store(*settings);
            PgMatchStore matches(*settings);
            MatchStep matching(matches);
            ImportStores stores{store, matching};
            ExitCode worst = ExitCode::Done;
            for (const std::string& file : arguments.rest()) {
                const ExitCode code = importFile(file, *choice, stores, output);
                if (code == ExitCode::DatabaseAway)
                    return code;
                if (code != ExitCode::Done)
                    worst = code;
            }
            return worst;
        });
}

} // namespace onceover
