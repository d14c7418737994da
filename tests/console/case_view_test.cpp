// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_commands.h"
#include "models/case_file/case_model.h"
#include "models/case_file/case_summary.h"
#include "models/case_file/case_tables.h"
#include "tests/console/example_case.h"
#include "views/case/case_view.h"
#include "views/decision/case_actions.h"
#include "views/decision/decision_bar.h"
#include "views/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QTest>

#include <algorithm>

using namespace onceover;

namespace {

const CaseCommands::Person kPerson{
    QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000aa"),
    {QStringLiteral("reviewer"), QStringLiteral("approver")}};

CaseFile contradictedCase()
{
    CaseFile file = exampleCase();
    file.payment.reviewReason = QStringLiteral("CONTRADICTION");
    file.payment.hasContradiction = true;
    ContradictionRow row;
    row.kind = QStringLiteral("SUCCESS_NOT_LISTED");
    row.openedUs = file.readUs;
    file.contradictions.append(row);
    file.evidence[0].provesAbsence = true;
    return file;
}

// Two looks that changed nothing, after the one that did.
CaseFile repeatedCase()
{
    CaseFile file = exampleCase();
    for (int number = 1; number <= 3; ++number) {
        EvidenceRow row = file.evidence.first();
        row.evidenceId = QStringLiteral("look-%1").arg(number);
        row.answeredUs += number * 1'000'000;
        row.isMaterial = false;
        file.evidence.append(row);
    }
    return file;
}

bool refuses(const CaseFile& file, CaseCommand command, const char* part)
{
    const CommandState state = CaseCommands::stateOf(command, file, kPerson);
    return state.isShown && !state.isEnabled && state.why.contains(QLatin1String(part));
}

QList<SheetRow> spoken(const CaseFile& file, bool isWhole)
{
    QList<SheetRow> rows = evidenceTable(file, isWhole).rows;
    rows.erase(
        std::remove_if(
            rows.begin(),
            rows.end(),
            [](const SheetRow& row) { return row.id.startsWith(QLatin1String("none-")); }),
        rows.end());
    return rows;
}

} // namespace

class CaseViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { Theme::apply(*qApp, ThemeKind::Light); }

    void aResendThatTheDeskWouldRefuseSaysWhy()
    {
        QVERIFY(CaseCommands::stateOf(CaseCommand::Resend, exampleCase(), kPerson).isEnabled);
        QVERIFY(refuses(contradictedCase(), CaseCommand::Resend, "contradiction"));
        CaseFile charged = exampleCase();
        charged.records.append(RecordRow());
        QVERIFY(refuses(charged, CaseCommand::Resend, "charge of this payment is on record"));
        CaseFile happened = exampleCase();
        happened.attempts[0].fate = QStringLiteral("HAPPENED");
        QVERIFY(refuses(happened, CaseCommand::Resend, "charge of this payment is on record"));
        CaseFile partial = exampleCase();
        partial.payment.confirmedAmountMinor = 98000;
        QVERIFY(refuses(partial, CaseCommand::Resend, "part of the amount"));
        CaseFile late = exampleCase();
        late.payment.sendBeforeUs = late.readUs;
        QVERIFY(refuses(late, CaseCommand::Resend, "a time that has passed"));
        CaseFile unknown = exampleCase();
        unknown.profile.clear();
        QVERIFY(refuses(unknown, CaseCommand::Resend, "No profile"));
    }

    void anUnknownCaseIsTakenFirst()
    {
        CaseFile file = exampleCase();
        file.payment.status = QStringLiteral("UNKNOWN");
        for (const CaseCommand command :
             {CaseCommand::Confirm, CaseCommand::Reject, CaseCommand::Resend})
            QVERIFY(refuses(file, command, "Take the case"));
        QVERIFY(CaseCommands::stateOf(CaseCommand::Take, file, kPerson).isEnabled);
        file.payment.status = QStringLiteral("SUBMITTING");
        QVERIFY(!CaseCommands::stateOf(CaseCommand::Take, file, kPerson).isShown);
    }

    void aCaseOfSomebodyElseIsTheirs()
    {
        CaseFile file = exampleCase();
        file.payment.takenBy = QStringLiteral("01a22bf1-d0e9-72d2-8918-0000000000bb");
        file.payment.takenByName = QStringLiteral("Ana Silva");
        for (const CaseCommand command :
             {CaseCommand::Confirm, CaseCommand::Reject, CaseCommand::Resend, CaseCommand::Defer})
            QVERIFY(refuses(file, command, "Ana Silva"));
    }

    void theBarSaysWhyInWords()
    {
        CaseActions actions;
        const DecisionBar bar(&actions);
        const auto* why = bar.findChild<QLabel*>(QStringLiteral("whyNot"));
        QVERIFY(why->text().isEmpty());
        const CaseFile file = contradictedCase();
        actions.update(&file, kPerson, QString());
        QVERIFY2(why->text().startsWith(QLatin1String("Propose resend")), qPrintable(why->text()));
        QVERIFY2(!why->text().contains(QLatin1String("Confirm paid")), qPrintable(why->text()));
        actions.update(&file, kPerson, QStringLiteral("Not live."));
        QVERIFY2(
            why->text().startsWith(QLatin1String("Confirm paid, Reject: not paid, Propose resend")),
            qPrintable(why->text()));
    }

    void repeatedLooksAreOneRowAndTheWholeListIsOneClickAway()
    {
        const QList<SheetRow> rows = spoken(repeatedCase(), false);
        QCOMPARE(rows.size(), 2);
        QVERIFY(rows.at(0).cells.last().kind == CellKind::Chip);
        QVERIFY(!rows.at(0).cells.first().text.contains(QChar(0xd7)));
        QVERIFY(rows.at(1).cells.first().text.contains(QStringLiteral("×3")));
        QVERIFY(rows.at(1).cells.last().tone == Tone::Muted);
        QCOMPARE(rows.at(1).id, QStringLiteral("look-1"));
        QCOMPARE(spoken(repeatedCase(), true).size(), 4);
        CaseModel model(nullptr);
        CaseView view(&model);
        view.resize(800, 700);
        view.show();
        const CaseFile file = repeatedCase();
        model.open(file.payment.paymentId);
        model.apply(snapshotOf(file));
        const int before = model.evidence()->rowCount();
        auto* every = view.findChild<QCheckBox*>(QStringLiteral("everyLook"));
        QVERIFY(every->isVisible());
        every->click();
        QCOMPARE(model.evidence()->rowCount(), before + 2);
        every->click();
        QCOMPARE(model.evidence()->rowCount(), before);
    }

    void aContradictionIsNeverGoodNews()
    {
        for (const SheetRow& row : spoken(contradictedCase(), false)) {
            for (const Cell& cell : row.cells)
                QVERIFY2(cell.tone != Tone::Good, qPrintable(cell.text));
        }
        const CaseFile file = contradictedCase();
        QVERIFY(CaseSummary(file).onlyPeople().contains(QLatin1String("people do")));
    }

    void noConditionIsBlank()
    {
        CaseFile file = exampleCase();
        file.payment.absenceConditions = QStringLiteral(
            R"([{"condition":"attempts_closed","is_met":true},{"code":"of_tomorrow"},{"is_met":false}])");
        const QList<CaseSummary::Condition> conditions = CaseSummary(file).absenceConditions();
        QCOMPARE(conditions.size(), 3);
        for (const CaseSummary::Condition& condition : conditions)
            QVERIFY(!condition.text.isEmpty());
        QCOMPARE(conditions.at(1).text, QStringLiteral("of_tomorrow"));
    }

    void aSourceThatCannotProveAbsencePromisesNothing()
    {
        CaseFile file = exampleCase();
        QVERIFY(CaseSummary(file).onlyPeople().isEmpty());
        file.payment.absenceConditions =
            QStringLiteral(R"([{"condition":"source_can_prove","is_met":false}])");
        QVERIFY(CaseSummary(file).onlyPeople().contains(QLatin1String("cannot prove")));
    }
};

QTEST_MAIN(CaseViewTest)
#include "case_view_test.moc"
