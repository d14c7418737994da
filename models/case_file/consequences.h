// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/case_file/case_commands.h"
#include "models/read/snapshots.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <optional>

namespace onceover {

// What a command does to the money, said before it is given.
struct Consequences
{
    // "Confirm paid: EUR 1,250.00 to ACME GmbH"
    QString heading;
    // The verb of the button.
    QString verb;
    QStringList willHappen;
    QStringList willNotHappen;
    // The largest loss if the decision is wrong; empty where no money is at risk.
    QString largestLoss;
    // Commands about money are red and need the chord.
    bool isAboutMoney = false;
    bool needsNote = true;
    QStringList reasonCodes;
};

class ConsequenceText
{
    Q_DECLARE_TR_FUNCTIONS(ConsequenceText)

public:
    static Consequences of(CaseCommand command, const CaseFile& file);

    // What the same key, or a new one, does in a resend now.
    static QString sameKey(const CaseFile& file);
    static QString newKey(const CaseFile& file);
    // Attempts that may still have moved money or whose sender may still send; empty for none.
    static QString openAttempts(const CaseFile& file);
    // The open proposal of the case, if any.
    static std::optional<DecisionRow> openProposal(const CaseFile& file);
    // "Resend with a new key, proposed by …"
    static QString proposal(const DecisionRow& decision);
};

} // namespace onceover
