// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/verdict_facts.h"

#include <QtTest>

#include <algorithm>

#include <rapidcheck.h>

using namespace onceover;

namespace {

void expect(const LookFacts& facts, std::int64_t nowUs, VerdictKind kind, const char* reason)
{
    const Verdict verdict = judge(facts, queryProfile(), nowUs);
    QCOMPARE(std::string(toText(verdict.kind)), std::string(toText(kind)));
    QCOMPARE(verdict.reason, std::string(reason));
}

} // namespace

class VerdictTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lostAnswerWaits();
    void chargeProvesSuccess();
    void bankEntryProvesSuccess();
    void humanEvidenceProvesNothing();
    void absenceNeedsEveryCondition_data();
    void absenceNeedsEveryCondition();
    void openAttemptIsNeverFailure();
    void peopleClosingCountsForPeopleOnly();
    void declineOfTheOnlyAttempt();
    void declineOfOneAttemptSettlesNoOther();
    void unnamedEvidenceProvesNothingWhileSeveralExist();
    void duplicatesAreForPeople();
    void otherAmountIsForPeople();
    void contradictions();
    void processingHasItsTime();
    void existsAsks();
    void exhaustionGoesToPeopleAndLooksGoOn();
    void keyExpiryIsNamed();
    void successIsSwept();
    void providerWithoutQuestions();
    void aRefusedVerdictKeepsLooking();
};

void VerdictTest::lostAnswerWaits()
{
    const Verdict verdict = judge(oneUnknown(), queryProfile(), kClosedUs + kSecond);
    QCOMPARE(verdict.kind, VerdictKind::Wait);
    QCOMPARE(verdict.reason, std::string("nothing_proven"));
    QCOMPARE(*verdict.nextLookUs, kClosedUs + 2 * kSecond);
    QCOMPARE(verdict.conditions.size(), std::size_t(5));
    QVERIFY(verdict.conditions[0].isMet);
    QVERIFY(verdict.conditions[1].isMet);
    QVERIFY(!verdict.conditions[2].isMet);
    QCOMPARE(*verdict.conditions[2].dueAtUs, kClosedUs + 40 * kSecond);
    QVERIFY(verdict.conditions[4].isMet);
}

void VerdictTest::chargeProvesSuccess()
{
    LookFacts facts = oneUnknown();
    facts.records = {charge(9, "SUCCEEDED")};
    expect(facts, kClosedUs, VerdictKind::Happened, "charge_found");
    // Also while the sender may still be at work.
    facts.attempts[0].closedBy.reset();
    expect(facts, kClosedUs, VerdictKind::Happened, "charge_found");
}

void VerdictTest::bankEntryProvesSuccess()
{
    LookFacts facts = oneUnknown();
    LinkedRecord entry = charge(8, "BOOKED");
    entry.layer = Layer::Bank;
    entry.role = "PROOF";
    facts.records = {entry};
    expect(facts, kClosedUs, VerdictKind::Happened, "booked");
    // Three layers, one payment: no duplicate.
    facts.records.push_back(charge(9, "SUCCEEDED"));
    expect(facts, kClosedUs, VerdictKind::Happened, "charge_found");
    facts.records = {entry};
    facts.records[0].role.clear();
    expect(facts, kClosedUs, VerdictKind::Wait, "nothing_proven");
    facts.records[0].role = "PROOF";
    facts.records[0].isReversal = true;
    expect(facts, kClosedUs, VerdictKind::Wait, "nothing_proven");
}

void VerdictTest::humanEvidenceProvesNothing()
{
    LookFacts facts = oneUnknown();
    facts.evidence = {absentSeenUntil(kClosedUs + 60 * kSecond)};
    facts.evidence[0].isHuman = true;
    expect(facts, kClosedUs + 90 * kSecond, VerdictKind::Wait, "nothing_proven");
}

