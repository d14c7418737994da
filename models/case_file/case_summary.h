// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/case_file/profile_facts.h"
#include "models/read/snapshots.h"
#include "models/sheet/sheet_row.h"

#include <QCoreApplication>
#include <QList>
#include <QString>

namespace onceover {

// What decides a case, in sentences, in the order in which a person reasons.
class CaseSummary
{
    Q_DECLARE_TR_FUNCTIONS(CaseSummary)

public:
    explicit CaseSummary(const CaseFile& file);

    QString amount() const;
    // "out to ACME GmbH"
    QString payee() const;
    QString payeeAccount() const;
    bool payeeLooksAlike() const;
    QString stateLine() const;
    Tone stateTone() const;
    // "Sent once, 13:21:07. Key …-1 lives until …."
    QString sentLine() const;
    QString doubtLine() const;
    QString takenLine(const QString& myPersonId) const;
    // Why it is here: one sentence.
    QString why() const;
    // Contradictions in words, one each.
    QStringList contradictions() const;

    struct Condition
    {
        QString code;
        QString text;
        bool isMet = false;
        // "in 40 min, 14:21 +08:00"; empty where no date can be given.
        QString when;
    };

    // What would prove absence, and which of it stands.
    QList<Condition> absenceConditions() const;
    // Where no look can settle it: what would, and who. Empty where the conditions can still be
    // met.
    QString onlyPeople() const;
    bool isContradicted() const;
    // Next look, next possible new evidence.
    QString nextLine() const;

    // For decisions.
    int sentCount() const;
    int openAttemptCount() const;
    int possibleCount() const;
    // The newest key was never sent: the permit for it was taken back.
    bool isKeyUnused() const;
    // When the key of the current generation stops collapsing; nothing where it never does.
    MaybeUs keyExpiresUs() const;

    const ProfileFacts& profile() const { return m_profile; }

private:
    const CaseFile& m_file;
    ProfileFacts m_profile;
};

} // namespace onceover
