// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/audit/event_chain.h"
#include "backend/audit/event_leaf.h"
#include "backend/audit/record_check.h"

#include <QTest>

#include <functional>

using namespace onceover;

namespace {

constexpr int kLength = 50;
constexpr const char* kSubject = "01890000-0000-7000-8000-000000000001";

struct Log
{
    AuditChain chain;
    std::vector<AuditEvent> events;
};

// A chain as the database writes it, with every field used somewhere.
Log wholeLog()
{
    Log log;
    log.chain = {kSubject, "PAYMENT", kLength, ""};
    for (int seq = 1; seq <= kLength; ++seq) {
        AuditEvent event;
        event.subjectId = kSubject;
        event.seq = seq;
        event.kind = seq == 1 ? "ACCEPTED" : "NOTED";
        event.atUs = 1'767'225'600'000'000 + seq;
        event.actor = seq % 3 == 0 ? "PERSON" : "CORE";
        if (seq % 3 == 0)
            event.personId = "01890000-0000-7000-8000-00000000000a";
        event.login = "m_core";
        event.body = "{\"n\":" + std::to_string(seq) + "}";
        if (seq % 5 == 0) {
            event.fromAccount = "obligation";
            event.toAccount = "due";
            event.amountMinor = seq;
            event.currency = "EUR";
        }
        if (seq % 7 != 0)
            event.epoch = 1;
        event.previousLeaf = log.chain.head;
        event.leaf = eventLeaf(event);
        log.chain.head = event.leaf;
        log.events.push_back(event);
    }
    return log;
}

std::vector<AuditFinding> findingsOf(const Log& log)
{
    EventChain chain(log.chain);
    for (const AuditEvent& event : log.events)
        chain.add(event);
    return chain.finish();
}

// Attacks on one position; false where the attack does not apply there.
using Attack = std::function<bool(Log&, std::size_t)>;

struct NamedAttack
{
    const char* name;
    Attack attack;
};

Attack altering(const std::function<void(AuditEvent&)>& alter)
{
    return [alter](Log& log, std::size_t at) {
        alter(log.events[at]);
        return true;
    };
}

// With a new leaf, as somebody would who knows the encoding.
Attack forging(const std::function<void(AuditEvent&)>& alter)
{
    return [alter](Log& log, std::size_t at) {
        alter(log.events[at]);
        log.events[at].leaf = eventLeaf(log.events[at]);
        return true;
    };
}

bool remove(Log& log, std::size_t at)
{
    log.events.erase(log.events.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
}

bool removeAndRenumber(Log& log, std::size_t at)
{
    remove(log, at);
    for (std::size_t index = 0; index < log.events.size(); ++index)
        log.events[index].seq = static_cast<std::int64_t>(index) + 1;
    log.chain.eventCount = static_cast<std::int64_t>(log.events.size());
    return true;
}

bool duplicate(Log& log, std::size_t at)
{
    const AuditEvent copy = log.events[at];
    log.events.insert(log.events.begin() + static_cast<std::ptrdiff_t>(at), copy);
    return true;
}

bool insertForged(Log& log, std::size_t at)
{
    AuditEvent forged = log.events[at];
    forged.body = "{}";
    forged.leaf = eventLeaf(forged);
    log.events.insert(log.events.begin() + static_cast<std::ptrdiff_t>(at), forged);
    return true;
}

bool reorder(Log& log, std::size_t at)
{
    if (at + 1 >= log.events.size())
        return false;
    std::swap(log.events[at], log.events[at + 1]);
    std::swap(log.events[at].seq, log.events[at + 1].seq);
    return true;
}

bool truncate(Log& log, std::size_t at)
{
    log.events.resize(at);
    return true;
}

// The count is mended too; the head still tells.
bool truncateAndCount(Log& log, std::size_t at)
{
    log.events.resize(at);
    log.chain.eventCount = static_cast<std::int64_t>(at);
    return true;
}

const std::vector<NamedAttack>& attacks()
{
    static const std::vector<NamedAttack> kAttacks = {
        {"seq", altering([](AuditEvent& event) { ++event.seq; })},
        {"kind", altering([](AuditEvent& event) { event.kind = "TAKEN"; })},
        {"time", altering([](AuditEvent& event) { ++event.atUs; })},
        {"actor", altering([](AuditEvent& event) { event.actor = "POLICY"; })},
        {"person", altering([](AuditEvent& event) { event.personId = kSubject; })},
        {"login", altering([](AuditEvent& event) { event.login = "m_other"; })},
        {"body", altering([](AuditEvent& event) { event.body += " "; })},
        {"from", altering([](AuditEvent& event) { event.fromAccount = "settled"; })},
        {"to", altering([](AuditEvent& event) { event.toAccount = "settled"; })},
        {"amount", altering([](AuditEvent& event) { event.amountMinor = 999; })},
        {"currency", altering([](AuditEvent& event) { event.currency = "USD"; })},
        {"epoch", altering([](AuditEvent& event) { event.epoch = 2; })},
        {"subject", altering([](AuditEvent& event) { event.subjectId.back() = '2'; })},
        {"previous",
         altering([](AuditEvent& event) { event.previousLeaf = std::string(64, '0'); })},
        {"leaf", altering([](AuditEvent& event) { event.leaf = std::string(64, '0'); })},
        {"field shifted", altering([](AuditEvent& event) {
             event.login += event.body.front();
             event.body.erase(0, 1);
         })},
        {"forged body", forging([](AuditEvent& event) { event.body = "{}"; })},
        {"forged amount", forging([](AuditEvent& event) { event.amountMinor = 1'000; })},
        {"forged time", forging([](AuditEvent& event) { --event.atUs; })},
        {"removed", remove},
        {"removed and renumbered", removeAndRenumber},
        {"duplicated", duplicate},
        {"inserted", insertForged},
        {"reordered", reorder},
        {"truncated", truncate},
        {"truncated and counted", truncateAndCount},
    };
    return kAttacks;
}

} // namespace

class EventChainTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeChainHolds();
    void everyAttackAtEveryPositionIsFound_data();
    void everyAttackAtEveryPositionIsFound();
    void missingAndEmptyDiffer();
    void chainRewrittenToItsEndIsNotFound();
    void statusFollowsTheEvents();
    void recordIsIncompleteUntilAllIsRead();
    void recordNamesWhatDisagrees();
    void fault39_aClockThatWentBackIsSaid();
};

void EventChainTest::wholeChainHolds()
{
    QVERIFY(findingsOf(wholeLog()).empty());
    QVERIFY(findingsOf({{kSubject, "PERSON", 0, ""}, {}}).empty());
}

void EventChainTest::everyAttackAtEveryPositionIsFound_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t index = 0; index < attacks().size(); ++index)
        QTest::newRow(attacks()[index].name) << static_cast<int>(index);
}

void EventChainTest::everyAttackAtEveryPositionIsFound()
{
    QFETCH(int, index);
    const Log whole = wholeLog();
    for (std::size_t at = 0; at < whole.events.size(); ++at) {
        Log attacked = whole;
        if (!attacks()[static_cast<std::size_t>(index)].attack(attacked, at))
            continue;
        QVERIFY2(!findingsOf(attacked).empty(), std::to_string(at).c_str());
    }
}

void EventChainTest::missingAndEmptyDiffer()
{
    AuditEvent missing;
    AuditEvent empty;
    empty.personId = "";
    QVERIFY(eventLeaf(missing) != eventLeaf(empty));
    empty = {};
    empty.currency = "";
    QVERIFY(eventLeaf(missing) != eventLeaf(empty));
}

// The limit that the program states: only a seal outside the database finds this.
void EventChainTest::chainRewrittenToItsEndIsNotFound()
{
    Log log = wholeLog();
    log.events[3].body = "{}";
    std::string last;
    for (AuditEvent& event : log.events) {
        event.previousLeaf = last;
        event.leaf = eventLeaf(event);
        last = event.leaf;
    }
    log.chain.head = last;
    QVERIFY(findingsOf(log).empty());
}

void EventChainTest::statusFollowsTheEvents()
{
    EventChain chain({kSubject, "PAYMENT", 0, ""});
    const auto after = [&](const char* kind, const char* body) {
        AuditEvent event;
        event.kind = kind;
        event.body = body;
        chain.add(event);
        return chain.status();
    };
    QCOMPARE(chain.status(), std::string());
    QCOMPARE(after("ACCEPTED", "{}"), std::string("PENDING"));
    QCOMPARE(after("CLAIMED", "{}"), std::string("SUBMITTING"));
    QCOMPARE(after("NOTED", "{\"to\":\"FAILED\"}"), std::string("SUBMITTING"));
    QCOMPARE(after("STATUS_CHANGED", "{\"to\":\"REVIEW\"}"), std::string("REVIEW"));
    QCOMPARE(after("STATUS_CHANGED", "broken"), std::string("REVIEW"));
    QCOMPARE(after("INVALID", "{}"), std::string("FAILED"));
}

void EventChainTest::recordIsIncompleteUntilAllIsRead()
{
    RecordCheck check;
    QVERIFY(check.status() == RecordCheck::Status::Incomplete);
    const Log log = wholeLog();
    check.beginChain(log.chain);
    for (const AuditEvent& event : log.events)
        check.addEvent(event);
    check.endChains();
    QVERIFY(check.status() == RecordCheck::Status::Incomplete);
    std::int64_t sum = 0;
    for (const AuditEvent& event : log.events)
        sum += event.amountMinor.value_or(0);
    check.addPayment(kSubject, "PENDING");
    check.addBalance("due", "EUR", sum);
    check.addBalance("obligation", "EUR", -sum);
    check.finish();
    QCOMPARE(toText(check.status()), "PASS");
    QCOMPARE(check.eventCount(), std::int64_t{kLength});
}

void EventChainTest::recordNamesWhatDisagrees()
{
    const Log log = wholeLog();
    RecordCheck check;
    AuditEvent lost = log.events.front();
    lost.subjectId.back() = '9';
    check.addEvent(lost);
    check.beginChain(log.chain);
    for (const AuditEvent& event : log.events)
        check.addEvent(event);
    check.beginChain({"01890000-0000-7000-8000-000000000002", "PAYMENT", 0, ""});
    check.endChains();
    check.addPayment(kSubject, "SUCCEEDED");
    check.addPayment("01890000-0000-7000-8000-000000000003", "PENDING");
    check.addBalance("due", "EUR", 1);
    check.addPossible("EUR", 7);
    check.finish();
    QCOMPARE(toText(check.status()), "FAIL");
    QStringList codes;
    for (const AuditFinding& finding : check.findings())
        codes << QString::fromStdString(finding.code);
    const QStringList wanted = {
        QStringLiteral("audit.chain_missing"),
        QStringLiteral("audit.status"),
        QStringLiteral("audit.chain_missing"),
        QStringLiteral("audit.payment_missing"),
        QStringLiteral("audit.balance"),
        QStringLiteral("audit.possible")};
    QCOMPARE(codes, wanted);
}

// After a failover the new server's clock is an hour behind: the order of the events is that of
// their numbers, the record holds, and the reader is told.
void EventChainTest::fault39_aClockThatWentBackIsSaid()
{
    Log log = wholeLog();
    log.chain.head.clear();
    for (AuditEvent& event : log.events) {
        if (event.seq >= 20)
            event.atUs -= 3'600'000'000;
        event.previousLeaf = log.chain.head;
        event.leaf = eventLeaf(event);
        log.chain.head = event.leaf;
    }
    const auto found = findingsOf(log);
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found[0].code, std::string("audit.clock"));
    QCOMPARE(found[0].seq, std::int64_t(20));
    QVERIFY(found[0].isRemark);
    RecordCheck check;
    check.beginChain(log.chain);
    std::int64_t sum = 0;
    for (const AuditEvent& event : log.events) {
        check.addEvent(event);
        sum += event.amountMinor.value_or(0);
    }
    check.endChains();
    check.addPayment(kSubject, "PENDING");
    check.addBalance("due", "EUR", sum);
    check.addBalance("obligation", "EUR", -sum);
    check.finish();
    QCOMPARE(toText(check.status()), "PASS");
    QCOMPARE(check.findings().size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(EventChainTest)

#include "event_chain_test.moc"
