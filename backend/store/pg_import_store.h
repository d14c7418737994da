// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/import_rows.h"
#include "backend/domain/result.h"
#include "backend/domain/uuid.h"
#include "backend/store/pg_session.h"

#include <chrono>
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

// A channel in force, as two people approved it.
struct ImportChannel
{
    std::string channel;
    std::string folder;
    std::string layer;
    std::string provider;
    // A JSON list of texts.
    std::string accountsJson;
    std::string format;
    std::string csvProfile;
    std::string encoding;
    std::string currency;
};

// A file from an approved channel, stored in one transaction and linked in another, under an
// ingest's own login. JSON parameters are those of onceover.store_import and its sisters. One
// thread; begin, any number of statements and records, finish. What is not finished is not stored.
class PgImportStore final : public ImportRows
{
public:
    explicit PgImportStore(ConnectionSettings settings);
    ~PgImportStore() override;

    struct Begun
    {
        Uuid importId;
        // The same bytes are stored already; nothing is to be added.
        bool isSameFile = false;
    };

    Result<Begun> begin(const std::string& importJson);
    Result<std::optional<Uuid>> addStatement(
        const Uuid& importId, const std::string& statementJson) override;
    Result<std::int64_t> addRecords(
        const Uuid& importId, const Uuid& statementRowId, const std::string& recordsJson) override;
    Result<std::int64_t> addLines(
        const Uuid& importId, const Uuid& statementRowId, const std::string& linesJson) override;
    Result<void> finish(const Uuid& importId);

    // Ends the transaction that has begun and begins it anew with the first statement: until that
    // is read the server would wait in vain. Error then, where the file was stored meanwhile:
    // import.stored_meanwhile.
    void pause();
    void keepAlive() override;

    // Ends an import that adds nothing.
    void drop()
    {
        m_transaction.reset();
        m_pausedImport.clear();
    }

    Result<std::vector<ImportChannel>> channels();

    // Repeating it links nothing twice.
    Result<ImportLinks> link(const Uuid& importId);
    // People's files that were accepted and whose lines nobody linked yet.
    Result<std::vector<Uuid>> accepted();

private:
    Result<Rows> run(std::string_view name, const Params& params);

    PgSession m_session;
    std::optional<Transaction> m_transaction;
    std::string m_importJson;
    // What to begin with; empty where nothing is paused.
    std::string m_pausedImport;
    std::chrono::steady_clock::time_point m_spokenAt;
};

} // namespace onceover
