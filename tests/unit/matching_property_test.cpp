// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/matching_facts.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

namespace onceover {

using namespace facts;

namespace {

// A small world in which everything meets everything: few accounts, amounts, days and names.
struct World
{
    std::vector<RecordFacts> records;
    std::vector<PaymentFacts> payments;
};

class WorldMaker
{
public:
    // Half of the worlds are calm: nothing is odd in them, so that sets and competitors are
    // frequent.
    explicit WorldMaker(std::uint32_t seed)
        : m_random(seed)
        , m_isCalm(seed % 2 == 0)
    {}

    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(m_random); }

    bool oneIn(int count) { return below(count) == 0; }

    // Something that spoils a match, once in so many times; never in a calm world.
    bool isOdd(int count) { return oneIn(count) && !m_isCalm; }

    template <typename List>
    void shuffle(List& list)
    {
        std::shuffle(list.begin(), list.end(), m_random);
    }

    PaymentFacts payment(int number)
    {
        PaymentFacts facts = facts::payment(number);
        facts.payeeAccount = account();
        facts.amountMinor = amount();
        facts.currency = isOdd(12) ? "USD" : "EUR";
        facts.direction = isOdd(12) ? Direction::In : Direction::Out;
        facts.firstSentUs = noonUs("2026-11-02") + (m_isCalm ? 0 : below(2) * 20) * kDayUs;
        facts.lastSentUs = facts.firstSentUs;
        facts.sends = facts.possibleSends = isOdd(10) ? 2 : isOdd(20) ? 0 : 1;
        facts.recordCount = isOdd(10) ? 1 : 0;
        facts.isClosed = !isOdd(15);
        return facts;
    }

    RecordFacts record(int number, int names)
    {
        RecordFacts facts = unnamed("r" + std::to_string(number));
        facts.counterpartyAccount = isOdd(8) ? std::string() : account();
        facts.amountMinor = amount();
        facts.currency = isOdd(12) ? "USD" : "EUR";
        facts.direction = isOdd(12) ? Direction::In : Direction::Out;
        facts.bookedOn = day("2026-11-02") + below(m_isCalm ? 3 : 45);
        facts.isBooked = !isOdd(15);
        facts.isReversal = isOdd(20);
        facts.isBundle = isOdd(20);
        facts.isTaken = isOdd(15);
        if (oneIn(m_isCalm ? 6 : 3))
            facts.references["end_to_end_id"] = reference(1 + below(names)).text();
        if (oneIn(m_isCalm ? 12 : 6))
            facts.text = "for " + spelled(reference(1 + below(names)).text());
        if (isOdd(20))
            facts.references["customer"] = "9.9E+15";
        return facts;
    }

    World world()
    {
        World made;
        const int paymentCount = 1 + below(7);
        for (int number = 1; number <= paymentCount; ++number)
            made.payments.push_back(payment(number));
        const int recordCount = 1 + below(7);
        for (int number = 1; number <= recordCount; ++number)
            made.records.push_back(record(number, paymentCount + 1));
        return made;
    }

private:
    std::string account() { return oneIn(4) ? "ACCOUNT B" : "ACCOUNT A"; }

    std::int64_t amount() { return oneIn(4) ? 200 : 100; }

    std::string spelled(std::string name)
    {
        switch (below(4)) {
        case 0:
            return name.insert(6, "\u200b");
        case 1:
            return name;
        default:
            return name.insert(6, " ");
        }
    }

    std::mt19937 m_random;
    bool m_isCalm;
};

std::vector<RecordMatch> matched(const World& world)
{
    return match(world.records, world.payments);
}

Links linksOf(const World& world)
{
    return facts::linksOf(matched(world), world.records, world.payments);
}

// Everything that is told, by names that do not depend on the order of the lists.
using Told = std::set<std::tuple<std::string, std::string, std::string, std::size_t, std::size_t>>;

Told toldOf(const World& world)
{
    Told told;
    for (const RecordMatch& each : matched(world))
        told.emplace(
            world.records[each.record].identity,
            world.payments[each.payment].reference.text(),
            std::string(toText(each.tier)) + " " + std::string(toText(each.reason)),
            each.paymentCount,
            each.recordCount);
    return told;
}

enum class Seen
{
    Exactly,
    Reliably,
    Somehow,
};

// Whether the line shows the payment's reference, by plain search: the texts of these worlds are
// simple enough for it.
bool shows(const RecordFacts& line, const PaymentFacts& payment, Seen how)
{
    std::string all = line.text;
    for (const auto& [field, value] : line.references)
        all += "|" + value;
    if (how == Seen::Reliably)
        std::erase(all, ' ');
    if (how == Seen::Somehow)
        std::erase_if(all, [](char character) { return character == ' ' || character < 0; });
    return all.find(payment.reference.text()) != std::string::npos;
}

bool isLinked(const Links& links, const std::string& name)
{
    return std::any_of(links.begin(), links.end(), [&name](const auto& link) {
        return link.first == name || link.second == name;
    });
}

} // namespace

// What must hold whatever the world looks like. Each world follows from its number.
class MatchingPropertyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void orderMeansNothing();
    void strangersChangeNothing();
    void competitorsOnlyTakeLinksAway();
    void everyLinkIsBeyondDoubt();

private:
    static constexpr std::uint32_t kWorlds = 1500;

    static void verifyLink(const World& world, const RecordMatch& link);
};

