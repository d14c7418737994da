// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QWidget>

class QButtonGroup;
class QCheckBox;
class QVBoxLayout;

namespace onceover {

class PlainLabel;

// The key of a resend, and whether the attempts whose sender may still send are closed with it.
// Nothing is preselected: the choice of the key is the decision.
class ResendChoice : public QWidget
{
    Q_OBJECT

public:
    explicit ResendChoice(QWidget* parent = nullptr);

    // What each key does now. A key that was never sent cannot be replayed: its choice is greyed
    // out, and a choice of it that was made on older facts is taken back.
    void showFacts(const CaseFile& file);

    // "same", "new", or empty while nothing is chosen.
    QString generation() const;
    bool closesOpenAttempts() const;
    // What is still to be chosen, in the reader's language; empty when all is.
    QString missing() const;
    // Where the keyboard starts.
    QWidget* firstControl() const;

Q_SIGNALS:
    void changed();

private:
    PlainLabel* addKey(const QString& text, int id, QVBoxLayout* column);

    QButtonGroup* m_key;
    PlainLabel* m_sameText;
    PlainLabel* m_newText;
    QCheckBox* m_closes;
};

} // namespace onceover
