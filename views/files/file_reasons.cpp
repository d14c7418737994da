// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/files/file_reasons.h"

#include "models/files/file_reason_codes.h"
#include "models/text/decision_text.h"

#include <QComboBox>
#include <QObject>

namespace onceover {

void fillFileReasons(QComboBox* box)
{
    box->setPlaceholderText(QObject::tr("Choose a reason"));
    for (const QString& code : fileReasonCodes())
        box->addItem(DecisionText::reasonCode(code), code);
    box->setCurrentIndex(-1);
}

} // namespace onceover
