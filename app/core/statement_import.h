// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/error.h"
#include "backend/domain/id_source.h"
#include "backend/engine/match_step.h"
#include "backend/statements/reading_choice.h"
#include "backend/statements/refusal.h"
#include "backend/statements/statement_file.h"
#include "backend/store/pg_import_store.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include <tl/expected.hpp>

namespace onceover {

// What became of one file.
struct ImportedFile
{
    // What is linked: the file's own import, or those that hold its statements already.
    std::set<Uuid> importIds;
    // STORED, SAME_FILE or SAME_STATEMENTS.
    std::string outcome;
    std::int64_t statements = 0;
    std::int64_t entries = 0;
    std::int64_t recordCount = 0;
    ImportLinks links;
};

// Why nothing of a file was stored, or what is not known of it.
struct ImportProblem
{
    // What is wrong with the file: trying again helps nothing.
    std::optional<Refusal> refusal;
    // What is wrong with the database, which may have stored the file or not.
    std::optional<Error> error;
};

// How a channel's files are read and whose they are.
struct ImportTerms
{
    ReadingChoice choice;
    // By which channel the file came; empty: a person brought it.
    std::string channel;
    // Whose settlements and charges a provider's file tells; empty: as the file itself calls it.
    std::string provider;
    // Which accounts may be in it; empty: any.
    std::set<std::string> accounts;
    // "BANK", "SETTLEMENT" or "CHARGE"; empty: any.
    std::string layer;
};

// Where a file goes: its lines are stored, linked by name and then matched.
struct ImportStores
{
    PgImportStore& lines;
    MatchStep& matching;
};

// Stores one opened file and links its lines. The same file again is a no-op that links again, for
// a crash may have come between. `name` is shown to people.
tl::expected<ImportedFile, ImportProblem> importStatements(
    const StatementFile& file,
    const std::string& name,
    const ImportTerms& terms,
    const ImportStores& stores,
    IdSource& ids);

} // namespace onceover
