// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/random_id_source.h"
#include "backend/domain/import_rows.h"
#include "backend/statements/csv/csv_lines.h"
#include "backend/statements/entry_identities.h"
#include "backend/statements/refusal.h"
#include "backend/statements/statement_sink.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// First reading of a file: what identifies its entries, and whether it may be stored at all.
// Nothing is stored.
class IdentitySink final : public StatementSink
{
public:
    // Which accounts and which layer may be in the file; empty: any.
    IdentitySink(std::set<std::string> accounts, std::string layer)
        : m_accounts(std::move(accounts))
        , m_layer(std::move(layer))
    {}

    bool entry(const StatementEntry& entry) override;
    // Stops at a statement that must not be stored.
    bool statement(const Statement& statement) override;
    bool status(const PaymentStatus& status) override;

    const EntryIdentities& identities() const { return m_identities; }

    const std::string& format() const { return m_format; }

    const std::optional<Refusal>& refusal() const { return m_refusal; }

private:
    std::set<std::string> m_accounts;
    std::string m_layer;
    EntryIdentities m_identities;
    std::string m_format;
    std::optional<Refusal> m_refusal;
};

// Second reading: each statement with its records into the import that is under way. Stops at the
// first error of the store. `provider` is whose settlements and charges a provider's file tells;
// empty: as the file itself calls it.
class ImportSink final : public StatementSink
{
public:
    ImportSink(
        ImportRows& store,
        const Uuid& importId,
        const EntryIdentities& identities,
        std::string fileDigest,
        std::string provider,
        IdSource& ids)
        : m_store(store)
        , m_importId(importId)
        , m_identities(identities)
        , m_fileDigest(std::move(fileDigest))
        , m_provider(std::move(provider))
        , m_ids(ids)
    {}

    bool entry(const StatementEntry& entry) override;
    bool statement(const Statement& statement) override;

    const std::optional<Error>& error() const { return m_error; }

    // Line of the file where the statement that met the error begins.
    std::int64_t errorLine() const { return m_errorLine; }

    std::int64_t recordCount() const { return m_recordCount; }

    // How many statements are new, and the imports that hold the others already.
    std::int64_t newStatements() const { return m_newStatements; }

    const std::set<Uuid>& knownImports() const { return m_knownImports; }

private:
    Result<void> store(const Statement& statement);
    Result<void> storeRecords(const Statement& statement, const Uuid& rowId);
    Result<void> storeLines(const CsvLines& lines, const Uuid& rowId);

    ImportRows& m_store;
    Uuid m_importId;
    const EntryIdentities& m_identities;
    std::string m_fileDigest;
    std::string m_provider;
    IdSource& m_ids;
    std::vector<StatementEntry> m_entries;
    std::int64_t m_recordCount = 0;
    std::int64_t m_newStatements = 0;
    std::set<Uuid> m_knownImports;
    std::optional<Error> m_error;
    std::int64_t m_errorLine = 0;
};

} // namespace onceover
