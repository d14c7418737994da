// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QFrame>

namespace onceover {

class PlainLabel;

// What is at stake: amount, payee, state, identity, what was sent and how much is in doubt.
class CaseHeader : public QFrame
{
    Q_OBJECT

public:
    explicit CaseHeader(QWidget* parent = nullptr);

    void show(const CaseFile& file, const QString& myPersonId);

private:
    QLayout* buildTop();
    QLayout* buildIdentity();

    PlainLabel* m_amount;
    PlainLabel* m_payee;
    PlainLabel* m_account;
    PlainLabel* m_alike;
    PlainLabel* m_state;
    PlainLabel* m_reference;
    PlainLabel* m_origin;
    PlainLabel* m_taken;
    PlainLabel* m_sent;
    PlainLabel* m_doubt;
};

} // namespace onceover
