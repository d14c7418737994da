// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// States of payments and attempts, and why they are so, in the reader's language. Input: the stored
// codes.
class StateText
{
public:
    static QString status(const QString& code);
    // Short, for a chip in a row: "answer lost".
    static QString unknownReason(const QString& code);
    static QString reviewReason(const QString& code);
    // A whole sentence for the case: what happened and what follows.
    static QString unknownSentence(const QString& code);
    static QString reviewSentence(const QString& code);
    static QString holdReason(const QString& code);
    static QString holdSentence(const QString& code);
    static QString failureKind(const QString& code);
    static QString basis(const QString& code);
    static QString finality(const QString& code);
    static QString fate(const QString& code);
    static QString direction(const QString& code);
    static QString caseKind(const QString& code);
};

} // namespace onceover
