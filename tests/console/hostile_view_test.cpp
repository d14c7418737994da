// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_model.h"
#include "models/read/reader.h"
#include "tests/console/example_case.h"
#include "views/case/case_view.h"
#include "views/decision/decision_bar.h"
#include "views/decision/decision_sheet.h"
#include "views/shell/cheat_sheet.h"
#include "views/shell/main_window.h"
#include "views/start/start_window.h"
#include "views/theme.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

using namespace onceover;

namespace {

const QString kHostile = QStringLiteral(
    "<img src='/etc/passwd'>\u202E<b>ACME</b> a < b\u200B <a href='file:///x'>y</a>");

CaseFile hostileCase()
{
    CaseFile file = exampleCase();
    file.payment.payee = kHostile;
    file.payment.payeeAccount = kHostile;
    file.payment.source = kHostile;
    file.payment.idempotencyKey = kHostile;
    file.payment.takenBy = QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000bb");
    file.payment.takenByName = kHostile;
    file.attempts[0].bodyExcerpt = kHostile;
    file.attempts[0].answerReason = kHostile;
    file.evidence[0].reason = kHostile;
    file.evidence[0].bodyExcerpt = kHostile;
    file.candidates[0].record.narrative = kHostile;
    file.candidates[0].record.externalId = kHostile;
    DecisionRow decision;
    decision.decisionId = QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000dd");
    decision.kind = QStringLiteral("RESEND");
    decision.note = kHostile;
    decision.proposedByName = kHostile;
    decision.state = QStringLiteral("OPEN");
    file.decisions.append(decision);
    return file;
}

void expectPlain(const QWidget& root)
{
    const auto labels = root.findChildren<QLabel*>();
    QVERIFY(!labels.isEmpty());
    for (const QLabel* label : labels) {
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
        QVERIFY2(!label->text().contains(QChar(0x202e)), qPrintable(label->text()));
    }
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        // Qt guesses at tool tips too: whatever stands in one is escaped.
        const QString tip = widget->toolTip();
        QVERIFY2(
            !tip.contains(QLatin1String("<img")) && !tip.contains(QLatin1String("<a ")),
            qPrintable(tip));
    }
}

// A part that the control around it speaks for.
bool isInternal(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    return widget->objectName().startsWith(QLatin1String("qt_")) || widget->isWindow()
           || qobject_cast<const QHeaderView*>(widget) != nullptr
           || qobject_cast<const QAbstractSpinBox*>(parent) != nullptr
           || qobject_cast<const QComboBox*>(parent) != nullptr
           || qobject_cast<const QTabBar*>(parent) != nullptr
           || qobject_cast<const QMenuBar*>(parent) != nullptr
           || (parent != nullptr && parent->inherits("QComboBoxPrivateContainer"));
}

// Whatever the keyboard can reach says what it is.
void expectNames(const QWidget& root)
{
    int count = 0;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (!(widget->focusPolicy() & Qt::TabFocus) || isInternal(widget))
            continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        QVERIFY(face != nullptr);
        QString name = widget->accessibleName();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget); button != nullptr)
            name += button->text();
        if (name.isEmpty())
            name = face->text(QAccessible::Name);
        ++count;
        QVERIFY2(
            !name.isEmpty(),
            qPrintable(
                QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
                + widget->objectName()));
    }
    QVERIFY(count > 0);
}

} // namespace

class HostileViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { Theme::apply(*qApp, ThemeKind::Dark); }

    void init()
    {
        // What the offscreen platform cannot do is no fault of ours.
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support|QStandardPaths)")));
    }

    void everyLabelIsPlainTextAndSafe()
    {
        CaseModel model(nullptr);
        CaseView view(&model);
        const CaseFile file = hostileCase();
        model.open(file.payment.paymentId);
        model.apply(snapshotOf(file));
        view.resize(900, 700);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        expectPlain(view);
        for (SheetModel* sheet :
             {model.evidence(), model.attempts(), model.comparison(), model.decisions()}) {
            for (const SheetRow& row : sheet->rows()) {
                for (const Cell& cell : row.cells)
                    QVERIFY2(
                        !cell.text.contains(QChar(0x202e)) && !cell.text.contains(QChar(0x200b)),
                        qPrintable(cell.text));
            }
        }
    }

    void everySheetIsPlainText()
    {
        for (const CaseCommand command :
             {CaseCommand::Confirm,
              CaseCommand::Reject,
              CaseCommand::Resend,
              CaseCommand::Approve,
              CaseCommand::Withdraw,
              CaseCommand::Take,
              CaseCommand::Defer,
              CaseCommand::Note}) {
            const DecisionSheet sheet(command, snapshotOf(hostileCase()));
            expectPlain(sheet);
        }
    }

    void anAuditWindowHasNoDecisionAtAll()
    {
        Reader reader{ReadSettings()};
        DeskPlace place;
        place.isAudit = true;
        place.profileName = kHostile;
        MainWindow window(place, &reader);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        expectPlain(window);
        QVERIFY(window.findChildren<DecisionBar*>().isEmpty());
        for (const QPushButton* button : window.findChildren<QPushButton*>())
            QVERIFY2(
                !button->objectName().startsWith(QLatin1String("decision")),
                qPrintable(button->objectName()));
        for (const QAction* action : window.findChildren<QAction*>())
            QVERIFY2(
                !action->text().contains(QLatin1String("resend"), Qt::CaseInsensitive),
                qPrintable(action->text()));
        bool isSaid = false;
        for (const QLabel* label : window.findChildren<QLabel*>())
            isSaid = isSaid || label->text().contains(QLatin1String("READ-ONLY AUDIT"));
        QVERIFY(isSaid);
    }

    void everyControlHasAName()
    {
        Reader reader{ReadSettings()};
        MainWindow window(DeskPlace(), &reader);
        for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
            if (button->focusPolicy() == Qt::NoFocus
                || button->objectName().startsWith(QLatin1String("qt_")))
                continue;
            QVERIFY2(
                !button->accessibleName().isEmpty() || !button->text().isEmpty(),
                button->metaObject()->className());
        }
        for (const QAbstractItemView* view : window.findChildren<QAbstractItemView*>()) {
            if (view->isHidden() && view->parentWidget() == nullptr)
                continue;
            if (qstrcmp(view->metaObject()->className(), "onceover::SheetView") == 0)
                QVERIFY(!view->accessibleName().isEmpty());
        }
        expectNames(window);
        for (const CaseCommand command :
             {CaseCommand::Confirm,
              CaseCommand::Resend,
              CaseCommand::Approve,
              CaseCommand::Defer,
              CaseCommand::Note}) {
            const DecisionSheet sheet(command, snapshotOf(exampleCase()));
            expectNames(sheet);
        }
        const StartWindow start{QStringLiteral("/var/lib/onceover")};
        expectNames(start);
        const CheatSheet keys(window.actions());
        expectPlain(keys);
    }
};

QTEST_MAIN(HostileViewTest)
#include "hostile_view_test.moc"
