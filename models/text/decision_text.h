// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// Decisions of people, their reasons and their ends, in the reader's language.
class DecisionText
{
public:
    // "Confirm paid": the verb, as on the button.
    static QString kind(const QString& code);
    static QString state(const QString& code);
    static QString reasonCode(const QString& code);
    static QString noteKind(const QString& code);
    static QString role(const QString& code);
};

} // namespace onceover
