// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// What a person reads when something went wrong: what happened, what it means for the money, what
// to do next.
struct ErrorSentences
{
    QString what;
    QString money;
    QString next;

    QString all() const { return what + QLatin1Char(' ') + money + QLatin1Char(' ') + next; }
};

class ErrorText
{
public:
    // Of a code of the backend or the database. `isProvenWithoutEffect` decides the sentence on the
    // money; an unknown code keeps `detail`, the backend's English sentence.
    static ErrorSentences of(
        const QString& code, const QString& detail, bool isProvenWithoutEffect);

    // Of a failed reading connection, by SQLSTATE (empty where the server was not reached).
    static ErrorSentences ofReading(const QString& sqlState, const QString& detail);
};

} // namespace onceover
