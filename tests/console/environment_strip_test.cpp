// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/core_runner.h"
#include "views/shell/environment_strip.h"
#include "views/theme.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace onceover;

namespace {

DeskPulse pulseWith(bool isPaused)
{
    DeskPulse pulse;
    pulse.readUs = 1'796'047'402'000'000;
    pulse.incarnationState = QStringLiteral("ARMED");
    CoreRow core;
    core.name = QStringLiteral("core");
    core.isPaused = isPaused;
    core.lastSeenUs = pulse.readUs;
    pulse.cores.append(core);
    return pulse;
}

bool says(const QWidget& strip, const char* text)
{
    for (const QLabel* label : strip.findChildren<QLabel*>()) {
        if (label->text().contains(QLatin1String(text)))
            return true;
    }
    return false;
}

QString coresTip(const QWidget& strip)
{
    for (const QLabel* label : strip.findChildren<QLabel*>()) {
        if (label->accessibleName() == QStringLiteral("Cores"))
            return label->toolTip();
    }
    return QStringLiteral("no such label");
}

} // namespace

class EnvironmentStripTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { Theme::apply(*qApp, ThemeKind::Light); }

    void withoutACoreThereIsNoSwitch()
    {
        const EnvironmentStrip strip{DeskPlace()};
        QVERIFY(strip.findChild<QToolButton*>(QStringLiteral("pauseCore"))->isHidden());
    }

    void theSwitchAsksForTheOtherState()
    {
        EnvironmentStrip strip{DeskPlace()};
        strip.show();
        auto* pause = strip.findChild<QToolButton*>(QStringLiteral("pauseCore"));
        QSignalSpy asked(&strip, &EnvironmentStrip::pauseRequested);
        strip.showCore(false);
        QVERIFY(pause->isVisible());
        QTest::mouseClick(pause, Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.takeFirst().at(0).toBool(), true);
        // Nothing is shown as paused before the core says so.
        QCOMPARE(pause->text(), QStringLiteral("Pause core"));
        strip.showCore(true);
        QCOMPARE(pause->text(), QStringLiteral("Resume core"));
        pause->setFocus();
        QTest::keyClick(pause, Qt::Key_Space);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.takeFirst().at(0).toBool(), false);
    }

    void aPausedCoreIsSaidInWords()
    {
        EnvironmentStrip strip{DeskPlace()};
        strip.showPulse(pulseWith(false));
        QVERIFY(says(strip, "1 core"));
        QVERIFY(!says(strip, "paused"));
        strip.showPulse(pulseWith(true));
        QVERIFY(says(strip, "no core running"));
        QVERIFY(says(strip, "1 paused"));
    }

    void aFenceIsSaidInWords()
    {
        EnvironmentStrip strip{DeskPlace()};
        DeskPulse pulse = pulseWith(false);
        pulse.incarnationState = QStringLiteral("FENCED");
        strip.showPulse(pulse);
        QVERIFY(says(strip, "FENCED: nothing moves"));
    }

    // Who is missing, what is proposed about whom, and what to do: without a look elsewhere.
    void aCheckNamesWhoIsMissingAndWhatToDo()
    {
        EnvironmentStrip strip{DeskPlace()};
        DeskPulse pulse = pulseWith(false);
        pulse.cores.front().witnessState = QStringLiteral("PROVEN");
        strip.showPulse(pulse);
        QVERIFY(coresTip(strip).isEmpty());
        CoreRow missing;
        missing.name = QStringLiteral("core<2>");
        missing.host = QStringLiteral("pay-2");
        missing.witnessState = QStringLiteral("AWAITED");
        pulse.cores.append(missing);
        pulse.incarnationState = QStringLiteral("CHECKING");
        strip.showPulse(pulse);
        QVERIFY(says(strip, "CHECKING after a restart: nothing moves, missing core<2>"));
        QVERIFY(coresTip(strip).contains(QStringLiteral("core&lt;2&gt; on pay-2, last seen")));
        QVERIFY(coresTip(strip).contains(QStringLiteral("propose-core")));
        pulse.cores.last().openDecisionId = QStringLiteral("0190-decision");
        pulse.cores.last().openDecisionKind = QStringLiteral("EXCUSE_CORE");
        pulse.cores.last().openProposedBy = QStringLiteral("Li Wei");
        strip.showPulse(pulse);
        QVERIFY(says(strip, "1 proposal"));
        QVERIFY(coresTip(strip).contains(
            QStringLiteral("Proposed by Li Wei for core&lt;2&gt;: Excuse a missing core. A second "
                           "person approves decision 0190-decision.")));
    }

    // Nothing stands still for it, so it is no alarm: it is named where the cores are.
    void aNewCoreIsNamed()
    {
        EnvironmentStrip strip{DeskPlace()};
        DeskPulse pulse = pulseWith(false);
        pulse.cores.front().witnessState = QStringLiteral("NOT_ADMITTED");
        strip.showPulse(pulse);
        QVERIFY(!says(strip, "CHECKING"));
        QVERIFY(coresTip(strip).contains(QStringLiteral("two people have admitted it")));
    }

    // The desk was led to a copy that may be behind: it says so, whatever the copy says of itself.
    void fault32_aStandbyIsSaidInWords()
    {
        EnvironmentStrip strip{DeskPlace()};
        DeskPulse pulse = pulseWith(false);
        strip.showPulse(pulse);
        QVERIFY(!says(strip, "STANDBY"));
        pulse.isStandby = true;
        strip.showPulse(pulse);
        QVERIFY(says(strip, "STANDBY: may be behind"));
        QVERIFY(!says(strip, "1 core"));
    }

    void everyStateOfTheCoreSaysWhatItMeansForTheMoney()
    {
        for (const EnginePhase phase :
             {EnginePhase::Paused,
              EnginePhase::Checking,
              EnginePhase::Refused,
              EnginePhase::DatabaseAway,
              EnginePhase::Fenced,
              EnginePhase::JournalFailed,
              EnginePhase::Replaced,
              EnginePhase::Stopped}) {
            EngineState state;
            state.phase = phase;
            const QString sentence = CoreRunner::sentence(state);
            QVERIFY2(
                sentence.contains(QLatin1String("sent"))
                    || sentence.contains(QLatin1String("no money moves")),
                qPrintable(sentence));
            const bool isTemporary = phase == EnginePhase::Paused || phase == EnginePhase::Checking;
            const Tone expected = isTemporary ? Tone::Warning : Tone::Danger;
            QVERIFY2(CoreRunner::tone(state) == expected, qPrintable(sentence));
        }
        EngineState running;
        running.phase = EnginePhase::Running;
        QVERIFY(CoreRunner::tone(running) == Tone::Muted);
    }
};

QTEST_MAIN(EnvironmentStripTest)
#include "environment_strip_test.moc"