void VerdictTest::absenceNeedsEveryCondition_data()
{
    QTest::addColumn<bool>("isClosed");
    QTest::addColumn<bool>("isAuthoritative");
    QTest::addColumn<bool>("isLate");
    QTest::addColumn<bool>("isNamed");
    for (int bits = 0; bits < 16; ++bits) {
        QTest::addRow("%d", bits) << bool(bits & 1) << bool(bits & 2) << bool(bits & 4)
                                  << bool(bits & 8);
    }
}

void VerdictTest::absenceNeedsEveryCondition()
{
    QFETCH(bool, isClosed);
    QFETCH(bool, isAuthoritative);
    QFETCH(bool, isLate);
    QFETCH(bool, isNamed);
    LookFacts facts = oneUnknown();
    if (!isClosed) {
        facts.attempts[0].closedBy.reset();
        facts.attempts[0].closedAtUs.reset();
    }
    // One microsecond before the provider must have shown whatever it executed.
    const std::int64_t seenUntilUs = kClosedUs + 30 * kSecond - (isLate ? 0 : 6 * kSecond);
    facts.evidence = {absentSeenUntil(seenUntilUs, isNamed ? idOf(1) : idOf(77))};
    ProviderProfile profile = queryProfile();
    profile.queryAuthoritative = isAuthoritative;
    const Verdict verdict = judge(facts, profile, kClosedUs + 41 * kSecond);
    const bool isProven = isClosed && isAuthoritative && isLate && isNamed;
    QCOMPARE(verdict.kind, isProven ? VerdictKind::NotHappened : VerdictKind::Wait);
    if (isProven) {
        QCOMPARE(verdict.reason, std::string("absent"));
        for (const AbsenceCondition& condition : verdict.conditions)
            QVERIFY2(condition.isMet, condition.code.c_str());
    }
}

void VerdictTest::openAttemptIsNeverFailure()
{
    LookFacts facts = oneUnknown();
    facts.attempts[0].closedBy.reset();
    facts.attempts[0].closedAtUs.reset();
    facts.evidence = {absentSeenUntil(kClosedUs + 600 * kSecond), foundRecord(9, "DECLINED")};
    expect(facts, kClosedUs + 700 * kSecond, VerdictKind::Wait, "attempt_open");
}

void VerdictTest::peopleClosingCountsForPeopleOnly()
{
    LookFacts facts = oneUnknown();
    facts.attempts[0].closedBy = ClosedBy::People;
    facts.evidence = {absentSeenUntil(kClosedUs + 600 * kSecond)};
    expect(facts, kClosedUs + 700 * kSecond, VerdictKind::Wait, "attempt_open");
}

void VerdictTest::declineOfTheOnlyAttempt()
{
    LookFacts facts = oneUnknown();
    facts.records = {charge(9, "DECLINED")};
    facts.evidence = {foundRecord(9, "DECLINED", std::nullopt)};
    expect(facts, kClosedUs + kSecond, VerdictKind::NotHappened, "declined");
}

void VerdictTest::declineOfOneAttemptSettlesNoOther()
{
    LookFacts facts = oneUnknown();
    facts.attempts.push_back(unknownAttempt(2));
    facts.records = {charge(9, "DECLINED")};
    facts.evidence = {foundRecord(9, "DECLINED", idOf(1))};
    expect(facts, kClosedUs + kSecond, VerdictKind::Wait, "nothing_proven");
    facts.attempts[1].fate = Fate::NotHappened;
    expect(facts, kClosedUs + kSecond, VerdictKind::NotHappened, "declined");
}

void VerdictTest::unnamedEvidenceProvesNothingWhileSeveralExist()
{
    LookFacts facts = oneUnknown();
    facts.attempts.push_back(unknownAttempt(2));
    facts.evidence = {absentSeenUntil(kClosedUs + 60 * kSecond, std::nullopt)};
    expect(facts, kClosedUs + 90 * kSecond, VerdictKind::Wait, "nothing_proven");
    facts.evidence = {
        absentSeenUntil(kClosedUs + 60 * kSecond, idOf(1)),
        absentSeenUntil(kClosedUs + 60 * kSecond, idOf(2))};
    expect(facts, kClosedUs + 90 * kSecond, VerdictKind::NotHappened, "absent");
}

