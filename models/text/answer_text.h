// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// What a provider answered to one call and why it counts so, in the reader's language.
class AnswerText
{
public:
    static QString answer(const QString& code);
    // Also for codes with a detail after a colon ("answered_by_table:paid") and for http_NNN.
    static QString reason(const QString& code);
};

} // namespace onceover
