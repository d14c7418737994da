// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/random_id_source.h"
#include "backend/statements/entry_identities.h"
#include "backend/statements/statement_sink.h"
#include "backend/store/pg_import_store.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

// First reading of a file: what identifies its entries. Nothing is stored.
class IdentitySink final : public StatementSink
{
public:
    bool entry(const StatementEntry& entry) override
    {
        m_identities.add(entry);
        return true;
    }

    bool statement(const Statement& statement) override
    {
        m_format = statement.format;
        return true;
    }

    const EntryIdentities& identities() const { return m_identities; }

    const std::string& format() const { return m_format; }

private:
    EntryIdentities m_identities;
    std::string m_format;
};

// Second reading: each statement with its records into the import that is under way. Stops at the
// first error of the store.
class ImportSink final : public StatementSink
{
public:
    ImportSink(
        PgImportStore& store,
        const Uuid& importId,
        const EntryIdentities& identities,
        std::string fileDigest,
        IdSource& ids)
        : m_store(store)
        , m_importId(importId)
        , m_identities(identities)
        , m_fileDigest(std::move(fileDigest))
        , m_ids(ids)
    {}

    bool entry(const StatementEntry& entry) override;
    bool statement(const Statement& statement) override;

    const std::optional<Error>& error() const { return m_error; }

    std::int64_t recordCount() const { return m_recordCount; }

private:
    Result<void> store(const Statement& statement);

    PgImportStore& m_store;
    Uuid m_importId;
    const EntryIdentities& m_identities;
    std::string m_fileDigest;
    IdSource& m_ids;
    std::vector<StatementEntry> m_entries;
    std::int64_t m_recordCount = 0;
    std::optional<Error> m_error;
};

} // namespace onceover
