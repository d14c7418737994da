// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/condition_text.h"

#include "models/text/code_table.h"

namespace onceover {

namespace {

constexpr CodeText kConditions[] = {
    {"attempts_closed",
     QT_TRANSLATE_NOOP("ConditionText", "Every attempt is closed: its sender can no longer send")},
    {"source_can_prove",
     QT_TRANSLATE_NOOP(
         "ConditionText", "A source has the provider's own book, searchable by our key")},
    {"asked_late_enough",
     QT_TRANSLATE_NOOP(
         "ConditionText", "It was asked after the longest processing time and the visibility lag")},
    {"every_attempt_covered",
     QT_TRANSLATE_NOOP("ConditionText", "Its answer covers every attempt")},
    {"nothing_found", QT_TRANSLATE_NOOP("ConditionText", "No source shows a charge")},
};

} // namespace

QString ConditionText::sentence(const QString& code)
{
    return textOfCode("ConditionText", kConditions, code);
}

} // namespace onceover
