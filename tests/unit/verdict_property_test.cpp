// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/verdict_facts.h"

#include <QtTest>

#include <algorithm>

#include <rapidcheck.h>

using namespace onceover;

namespace {

LookFacts arbitraryFacts()
{
    LookFacts facts = oneUnknown();
    facts.attempts.clear();
    const int attemptCount = *rc::gen::inRange(1, 4);
    for (int index = 0; index < attemptCount; ++index) {
        AttemptFacts attempt = unknownAttempt(static_cast<std::uint8_t>(index + 1));
        attempt.fate = *rc::gen::element(Fate::Possible, Fate::Happened, Fate::NotHappened);
        attempt.answer = *rc::gen::element(
            Answer::Unknown, Answer::Succeeded, Answer::Processing, Answer::Exists);
        if (*rc::gen::inRange(0, 4) == 0)
            attempt.closedBy.reset();
        facts.attempts.push_back(attempt);
    }
    const int evidenceCount = *rc::gen::inRange(0, 6);
    for (int index = 0; index < evidenceCount; ++index) {
        const auto attempt = static_cast<std::uint8_t>(*rc::gen::inRange(1, 4));
        const auto record = static_cast<std::uint8_t>(*rc::gen::inRange(8, 11));
        const std::string state =
            *rc::gen::element<std::string>("SUCCEEDED", "DECLINED", "PROCESSING");
        if (*rc::gen::arbitrary<bool>())
            facts.evidence.push_back(
                absentSeenUntil(kClosedUs + *rc::gen::inRange(20, 40) * kSecond, idOf(attempt)));
        else
            facts.evidence.push_back(foundRecord(record, state, idOf(attempt)));
    }
    const int recordCount = *rc::gen::inRange(0, 3);
    for (int index = 0; index < recordCount; ++index)
        facts.records.push_back(charge(
            static_cast<std::uint8_t>(8 + index),
            *rc::gen::element<std::string>("SUCCEEDED", "DECLINED", "PROCESSING", "UNRECOGNISED"),
            *rc::gen::element<std::int64_t>(1250, 1250, 1251)));
    return facts;
}

bool isSeenDeclined(const LookFacts& facts, const LinkedRecord& record)
{
    return std::any_of(facts.evidence.begin(), facts.evidence.end(), [&](const Evidence& seen) {
        return seen.kind == EvidenceKind::Found && seen.state == "DECLINED"
               && seen.recordId == record.recordId;
    });
}

template <typename Value>
void shuffle(std::vector<Value>& values)
{
    for (std::size_t index = values.size(); index > 1; --index)
        std::swap(values[index - 1], values[*rc::gen::inRange<std::size_t>(0, index)]);
}

} // namespace

class VerdictPropertyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void orderDoesNotMatter();
    void failureImpliesClosedAndEnded();
};

void VerdictPropertyTest::orderDoesNotMatter()
{
    QVERIFY(rc::check("any order of the facts gives the same verdict", [] {
        const LookFacts facts = arbitraryFacts();
        LookFacts shuffled = facts;
        shuffle(shuffled.attempts);
        shuffle(shuffled.evidence);
        shuffle(shuffled.records);
        const std::int64_t nowUs = kClosedUs + *rc::gen::inRange(0, 4000) * kSecond;
        RC_ASSERT(judge(facts, queryProfile(), nowUs) == judge(shuffled, queryProfile(), nowUs));
    }));
}

void VerdictPropertyTest::failureImpliesClosedAndEnded()
{
    QVERIFY(rc::check("a failure by itself needs every attempt closed by its core", [] {
        const LookFacts facts = arbitraryFacts();
        const Verdict verdict = judge(facts, queryProfile(), kClosedUs + 50 * kSecond);
        if (verdict.kind != VerdictKind::NotHappened)
            return;
        for (const AttemptFacts& attempt : facts.attempts) {
            RC_ASSERT(attempt.closedBy == ClosedBy::Core);
            RC_ASSERT(attempt.fate != Fate::Happened);
        }
        // A charge that was seen under way and then declined has ended.
        for (const LinkedRecord& record : facts.records)
            RC_ASSERT(record.state == "DECLINED" || isSeenDeclined(facts, record));
    }));
}

QTEST_GUILESS_MAIN(VerdictPropertyTest)
#include "verdict_property_test.moc"
