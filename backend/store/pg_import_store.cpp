// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_import_store.h"

#include "backend/store/store_sql.h"

#include <utility>

namespace onceover {

PgImportStore::PgImportStore(ConnectionSettings settings)
    : m_session(std::move(settings))
{}

PgImportStore::~PgImportStore() = default;

Result<Rows> PgImportStore::run(std::string_view name, const Params& params)
{
    if (!m_transaction && !m_pausedImport.empty()) {
        const auto begun = begin(std::exchange(m_pausedImport, {}));
        if (!begun)
            return Failure(begun.error());
        if (begun->isSameFile)
            return Failure(Error::notHappened(
                "import.stored_meanwhile",
                "The file was stored by somebody else while it was read; read it again."));
    }
    if (!m_transaction)
        return Failure(Error::notHappened("import.not_begun", "No import is under way."));
    m_spokenAt = std::chrono::steady_clock::now();
    auto rows = m_transaction->execute(storeStatement(name), params, m_session.deadline());
    if (!rows) {
        m_transaction.reset();
        // COMMIT was never sent.
        return Failure(Error::notHappened(rows.error().code(), rows.error().detail()));
    }
    return rows;
}

Result<PgImportStore::Begun> PgImportStore::begin(const std::string& importJson)
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    m_transaction.reset();
    m_pausedImport.clear();
    m_importJson = importJson;
    auto transaction = Transaction::begin(**connection, m_session.deadline());
    if (!transaction)
        return Failure(
            Error::notHappened(transaction.error().code(), transaction.error().detail()));
    m_transaction.emplace(std::move(*transaction));
    const auto rows = run("store_import", Params().json(importJson));
    if (!rows)
        return Failure(rows.error());
    Begun begun;
    begun.importId = Uuid::fromText((*rows)[0].text("import_id").value_or("")).value_or(Uuid());
    begun.isSameFile = (*rows)[0].text("outcome").value_or("") == "SAME_FILE";
    if (begun.isSameFile)
        m_transaction.reset();
    return begun;
}

void PgImportStore::pause()
{
    m_transaction.reset();
    m_pausedImport = m_importJson;
}

void PgImportStore::keepAlive()
{
    constexpr std::chrono::seconds kSilence{2};
    if (!m_transaction || std::chrono::steady_clock::now() - m_spokenAt < kSilence)
        return;
    m_spokenAt = std::chrono::steady_clock::now();
    // What goes wrong shows with the next rows.
    m_transaction->execute({"keep_alive", "select 1"}, Params(), m_session.deadline());
}

Result<std::optional<Uuid>> PgImportStore::addStatement(
    const Uuid& importId, const std::string& statementJson)
{
    const auto rows = run("store_import_statement", Params().uuid(importId).json(statementJson));
    if (!rows)
        return Failure(rows.error());
    const auto known = (*rows)[0].text("known_import");
    return known ? Uuid::fromText(*known) : std::nullopt;
}

Result<std::int64_t> PgImportStore::addRecords(
    const Uuid& importId, const Uuid& statementRowId, const std::string& recordsJson)
{
    const auto rows =
        run("store_import_records", Params().uuid(importId).uuid(statementRowId).json(recordsJson));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].int64("stored").value_or(0);
}

Result<std::int64_t> PgImportStore::addLines(
    const Uuid& importId, const Uuid& statementRowId, const std::string& linesJson)
{
    const auto rows =
        run("store_import_lines", Params().uuid(importId).uuid(statementRowId).json(linesJson));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].int64("stored").value_or(0);
}

Result<void> PgImportStore::finish(const Uuid& importId)
{
    const auto rows = run("finish_import", Params().uuid(importId));
    if (!rows)
        return Failure(rows.error());
    const CommitOutcome outcome = m_transaction->commit(m_session.deadline());
    m_transaction.reset();
    return outcome.toResult();
}

Result<std::vector<ImportChannel>> PgImportStore::channels()
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    const auto rows = PgSession::run(
        **connection, storeStatement("channels_in_force"), Params(), m_session.deadline());
    if (!rows)
        return Failure(rows.error());
    std::vector<ImportChannel> channels;
    for (const Row& row : *rows)
        channels.push_back(
            {row.text("channel").value_or(""),
             row.text("folder").value_or(""),
             row.text("layer").value_or(""),
             row.text("provider").value_or(""),
             row.text("accounts").value_or("[]"),
             row.text("format").value_or(""),
             row.text("csv_profile").value_or(""),
             row.text("encoding").value_or(""),
             row.text("currency").value_or("")});
    return channels;
}

Result<ImportLinks> PgImportStore::link(const Uuid& importId)
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    const auto rows = PgSession::runCommitted(
        **connection, storeStatement("link_import"), Params().uuid(importId), m_session.deadline());
    if (!rows)
        return Failure(rows.error());
    const Row row = (*rows)[0];
    return ImportLinks{
        row.int64("linked").value_or(0),
        row.int64("candidates").value_or(0),
        row.int64("unmatched").value_or(0)};
}

Result<std::vector<Uuid>> PgImportStore::accepted()
{
    constexpr std::int64_t kMost = 100;
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    const auto rows = PgSession::run(
        **connection,
        storeStatement("accepted_imports"),
        Params().int64(kMost),
        m_session.deadline());
    if (!rows)
        return Failure(rows.error());
    std::vector<Uuid> imports;
    for (const Row& row : *rows) {
        if (const auto id = Uuid::fromText(row.text("import_id").value_or("")))
            imports.push_back(*id);
    }
    return imports;
}

} // namespace onceover
