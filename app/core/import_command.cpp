// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/import_command.h"

#include "app/core/random_id_source.h"
#include "app/core/reading_options.h"
#include "app/core/site_command.h"
#include "app/core/statement_import.h"
#include "app/core/system_clock.h"
#include "backend/store/pg_match_store.h"

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

ExitCode shown(const std::string& path, const ImportedFile& imported, Output& output)
{
    Json object;
    object["type"] = "import";
    object["file"] = path;
    object["import_id"] = imported.importIds.begin()->toText();
    object["outcome"] = imported.outcome;
    object["statements"] = imported.statements;
    object["entries"] = imported.entries;
    object["records"] = imported.recordCount;
    object["linked"] = imported.links.linked;
    object["candidates"] = imported.links.candidates;
    object["unmatched"] = imported.links.unmatched;
    output.line(
        object,
        path + ": " + (imported.outcome == "STORED" ? "stored" : "stored before") + ", "
            + std::to_string(imported.recordCount) + " new records, "
            + std::to_string(imported.links.linked) + " linked, "
            + std::to_string(imported.links.candidates) + " for people, "
            + std::to_string(imported.links.unmatched) + " without a payment");
    return ExitCode::Done;
}

ExitCode importFile(
    const std::string& path, const ImportTerms& terms, const ImportStores& stores, Output& output)
{
    const auto file = StatementFile::open(path);
    if (!file)
        return refused(path, file.error(), output);
    const SystemClock clock;
    RandomIdSource ids(clock);
    const auto imported = importStatements(
        *file, std::filesystem::path(path).filename().string(), terms, stores, ids);
    if (imported)
        return shown(path, *imported, output);
    return imported.error().refusal ? refused(path, *imported.error().refusal, output)
                                    : output.failure(*imported.error().error);
}

// What people uploaded and accepted, and whose approver's session broke before it was linked.
ExitCode linkAccepted(const ImportStores& stores, Output& output)
{
    const auto waiting = stores.lines.accepted();
    if (!waiting)
        return output.failure(waiting.error());
    ExitCode worst = ExitCode::Done;
    for (const Uuid& importId : *waiting) {
        if (const auto links = stores.lines.link(importId); !links)
            worst = output.failure(links.error());
        else if (const auto matches = stores.matching.matchImport(importId); !matches)
            worst = output.failure(matches.error());
    }
    return worst;
}

} // namespace

std::string_view ImportCommand::summary() const
{
    return "store bank statements of an approved channel and link their lines";
}

std::string_view ImportCommand::help() const
{
    return "import FILE... [--format NAME] [--encoding NAME] [--profile NAME] [--provider NAME] "
           "[--date-order dmy|mdy|ymd] [--decimal .|,] [--account A] [--currency C] "
           "[--dir DIR | --connection FILE] [--json]";
}

ExitCode ImportCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    addReadingOptions(line);
    addCsvOptions(line);
    line.withValue.insert("--provider");
    line.minRest = 1;
    line.maxRest = 10'000;
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            // A profile of somebody's own is no approved channel.
            const auto profile = arguments.value("--profile");
            if (profile && !shippedCsvProfile(*profile)) {
                output.note(
                    "there is no profile \"" + *profile + "\" among those that were shipped");
                return ExitCode::Usage;
            }
            const auto choice = readingChoice(arguments);
            if (!choice) {
                output.note(choice.error().detail());
                return ExitCode::Usage;
            }
            const auto settings = site.machine(MachineKind::Ingest);
            if (!settings)
                return output.failure(settings.error());
            PgImportStore lines(*settings);
            PgMatchStore matches(*settings);
            MatchStep matching(matches);
            const ImportStores stores{lines, matching};
            const ImportTerms terms{
                *choice, {}, arguments.value("--provider").value_or(""), {}, {}};
            ExitCode worst = linkAccepted(stores, output);
            if (worst == ExitCode::DatabaseAway)
                return worst;
            for (const std::string& file : arguments.rest()) {
                const ExitCode code = importFile(file, terms, stores, output);
                if (code == ExitCode::DatabaseAway)
                    return code;
                if (code != ExitCode::Done)
                    worst = code;
            }
            return worst;
        });
}

} // namespace onceover
