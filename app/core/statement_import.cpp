// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/statement_import.h"

#include "app/core/exit_code.h"
#include "app/core/import_sink.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;
using Outcome = tl::expected<ImportedFile, ImportProblem>;

tl::unexpected<ImportProblem> refused(Refusal refusal)
{
    return tl::unexpected<ImportProblem>(ImportProblem{std::move(refusal), {}});
}

// What the store says of one file: a refusal names the line, everything else is about the database.
tl::unexpected<ImportProblem> notStored(std::int64_t line, const Error& error)
{
    if (error.effect() == Effect::None && exitCodeOf(error) == ExitCode::Refused)
        return refused({line, error.code(), error.detail(), {}});
    return tl::unexpected<ImportProblem>(ImportProblem{{}, error});
}

std::string beginJson(
    const std::string& name,
    const std::string& channel,
    const ReadFile& read,
    const std::string& format,
    IdSource& ids)
{
    Json begin;
    begin["import_id"] = ids.next().toText();
    begin["sha256"] = toHex(read.sha256);
    begin["file_name"] = name;
    begin["channel_name"] = channel;
    begin["format"] = format;
    begin["byte_count"] = read.bytes;
    return begin.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Linked again also for one that is known, for a crash may have come between.
Outcome linkAll(ImportedFile imported, const ImportStores& stores)
{
    for (const Uuid& importId : imported.importIds) {
        const auto links = stores.lines.link(importId);
        if (!links)
            return tl::unexpected<ImportProblem>(ImportProblem{{}, links.error()});
        imported.links.linked += links->linked;
        imported.links.candidates += links->candidates;
        imported.links.unmatched += links->unmatched;
        const auto matches = stores.matching.matchImport(importId);
        if (!matches)
            return tl::unexpected<ImportProblem>(ImportProblem{{}, matches.error()});
        imported.links.linked += matches->linked;
        imported.links.candidates += matches->candidates;
        imported.links.unmatched -= matches->linked;
    }
    return imported;
}

} // namespace

Outcome importStatements(
    const StatementFile& file,
    const std::string& name,
    const ImportTerms& terms,
    const ImportStores& stores,
    IdSource& ids)
{
    PgImportStore& store = stores.lines;
    IdentitySink first(terms.accounts, terms.layer);
    const auto read = file.parse(first, terms.choice);
    if (first.refusal())
        return refused(*first.refusal());
    if (!read)
        return refused(read.error());
    const auto begun = store.begin(beginJson(name, terms.channel, *read, first.format(), ids));
    if (!begun)
        return notStored(0, begun.error());
    ImportedFile imported{{begun->importId}, "SAME_FILE", read->statements, read->entries, 0, {}};
    if (begun->isSameFile)
        return linkAll(imported, stores);
    store.pause();
    ImportSink sink(
        store, begun->importId, first.identities(), toHex(read->sha256), terms.provider, ids);
    const auto stored = file.parse(sink, terms.choice);
    if (sink.error())
        return notStored(sink.errorLine(), *sink.error());
    if (!stored)
        return refused(stored.error());
    if (stored->sha256 != read->sha256)
        return refused({0, "import.file_changed", "the file changed while it was read.", {}});
    if (sink.newStatements() == 0 && !sink.knownImports().empty()) {
        // Other bytes around statements that are all known: nothing is added.
        store.drop();
        imported.importIds = sink.knownImports();
        imported.outcome = "SAME_STATEMENTS";
        return linkAll(imported, stores);
    }
    if (auto finished = store.finish(begun->importId); !finished)
        return notStored(0, finished.error());
    imported.outcome = "STORED";
    imported.recordCount = sink.recordCount();
    return linkAll(imported, stores);
}

} // namespace onceover