void VerdictTest::duplicatesAreForPeople()
{
    LookFacts facts = oneUnknown();
    facts.records = {charge(8, "SUCCEEDED"), charge(9, "SUCCEEDED")};
    expect(facts, kClosedUs, VerdictKind::Ambiguous, "duplicate_charge");
    facts.records = {charge(8, "SUCCEEDED"), charge(9, "DECLINED")};
    expect(facts, kClosedUs, VerdictKind::Happened, "charge_found");
}

void VerdictTest::otherAmountIsForPeople()
{
    LookFacts facts = oneUnknown();
    facts.records = {charge(8, "SUCCEEDED", 1200)};
    expect(facts, kClosedUs, VerdictKind::Ambiguous, "amount_differs");
}

void VerdictTest::contradictions()
{
    LookFacts facts = oneUnknown();
    facts.attempts[0].fate = Fate::Happened;
    facts.attempts[0].answer = Answer::Succeeded;
    expect(facts, kClosedUs, VerdictKind::Happened, "answered");
    facts.evidence = {absentSeenUntil(kClosedUs + 60 * kSecond)};
    expect(facts, kClosedUs + 90 * kSecond, VerdictKind::Contradiction, "absent_after_success");

    facts = oneUnknown();
    facts.attempts[0].fate = Fate::NotHappened;
    facts.records = {charge(9, "SUCCEEDED")};
    expect(facts, kClosedUs, VerdictKind::Contradiction, "charged_after_failure");

    facts = oneUnknown();
    facts.records = {charge(9, "SUCCEEDED")};
    facts.evidence = {foundRecord(9, "DECLINED")};
    expect(facts, kClosedUs, VerdictKind::Contradiction, "state_flipped");

    facts = oneUnknown();
    facts.attempts[0].answer = Answer::Exists;
    facts.evidence = {absentSeenUntil(kClosedUs + 60 * kSecond)};
    expect(facts, kClosedUs + 90 * kSecond, VerdictKind::Contradiction, "exists_but_absent");

    facts = oneUnknown();
    facts.hasContradiction = true;
    expect(facts, kClosedUs, VerdictKind::Contradiction, "on_record");
}

void VerdictTest::processingHasItsTime()
{
    LookFacts facts = oneUnknown();
    facts.attempts[0].answer = Answer::Processing;
    expect(facts, kClosedUs + 599 * kSecond, VerdictKind::Processing, "processing");
    expect(facts, kClosedUs + 600 * kSecond, VerdictKind::Exhausted, "processing_overdue");
    // A charge under way is no absence, whatever an earlier question said.
    facts = oneUnknown();
    facts.records = {charge(9, "PROCESSING")};
    facts.evidence = {absentSeenUntil(kClosedUs + 60 * kSecond)};
    expect(facts, kClosedUs + 90 * kSecond, VerdictKind::Processing, "processing");
}

void VerdictTest::existsAsks()
{
    LookFacts facts = oneUnknown();
    facts.attempts[0].answer = Answer::Exists;
    expect(facts, kClosedUs + kSecond, VerdictKind::Wait, "exists_ask");
}

