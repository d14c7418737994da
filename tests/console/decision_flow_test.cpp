// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/case_facts.h"
#include "models/act/desk_bridge.h"
#include "models/case_file/case_model.h"
#include "models/case_file/consequences.h"
#include "models/case_file/shown_facts.h"
#include "tests/console/example_case.h"
#include "tests/console/fake_desk.h"
#include "views/decision/decision_bar.h"
#include "views/decision/decision_flow.h"
#include "views/decision/decision_sheet.h"
#include "views/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <variant>

using namespace onceover;

namespace {

// One window with a case and its decisions, no database behind it.
struct Stage
{
    DeskScript script;
    CaseModel model{nullptr};
    std::unique_ptr<DeskBridge> bridge;
    QWidget window;
    DecisionFlow* flow = nullptr;
    std::int64_t nextId = 1;

    Stage()
    {
        bridge = std::make_unique<DeskBridge>([this]() -> Result<std::unique_ptr<Desk>> {
            return std::make_unique<FakeDesk>(script);
        });
        flow = new DecisionFlow(
            &model,
            bridge.get(),
            [this] { return Uuid::version7(1'796'047'402'000 + nextId++, {}); },
            &window);
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(flow->bar());
        for (const CaseCommand command : flow->actions()->order())
            window.addAction(flow->actions()->action(command));
        flow->setPerson(
            {QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000aa"),
             {QStringLiteral("reviewer"), QStringLiteral("approver")}});
        show(exampleCase());
        window.show();
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }

    ~Stage() { script.release(); }

    void show(CaseFile file)
    {
        model.open(file.payment.paymentId);
        model.apply(snapshotOf(std::move(file)));
    }

    DecisionSheet* sheet() { return flow->sheet(); }

    QPushButton* commit() { return sheet()->findChild<QPushButton*>(QStringLiteral("commit")); }

    // Everything a resend needs, by keys alone.
    void fillResendByKeys()
    {
        QTest::keyClick(sheet()->focusWidget(), Qt::Key_Space);
        QTest::keyClick(sheet()->focusWidget(), Qt::Key_Tab);
        QTest::keyClick(sheet()->focusWidget(), Qt::Key_Down);
        QTest::keyClick(sheet()->focusWidget(), Qt::Key_Tab);
        QTest::keyClicks(sheet()->focusWidget(), QStringLiteral("ticket 55812"));
    }

    void openResendByKeys()
    {
        QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(sheet() != nullptr);
        sheet()->activateWindow();
        QTRY_VERIFY(
            QApplication::focusWidget() != nullptr
            && sheet()->isAncestorOf(QApplication::focusWidget()));
    }
};

CommandAnswer refusal(const char* code)
{
    CommandAnswer answer;
    answer.outcome = CommandAnswer::Outcome::Refused;
    answer.code = code;
    return answer;
}

} // namespace

class DecisionFlowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { Theme::apply(*qApp, ThemeKind::Light); }

    void init()
    {
        // What the offscreen platform cannot do is no fault of ours.
        QTest::failOnWarning(
            QRegularExpression(QStringLiteral("^(?!This plugin does not support|QStandardPaths)")));
    }

    void nothingIsPreselectedAndCancelIsTheDefault()
    {
        Stage stage;
        stage.openResendByKeys();
        for (const QRadioButton* radio : stage.sheet()->findChildren<QRadioButton*>())
            QVERIFY(!radio->isChecked());
        QCOMPARE(stage.sheet()->findChild<QComboBox*>()->currentIndex(), -1);
        QVERIFY(!stage.commit()->isEnabled());
        QVERIFY(!stage.commit()->isDefault());
        QVERIFY(!stage.commit()->autoDefault());
    }

    // Under a key whose permit was taken back the provider would see another payment.
    void aKeyThatWasNeverSentCannotBeChosen()
    {
        CaseFile file = exampleCase();
        const auto same = [](const DecisionSheet& sheet) {
            return sheet.findChildren<QRadioButton*>().first();
        };
        DecisionSheet sent(CaseCommand::Resend, std::make_shared<const CaseFile>(file), nullptr);
        QVERIFY(same(sent)->isEnabled());
        ++file.payment.generation;
        DecisionSheet unused(CaseCommand::Resend, std::make_shared<const CaseFile>(file), nullptr);
        QVERIFY(!same(unused)->isEnabled());
        QVERIFY(unused.findChildren<QRadioButton*>().last()->isEnabled());
        QVERIFY(ConsequenceText::sameKey(file).contains(QLatin1String("never sent")));
    }

    void aDecisionIsGivenByKeysAlone()
    {
        Stage stage;
        stage.openResendByKeys();
        stage.fillResendByKeys();
        QVERIFY(stage.commit()->isEnabled());
        QTest::keyClick(stage.sheet()->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(stage.script.commandCount(), 1U);
        const auto& proposal = std::get<Proposal>(stage.script.commands.front());
        QVERIFY(proposal.kind == DecisionKind::Resend);
        QCOMPARE(proposal.note, "ticket 55812");
        QCOMPARE(proposal.reasonCode, "PROVIDER_DENIES");
        QVERIFY(proposal.resend && proposal.resend->generation == ResendGeneration::Same);
        QVERIFY(!proposal.resend->closesOpenAttempts);
        QCOMPARE(proposal.version, 5);
        QCOMPARE(proposal.digest, caseDigest(shownFacts(exampleCase())));
        QTRY_VERIFY(stage.sheet() == nullptr || !stage.sheet()->isVisible());
    }

    void enterAloneNeverCommits()
    {
        Stage stage;
        stage.openResendByKeys();
        stage.fillResendByKeys();
        // In the note it is a line end; on the verb's own button it is Cancel's.
        QTest::keyClick(stage.sheet()->focusWidget(), Qt::Key_Return);
        QVERIFY(stage.sheet()->isVisible());
        stage.commit()->setFocus();
        QTest::keyClick(stage.commit(), Qt::Key_Return);
        QTRY_VERIFY(!stage.bridge->isBusy());
        QCOMPARE(stage.script.commandCount(), 0U);
    }

    void oneCommandIsUnderWayAtATime()
    {
        Stage stage;
        stage.script.isHeld = true;
        stage.openResendByKeys();
        stage.fillResendByKeys();
        QTest::keyClick(stage.sheet()->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(stage.script.commandCount(), 1U);
        QVERIFY(!stage.commit()->isEnabled());
        QTest::keyClick(stage.sheet(), Qt::Key_Return, Qt::ControlModifier);
        for (const CaseCommand command : stage.flow->actions()->order())
            QVERIFY(!stage.flow->actions()->action(command)->isEnabled());
        QVERIFY(!stage.bridge->submit(EndTake{}));
        stage.script.release();
        QTRY_VERIFY(!stage.bridge->isBusy());
        QCOMPARE(stage.script.commandCount(), 1U);
    }

    void aRefusalKeepsTheDraftAndSaysWhatItMeansForTheMoney()
    {
        Stage stage;
        stage.script.answers.push_back(refusal("digest.changed"));
        stage.openResendByKeys();
        stage.fillResendByKeys();
        QTest::keyClick(stage.sheet()->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!stage.bridge->isBusy());
        QVERIFY(stage.sheet() != nullptr && stage.sheet()->isVisible());
        QCOMPARE(
            stage.sheet()->findChild<QPlainTextEdit*>()->toPlainText(),
            QStringLiteral("ticket 55812"));
        bool isSaid = false;
        for (const QLabel* label : stage.sheet()->findChildren<QLabel*>())
            isSaid =
                isSaid
                || label->text().contains(QLatin1String("Nothing was done and no money moved"));
        QVERIFY(isSaid);
        // Another try is another command.
        stage.commit()->click();
        QTRY_COMPARE(stage.script.commandCount(), 2U);
        QVERIFY(commandId(stage.script.commands[0]) != commandId(stage.script.commands[1]));
    }

    void aLostAnswerIsReadAgainByIdAndNeverGivenTwice()
    {
        Stage stage;
        stage.script.answers.push_back(CommandAnswer());
        stage.script.looks.push_back(CommandAnswer());
        QSignalSpy checking(stage.bridge.get(), &DeskBridge::checking);
        QSignalSpy answered(stage.bridge.get(), &DeskBridge::answered);
        stage.openResendByKeys();
        stage.fillResendByKeys();
        QTest::keyClick(stage.sheet()->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(answered.size(), 1);
        QCOMPARE(checking.size(), 1);
        QCOMPARE(stage.script.commandCount(), 1U);
        QCOMPARE(stage.script.lookCount(), 2U);
        QVERIFY(stage.script.lookedAt.back() == commandId(stage.script.commands.front()));
    }

    void newFactsBlockAnOpenSheetUntilTheyAreTakenOver()
    {
        Stage stage;
        stage.openResendByKeys();
        stage.fillResendByKeys();
        CaseFile newer = exampleCase();
        newer.payment.version = 6;
        newer.payment.evidenceVersion = 3;
        stage.model.apply(snapshotOf(newer));
        QVERIFY(!stage.commit()->isEnabled());
        for (QPushButton* button : stage.sheet()->findChildren<QPushButton*>()) {
            if (button->text().contains(QLatin1String("new facts")))
                button->click();
        }
        QVERIFY(stage.commit()->isEnabled());
        stage.commit()->click();
        QTRY_COMPARE(stage.script.commandCount(), 1U);
        const auto& proposal = std::get<Proposal>(stage.script.commands.front());
        QCOMPARE(proposal.version, 6);
        QCOMPARE(proposal.digest, caseDigest(shownFacts(newer)));
    }

    void nothingIsDecidedOnStaleFacts()
    {
        Stage stage;
        stage.flow->setBlocked(QStringLiteral("stale"));
        for (const CaseCommand command : stage.flow->actions()->order())
            QVERIFY(!stage.flow->actions()->action(command)->isEnabled());
        QTest::keyClick(&stage.window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(stage.sheet() == nullptr);
    }

    void theProposerCannotApprove()
    {
        Stage stage;
        CaseFile file = exampleCase();
        file.payment.openDecisionId = QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000dd");
        file.payment.openDecisionKind = QStringLiteral("RESEND");
        file.payment.openPeopleNeeded = 2;
        file.payment.openProposedBy = QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000aa");
        stage.show(file);
        QAction* approve = stage.flow->actions()->action(CaseCommand::Approve);
        QVERIFY(approve->isVisible());
        QVERIFY(!approve->isEnabled());
        file.payment.openProposedBy = QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000bb");
        stage.show(file);
        QVERIFY(approve->isEnabled());
        QVERIFY(!stage.flow->actions()->action(CaseCommand::Confirm)->isEnabled());
    }

    void aFreeCaseIsTakenByOneKey()
    {
        Stage stage;
        QTest::keyClick(&stage.window, Qt::Key_T);
        QTRY_COMPARE(stage.script.commandCount(), 1U);
        QCOMPARE(std::get<Take>(stage.script.commands.front()).reasonCode, "WORKING");
    }
};

QTEST_MAIN(DecisionFlowTest)
#include "decision_flow_test.moc"
