// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// Statement files in the reader's language: how far one came, what was wrong with it and where.
class FileText
{
public:
    static QString state(const QString& code);
    // "true", "false" or empty, as the views have it.
    static QString ties(const QString& ties);
    // Why a file is refused: what, and where in it. An unknown code keeps the reader's own words.
    static QString refusal(const QString& code, qint64 line, const QString& message);
    // What was odd and did not refuse it.
    static QString warning(const QString& code, qint64 line, qint64 count, const QString& message);
    // Why a text is read in the character set it is read in.
    static QString encodingReason(const QString& code);
    static QString gapKind(const QString& code);
    static QString expectation(const QString& code);
    static QString waitingKind(const QString& code);
};

} // namespace onceover
