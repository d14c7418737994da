// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/command_answer.h"
#include "backend/domain/id_source.h"
#include "backend/statements/reading_choice.h"
#include "backend/statements/refusal.h"
#include "backend/store/pg_upload_store.h"

#include <functional>
#include <optional>
#include <string>

namespace onceover {

// How an upload ended: done with a digest, refused with a place in the file or a code, or unknown.
struct UploadEnd
{
    CommandAnswer answer;
    Uuid uploadId;
    std::string digest;
    std::int64_t recordCount = 0;
    std::int64_t statementCount = 0;
    // Where the file itself was refused.
    std::optional<Refusal> refusal;
};

// What is to be uploaded, and what the person saw of it before.
struct UploadOrder
{
    std::string path;
    ReadingChoice choice;
    // Made by the client, once per file and intention.
    Uuid uploadId;
    // Where not empty: the hash of the bytes that were shown. Others are refused.
    std::string shownSha256;
};

// Reads a file and stores it as a person's: nothing of it counts before a second person accepts it.
// Blocks; `isCancelled` is asked at each line and may be called often.
UploadEnd uploadFile(
    const UploadOrder& order,
    PgUploadStore& store,
    IdSource& ids,
    const std::function<bool()>& isCancelled);

} // namespace onceover