void VerdictTest::exhaustionGoesToPeopleAndLooksGoOn()
{
    LookFacts facts = oneUnknown();
    facts.lookCount = 500;
    const std::int64_t overUs = kClosedUs + 3'600 * kSecond;
    expect(facts, overUs - 1, VerdictKind::Wait, "nothing_proven");
    const Verdict verdict = judge(facts, queryProfile(), overUs);
    QCOMPARE(verdict.kind, VerdictKind::Exhausted);
    QCOMPARE(*verdict.nextLookUs, overUs + 60 * kSecond);
    facts.exhaustedAtUs = kClosedUs + 5 * kSecond;
    expect(facts, kClosedUs + 5 * kSecond, VerdictKind::Exhausted, "nothing_proven");
    // Without an attempt nothing is exhausted, and the next look is never at once.
    facts.attempts.clear();
    const Verdict waiting = judge(facts, queryProfile(), kClosedUs + 5 * kSecond);
    QCOMPARE(waiting.kind, VerdictKind::Wait);
    QVERIFY(*waiting.nextLookUs > kClosedUs + 5 * kSecond);
}

void VerdictTest::keyExpiryIsNamed()
{
    ProviderProfile profile = queryProfile();
    profile.keyLifetimeMs = 1'800'000;
    const Verdict verdict = judge(oneUnknown(), profile, kClosedUs + 3'600 * kSecond);
    QCOMPARE(verdict.kind, VerdictKind::Exhausted);
    QCOMPARE(verdict.reason, std::string("key_expired"));
}

void VerdictTest::successIsSwept()
{
    LookFacts facts = oneUnknown();
    facts.status = PaymentStatus::Succeeded;
    facts.attempts[0].fate = Fate::Happened;
    facts.attempts[0].answer = Answer::Succeeded;
    const ProviderProfile profile = queryProfile();
    Verdict verdict = judge(facts, profile, kClosedUs + kSecond);
    QCOMPARE(*verdict.nextLookUs, kClosedUs + 40 * kSecond);
    verdict = judge(facts, profile, kClosedUs + 40 * kSecond);
    QCOMPARE(*verdict.nextLookUs, kClosedUs + 80 * kSecond);
    verdict = judge(facts, profile, kClosedUs + 86'400 * kSecond);
    QVERIFY(!verdict.nextLookUs.has_value());
}

// Whatever the database does not follow stays in sight: another look, or people.
void VerdictTest::aRefusedVerdictKeepsLooking()
{
    LookFacts facts = oneUnknown();
    facts.attempts[0].fate = Fate::NotHappened;
    const std::int64_t lateUs = kClosedUs + 400LL * 24 * 3600 * kSecond;
    QVERIFY(!judge(facts, queryProfile(), lateUs).nextLookUs);
    QCOMPARE(judgeUnproven(facts, queryProfile(), kClosedUs).kind, VerdictKind::Wait);
    QVERIFY(judgeUnproven(facts, queryProfile(), kClosedUs).nextLookUs);
    QCOMPARE(judgeUnproven(facts, queryProfile(), lateUs).kind, VerdictKind::Exhausted);
    QVERIFY(judgeUnproven(facts, queryProfile(), lateUs).nextLookUs);
    facts = oneUnknown();
    facts.records = {charge(9, "SUCCEEDED")};
    QCOMPARE(judgeUnproven(facts, queryProfile(), kClosedUs).kind, VerdictKind::Ambiguous);
    QVERIFY(judgeUnproven(facts, queryProfile(), lateUs).nextLookUs);
}

void VerdictTest::providerWithoutQuestions()
{
    ProviderProfile profile = queryProfile();
    profile.queryByKey = false;
    profile.queryAuthoritative = false;
    profile.bankStatement = true;
    const Verdict verdict = judge(oneUnknown(), profile, kClosedUs + kSecond);
    QCOMPARE(verdict.kind, VerdictKind::Wait);
    QCOMPARE(verdict.reason, std::string("source_cannot_prove"));
    QVERIFY(!verdict.conditions[1].isMet);
    QVERIFY(!verdict.conditions[2].dueAtUs.has_value());
    QVERIFY(*verdict.nextEvidenceUs > kClosedUs);
}

QTEST_GUILESS_MAIN(VerdictTest)
#include "verdict_test.moc"
