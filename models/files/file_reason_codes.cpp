// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/files/file_reason_codes.h"

#include "backend/domain/file_decision.h"

namespace onceover {

QStringList fileReasonCodes()
{
    QStringList codes;
    for (const std::string_view code : acceptFileReasonCodes())
        codes << QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size()));
    return codes;
}

} // namespace onceover
