// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/crash/crash_world.h"

#include <QStringList>

namespace onceover {

// The oracle outside, and what must agree whenever nothing is being written: states legal, the next
// look present, every chain whole, ledger equal to the possible attempts, journals and database of
// one mind. Each function answers with what is wrong; empty is right.
class CrashJudge
{
public:
    explicit CrashJudge(CrashWorld& world)
        : m_world(world)
    {}

    // At any moment. `allowedCharges` beyond the one that the payment is about.
    QStringList judge(const QStringList& references);
    // When every process had its time: in addition nothing is open in a journal, and the status
    // says what the provider's ledger says.
    QStringList judgeEnd(const QStringList& references);

private:
    QStringList ofDatabase();
    QStringList ofProvider(const QStringList& references, bool isEnd);
    QStringList ofJournal(const QString& host, bool isEnd);

    CrashWorld& m_world;
};

} // namespace onceover
