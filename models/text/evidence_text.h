// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// Evidence, records, candidates, permits and their grounds in the reader's language.
class EvidenceText
{
public:
    static QString source(const QString& code);
    static QString kind(const QString& code);
    static QString recordState(const QString& code);
    // Why a candidate waits for people.
    static QString matchReason(const QString& code);
    static QString layer(const QString& code);
    static QString role(const QString& code);
    static QString tier(const QString& code);
    static QString ground(const QString& code);
    static QString permitUse(const QString& code);
    static QString closure(const QString& how);
    static QString contradiction(const QString& code);
    static QString channel(const QString& code);
    static QString account(const QString& code);
};

} // namespace onceover
