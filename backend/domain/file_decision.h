// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// That a file which one person uploaded is what its bank sent: two people accept its hash and what
// it covers.
struct UploadProposal
{
    // Made by the client, once per decision: repeating it is a read.
    Uuid decisionId;
    Uuid uploadId;
    std::string reasonCode;
    std::string note;
    // Of the file as it was shown: hash, reading, uploader and each statement's coverage.
    std::string digest;
};

// The closed list of reason codes; the table onceover.reason_codes holds the same.
const std::vector<std::string_view>& acceptFileReasonCodes();

// What a statement of a file says of itself, as two people see it. Texts as the database keeps
// them; empty where the file says nothing.
struct FileCoverage
{
    std::string account;
    std::string currency;
    std::string fromDate;
    std::string toDate;
    std::string openingMinor;
    std::string closingMinor;
    std::string creditsMinor;
    std::string debitsMinor;
    std::string entryCount;
    // "true", "false" or empty.
    std::string ties;
};

struct FileFacts
{
    std::string uploadId;
    std::string sha256;
    std::string fileName;
    std::string format;
    std::string reading;
    std::string byteCount;
    std::string personId;
    std::string contentSha256;
    std::string recordCount;
    std::vector<FileCoverage> statements;
};

// What a decision about the file is bound to, of what is on the screen.
std::string fileDigest(const FileFacts& facts);

} // namespace onceover
