// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

namespace onceover {

enum class CaseCommand
{
    Confirm,
    Reject,
    Resend,
    Release,
    CancelPayment,
    Hold,
    Approve,
    Withdraw,
    Take,
    EndTake,
    Defer,
    Enquire,
    Note,
};

// What this person may ask for on this case now, as far as the screen can tell; the database
// decides. A command that cannot be given says why, so that nobody has to guess at a grey button.
struct CommandState
{
    // False: it does not belong to this state of the payment at all.
    bool isShown = false;
    bool isEnabled = false;
    // Why not; empty when enabled.
    QString why;
};

class CaseCommands
{
    Q_DECLARE_TR_FUNCTIONS(CaseCommands)

public:
    struct Person
    {
        QString personId;
        QStringList roles;
    };

    static CommandState stateOf(CaseCommand command, const CaseFile& file, const Person& person);
};

} // namespace onceover
