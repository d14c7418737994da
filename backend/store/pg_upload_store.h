// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/import_rows.h"
#include "backend/store/pg_session.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

struct UploadedFile
{
    // What a proposal to accept it is bound to.
    std::string digest;
    std::int64_t recordCount = 0;
};

// A file that a person uploads, under that person's own login, in one transaction: begin, any
// number of statements with their records, finish. It waits outside the records until a second
// person accepts it. After an error whose effect is possible, read the command with the upload's
// id. One thread.
class PgUploadStore final : public ImportRows
{
public:
    explicit PgUploadStore(ConnectionSettings settings);
    ~PgUploadStore() override;

    // True when this very upload was finished before. JSON: sha256, file_name, format, reading,
    // byte_count.
    Result<bool> begin(const Uuid& uploadId, const std::string& fileJson);
    // Whether a statement is known is found out at the end.
    Result<std::optional<Uuid>> addStatement(
        const Uuid& uploadId, const std::string& statementJson) override;
    Result<std::int64_t> addRecords(
        const Uuid& uploadId, const Uuid& statementRowId, const std::string& recordsJson) override;
    Result<std::int64_t> addLines(
        const Uuid& uploadId, const Uuid& statementRowId, const std::string& linesJson) override;
    Result<UploadedFile> finish(const Uuid& uploadId);

private:
    Result<Rows> run(std::string_view name, const Params& params);
    Result<void> addPart(const Uuid& uploadId, const char* kind, const std::string& json);

    PgSession m_session;
    std::optional<Transaction> m_transaction;
    std::int64_t m_parts = 0;
};

} // namespace onceover
