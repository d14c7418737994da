// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// What still has to come before absence is proven, in the reader's language.
class ConditionText
{
public:
    // "every attempt is closed", for a code of the verdict's conditions.
    static QString sentence(const QString& code);
};

} // namespace onceover