void MatchingPropertyTest::orderMeansNothing()
{
    std::size_t linkCount = 0;
    for (std::uint32_t seed = 0; seed < kWorlds; ++seed) {
        WorldMaker maker(seed);
        World world = maker.world();
        const Told before = toldOf(world);
        linkCount += linksOf(world).size();
        maker.shuffle(world.records);
        maker.shuffle(world.payments);
        QVERIFY2(toldOf(world) == before, qPrintable(QString::number(seed)));
    }
    qInfo("%u worlds, %zu links", kWorlds, linkCount);
    QVERIFY(linkCount > kWorlds / 4);
}

void MatchingPropertyTest::strangersChangeNothing()
{
    for (std::uint32_t seed = 0; seed < kWorlds; ++seed) {
        WorldMaker maker(seed);
        World world = maker.world();
        const Told before = toldOf(world);
        RecordFacts line = maker.record(900, 3);
        line.references = {{"end_to_end_id", reference(901).text()}};
        line.text.clear();
        line.counterpartyAccount = "ACCOUNT C";
        world.records.insert(world.records.begin(), line);
        PaymentFacts other = maker.payment(902);
        other.payeeAccount = "ACCOUNT D";
        world.payments.insert(world.payments.begin(), other);
        QVERIFY2(toldOf(world) == before, qPrintable(QString::number(seed)));
    }
}

// Whoever is added and finds no link itself takes links away and never makes one.
void MatchingPropertyTest::competitorsOnlyTakeLinksAway()
{
    std::size_t taken = 0;
    for (std::uint32_t seed = 0; seed < kWorlds; ++seed) {
        WorldMaker maker(seed);
        World world = maker.world();
        const Links before = linksOf(world);
        std::string added;
        if (maker.oneIn(2)) {
            world.records.push_back(maker.record(900, static_cast<int>(world.payments.size())));
            added = world.records.back().identity;
        } else {
            world.payments.push_back(maker.payment(900));
            added = world.payments.back().reference.text();
        }
        const Links after = linksOf(world);
        if (isLinked(after, added))
            continue;
        QVERIFY2(
            std::includes(before.begin(), before.end(), after.begin(), after.end()),
            qPrintable(QString::number(seed)));
        taken += before.size() - after.size();
    }
    qInfo("%zu links taken away", taken);
    QVERIFY(taken > 50);
}

// A second opinion, written from the rules and not from the matcher: counts by hand.
void MatchingPropertyTest::verifyLink(const World& world, const RecordMatch& link)
{
    const RecordFacts& line = world.records[link.record];
    const PaymentFacts& ours = world.payments[link.payment];
    QVERIFY(line.isBooked && !line.isReversal && !line.isBundle && !line.isTaken);
    QVERIFY(ours.recordCount == 0 && ours.sends > 0);
    QCOMPARE(line.amountMinor, ours.amountMinor);
    QCOMPARE(line.currency, ours.currency);
    QVERIFY(line.direction == ours.direction);
    int exactly = 0;
    int reliably = 0;
    int somehow = 0;
    for (const RecordFacts& each : world.records) {
        if (!each.isBooked || each.isReversal || each.isTaken)
            continue;
        exactly += shows(each, ours, Seen::Exactly) ? 1 : 0;
        reliably += shows(each, ours, Seen::Reliably) ? 1 : 0;
        somehow += shows(each, ours, Seen::Somehow) ? 1 : 0;
    }
    for (const PaymentFacts& each : world.payments)
        QVERIFY(&each == &ours || !shows(line, each, Seen::Somehow));
    if (link.tier == Tier::ExactReference) {
        QVERIFY(shows(line, ours, Seen::Exactly));
        QCOMPARE(exactly, 1);
        return;
    }
    if (link.tier == Tier::NormalisedReference) {
        QVERIFY(shows(line, ours, Seen::Reliably));
        QCOMPARE(reliably, 1);
        return;
    }
    QCOMPARE(somehow, 0);
    QVERIFY(line.references.empty());
    QCOMPARE(line.counterpartyAccount, ours.payeeAccount);
    const PaymentDays days = daysOf(rules(), *ours.firstSentUs, *ours.lastSentUs);
    QVERIFY(*line.bookedOn >= days.from && *line.bookedOn <= days.to);
    QVERIFY(link.reason != MatchReason::ClosedSet || (ours.sends == 1 && ours.isClosed));
    QVERIFY(link.paymentCount == link.recordCount);
}

void MatchingPropertyTest::everyLinkIsBeyondDoubt()
{
    std::map<std::string, int> reasons;
    for (std::uint32_t seed = 0; seed < kWorlds; ++seed) {
        const World world = WorldMaker(seed).world();
        std::set<std::size_t> records;
        std::set<std::size_t> payments;
        for (const RecordMatch& each : matched(world)) {
            ++reasons[std::string(toText(each.reason))];
            if (!isAutomatic(each.reason))
                continue;
            QVERIFY(records.insert(each.record).second);
            QVERIFY(payments.insert(each.payment).second);
            verifyLink(world, each);
            if (QTest::currentTestFailed())
                QFAIL(qPrintable(QStringLiteral("world %1").arg(seed)));
        }
    }
    for (const auto& [reason, count] : reasons)
        qInfo("%6d %s", count, reason.c_str());
    for (const char* reason :
         {"UNIQUE_REFERENCE",
          "UNIQUE_NORMALISED_REFERENCE",
          "UNIQUE_ACCOUNT_AND_AMOUNT",
          "CLOSED_SET",
          "RECORD_NAMES_SEVERAL",
          "PAYMENT_NAMED_BY_SEVERAL",
          "SECOND_CHARGE_POSSIBLE",
          "SET_COUNTS_DIFFER",
          "SET_NOT_CLOSED"})
        QVERIFY2(reasons[reason] > 0, reason);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::MatchingPropertyTest)

#include "matching_property_test.moc"
