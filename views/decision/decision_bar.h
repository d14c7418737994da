// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QHBoxLayout;
class QVBoxLayout;

namespace onceover {

class CaseActions;
class PlainLabel;

// What can be done about the case, below it: decisions, why one of them cannot be given now, work
// on the case, and above them what the last command came to.
class DecisionBar : public QFrame
{
    Q_OBJECT

public:
    explicit DecisionBar(CaseActions* actions, QWidget* parent = nullptr);

    // Empty hides it.
    void showNotice(const QString& text, bool isBad);

private:
    void addDecisions(QHBoxLayout* layout);
    void addWork(QHBoxLayout* layout);
    void showWhyNot();

    CaseActions* m_actions;
    QFrame* m_noticeFrame;
    PlainLabel* m_notice;
    PlainLabel* m_whyNot;
};

} // namespace onceover
