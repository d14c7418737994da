// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/files/file_facts_shown.h"

namespace onceover {

std::string shownFileDigest(const UploadFile& file)
{
    FileFacts facts;
    facts.uploadId = file.uploadId.toStdString();
    facts.sha256 = file.sha256.toStdString();
    facts.fileName = file.fileName.toStdString();
    facts.format = file.format.toStdString();
    facts.reading = file.reading.toStdString();
    facts.byteCount = file.byteCount.toStdString();
    facts.personId = file.personId.toStdString();
    facts.contentSha256 = file.contentSha256.toStdString();
    facts.recordCount = file.recordCount.toStdString();
    for (const FileStatementRow& row : file.statements)
        facts.statements.push_back(
            {row.account.toStdString(),
             row.currency.toStdString(),
             row.fromDate.toStdString(),
             row.toDate.toStdString(),
             row.openingMinor.toStdString(),
             row.closingMinor.toStdString(),
             row.creditsMinor.toStdString(),
             row.debitsMinor.toStdString(),
             row.entryCount.toStdString(),
             row.ties.toStdString()});
    return fileDigest(facts);
}

} // namespace onceover
