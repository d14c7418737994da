// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

// Port: where a file's statements and records go, one statement after the other, in the words of
// onceover.store_import_statement and onceover.store_import_records. One thread; every call blocks.
class ImportRows
{
public:
    virtual ~ImportRows() = default;

    // Called now and then while a file is read, which may take longer than a server leaves a
    // transaction alone.
    virtual void keepAlive() {}

    // Nothing when the statement is taken, else the import that holds the same one already; its
    // records are not to be added again.
    virtual Result<std::optional<Uuid>> addStatement(
        const Uuid& importId, const std::string& statementJson) = 0;
    // How many of the records are new, as far as it can be told now.
    virtual Result<std::int64_t> addRecords(
        const Uuid& importId, const Uuid& statementRowId, const std::string& recordsJson) = 0;
    // The same for the lines of a CSV file, whose names and slots say whether they are known.
    virtual Result<std::int64_t> addLines(
        const Uuid& importId, const Uuid& statementRowId, const std::string& linesJson) = 0;
};

} // namespace onceover
