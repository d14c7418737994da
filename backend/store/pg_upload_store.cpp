// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_upload_store.h"

#include "backend/store/store_sql.h"

#include <utility>

namespace onceover {

namespace {

// The whole file is tried at its end, in one statement.
constexpr std::chrono::minutes kPatience{5};

} // namespace

PgUploadStore::PgUploadStore(ConnectionSettings settings)
    : m_session(std::move(settings), kPatience)
{}

PgUploadStore::~PgUploadStore() = default;

Result<Rows> PgUploadStore::run(std::string_view name, const Params& params)
{
    if (!m_transaction)
        return Failure(Error::notHappened("upload.not_begun", "No upload is under way."));
    auto rows = m_transaction->execute(storeStatement(name), params, m_session.deadline());
    if (!rows) {
        m_transaction.reset();
        // COMMIT was never sent.
        return Failure(Error::notHappened(rows.error().code(), rows.error().detail()));
    }
    return rows;
}

Result<bool> PgUploadStore::begin(const Uuid& uploadId, const std::string& fileJson)
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(Error::notHappened(connection.error().code(), connection.error().detail()));
    m_transaction.reset();
    m_parts = 0;
    auto transaction = Transaction::begin(**connection, m_session.deadline());
    if (!transaction)
        return Failure(
            Error::notHappened(transaction.error().code(), transaction.error().detail()));
    m_transaction.emplace(std::move(*transaction));
    const auto rows = run("begin_upload", Params().uuid(uploadId).json(fileJson));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].text("state").value_or("") == "FINISHED";
}

Result<void> PgUploadStore::addPart(const Uuid& uploadId, const char* kind, const std::string& json)
{
    const auto rows =
        run("add_upload_part",
            Params().uuid(uploadId).int64(++m_parts).text(std::string(kind)).json(json));
    if (!rows)
        return Failure(rows.error());
    return {};
}

Result<std::optional<Uuid>> PgUploadStore::addStatement(
    const Uuid& uploadId, const std::string& statementJson)
{
    if (auto added = addPart(uploadId, "STATEMENT", statementJson); !added)
        return Failure(added.error());
    return std::optional<Uuid>();
}

Result<std::int64_t> PgUploadStore::addRecords(
    const Uuid& uploadId, const Uuid&, const std::string& recordsJson)
{
    if (auto added = addPart(uploadId, "RECORDS", recordsJson); !added)
        return Failure(added.error());
    return 0;
}

Result<std::int64_t> PgUploadStore::addLines(
    const Uuid& uploadId, const Uuid&, const std::string& linesJson)
{
    if (auto added = addPart(uploadId, "LINES", linesJson); !added)
        return Failure(added.error());
    return 0;
}

Result<UploadedFile> PgUploadStore::finish(const Uuid& uploadId)
{
    const auto rows = run("finish_upload", Params().uuid(uploadId));
    if (!rows)
        return Failure(rows.error());
    UploadedFile file{
        (*rows)[0].text("digest").value_or(""), (*rows)[0].int64("records").value_or(0)};
    const CommitOutcome outcome = m_transaction->commit(m_session.deadline());
    m_transaction.reset();
    if (!outcome.isCommitted())
        return Failure(*outcome.error());
    return file;
}

} // namespace onceover
