// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QFrame>
#include <QStringList>

class QVBoxLayout;

namespace onceover {

class PlainLabel;

// Two halves: why the case is here, and what would settle it by itself, with dates.
class ReasonPanel : public QFrame
{
    Q_OBJECT

public:
    explicit ReasonPanel(QWidget* parent = nullptr);

    void show(const CaseFile& file);

private:
    QVBoxLayout* half(const QString& title);
    void showConditions(const CaseFile& file);

    PlainLabel* m_why;
    PlainLabel* m_contradictions;
    PlainLabel* m_decision;
    QVBoxLayout* m_conditions;
    PlainLabel* m_next;
    // What stands there now, so that nothing flickers when a refresh brings the same.
    QStringList m_shown;
};

} // namespace onceover
