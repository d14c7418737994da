// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/uuid.h"
#include "backend/store/pg_session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onceover {

struct ImportLinks
{
    std::int64_t linked = 0;
    std::int64_t candidates = 0;
    std::int64_t unmatched = 0;
};

// A file from an approved channel, stored in one transaction and linked in another, under an
// ingest's own login. JSON parameters are those of onceover.store_import and its sisters. One
// thread; begin, any number of statements and records, finish. What is not finished is not stored.
class PgImportStore
{
public:
    explicit PgImportStore(ConnectionSettings settings);
    ~PgImportStore();

    struct Begun
    {
        Uuid importId;
        // The same bytes are stored already; nothing is to be added.
        bool isSameFile = false;
    };

    Result<Begun> begin(const std::string& importJson);
    // Nothing when the statement is new, else the import that holds the same one already; its
    // records are not to be added again.
    Result<std::optional<Uuid>> addStatement(
        const Uuid& importId, const std::string& statementJson);
    // How many of the records are new.
    Result<std::int64_t> addRecords(
        const Uuid& importId, const Uuid& statementRowId, const std::string& recordsJson);
    // The same for the lines of a CSV file, whose names and slots say whether they are known.
    Result<std::int64_t> addLines(
        const Uuid& importId, const Uuid& statementRowId, const std::string& linesJson);
    Result<void> finish(const Uuid& importId);

    // Ends an import that adds nothing.
    void drop() { m_transaction.reset(); }

    // Repeating it links nothing twice.
    Result<ImportLinks> link(const Uuid& importId);

private:
    Result<Rows> run(std::string_view name, const Params& params);

    PgSession m_session;
    std::optional<Transaction> m_transaction;
};

} // namespace onceover
