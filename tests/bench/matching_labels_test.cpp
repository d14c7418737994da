// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/labelled_lines.h"

#include <QtTest>

namespace onceover {

// A slice of the benchmark: 20,000 labelled lines against as many payments.
class MatchingLabelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLinkedWronglyAndNothingIsLost();
    void judgementSeesWhatIsWrong();
};

void MatchingLabelsTest::nothingIsLinkedWronglyAndNothingIsLost()
{
    for (const std::uint64_t seed : {1U, 2U}) {
        const LabelledWorld world = labelledWorld(20'000, seed);
        const Judgement judgement = judged(world, matchRows(world, labelledRules()));
        qInfo("%s", judgement.toText().c_str());
        QCOMPARE(judgement.falseLinks, std::size_t{0});
        QCOMPARE(judgement.silent, std::size_t{0});
        QVERIFY(judgement.uniqueFound * 1000 >= judgement.unique * 999);
        for (const Judgement::Row& row : judgement.rows)
            QVERIFY(row.lines > 20);
    }
}

void MatchingLabelsTest::judgementSeesWhatIsWrong()
{
    const LabelledWorld world = labelledWorld(20'000, 3);
    LineMatches matches = matchRows(world, labelledRules());
    QVERIFY(judged(world, matches).isRight());
    LineMatches wrong = matches;
    std::swap(wrong.links[0].payment, wrong.links[1].payment);
    QCOMPARE(judged(world, wrong).falseLinks, std::size_t{2});
    wrong = matches;
    wrong.forPeople.clear();
    QVERIFY(judged(world, wrong).silent > 100);
    wrong = matches;
    wrong.links.resize(wrong.links.size() * 99 / 100);
    QVERIFY(!judged(world, wrong).isRight());
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MatchingLabelsTest)

#include "matching_labels_test.moc"
