// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QPlainTextEdit;
class QStackedWidget;
class QTabWidget;

namespace onceover {

class CaseHeader;
class CaseModel;
class PlainLabel;
class ReasonPanel;
class SheetModel;
class SheetView;

// Everything that decides one case in one look: what is at stake, why it is here, what we know,
// what is still to come. What can be done about it is a bar that the window puts below, where there
// is one.
class CaseView : public QWidget
{
    Q_OBJECT

public:
    explicit CaseView(CaseModel* model, QWidget* parent = nullptr);

    void setPerson(const QString& personId);
    // Beneath the tabs; takes ownership.
    void setBar(QWidget* bar);
    // Facts on screen are old: they are shown greyed, with their time.
    void setStale(bool isStale);
    void showTab(int index);

    QTabWidget* tabs() { return m_tabs; }

private:
    void buildTabs();
    QWidget* buildEvidence();
    SheetView* addTable(
        const QString& name, SheetModel* model, const QList<int>& widths, int stretch);
    void showCase();
    void showRaw(const QString& evidenceId);
    void showTitles();

    CaseModel* m_model;
    QString m_person;
    QStackedWidget* m_stack;
    QWidget* m_page;
    PlainLabel* m_empty;
    CaseHeader* m_header;
    ReasonPanel* m_reason;
    QTabWidget* m_tabs;
    QPlainTextEdit* m_raw;
    PlainLabel* m_rawTitle;
    QCheckBox* m_everyLook;
    QList<SheetView*> m_tables;
};

} // namespace onceover
