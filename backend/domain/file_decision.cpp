// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/file_decision.h"

#include "backend/domain/length_prefixed.h"
#include "backend/domain/sha256.h"

namespace onceover {

const std::vector<std::string_view>& acceptFileReasonCodes()
{
    static const std::vector<std::string_view> kCodes = {
        "FROM_BANK_PORTAL", "SENT_BY_BANK", "CHANNEL_FAILED", "OTHER"};
    return kCodes;
}

std::string fileDigest(const FileFacts& facts)
{
    LengthPrefixed fields(1);
    fields.add(std::string_view("onceover.upload"));
    for (const std::string* each :
         {&facts.uploadId,
          &facts.sha256,
          &facts.fileName,
          &facts.format,
          &facts.reading,
          &facts.byteCount,
          &facts.personId,
          &facts.contentSha256,
          &facts.recordCount})
        fields.add(*each);
    for (const FileCoverage& one : facts.statements) {
        for (const std::string* each :
             {&one.account,
              &one.currency,
              &one.fromDate,
              &one.toDate,
              &one.openingMinor,
              &one.closingMinor,
              &one.creditsMinor,
              &one.debitsMinor,
              &one.entryCount,
              &one.ties})
            fields.add(*each);
    }
    return toHex(sha256(fields.bytes()));
}

} // namespace onceover
