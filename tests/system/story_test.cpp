// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/demo_process.h"
#include "tests/system/sandbox_process.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QSet>
#include <QTest>

namespace onceover {

// The demonstration as a newcomer without a display sees it: the real executables, judged by what
// they say in JSON and by the provider's own ledger.
class StoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyStepIsTold();
    void mostPaymentsSucceed();
    void severalProvidersAndCurrenciesTakePart();
    void lostAnswersAreSettledByQueryAndStatement();
    void linesWithoutReferencesAreMatched();
    void theResendTookTwoPeople();
    void casesAreLeftForTheReader();
    void ledgerEqualsWhatMayHaveHappened();
    void providersLedgerAgreesWithThePermits();
    void secondTellingChangesNothing();
    void aScriptsProposalNamesWhatWasSeen();

private:
    CoreRun story() const;
    QVector<QJsonObject> step(const char* name) const;
    QJsonObject payment(const QString& reference) const;

    DemoProcess m_demo;
    CoreRun m_told;
    QMap<QString, QJsonObject> m_payments;
};

CoreRun StoryTest::story() const
{
    return m_demo.core(
        {QStringLiteral("story"), QStringLiteral("--sandbox"), SandboxProcess::executable()});
}

QVector<QJsonObject> StoryTest::step(const char* name) const
{
    QVector<QJsonObject> found;
    for (const QJsonObject& line : m_told.lines) {
        if (line[QStringLiteral("step")].toString() == QLatin1String(name))
            found.append(line);
    }
    return found;
}

QJsonObject StoryTest::payment(const QString& reference) const
{
    return m_demo.core({QStringLiteral("payment"), reference}).last();
}

void StoryTest::initTestCase()
{
    QElapsedTimer timer;
    timer.start();
    m_told = story();
    QVERIFY2(m_told.exitCode == 0, m_told.described().constData());
    qInfo("the story took %lld ms", static_cast<long long>(timer.elapsed()));
    QVERIFY(m_demo.holdOpen());
    m_payments = m_demo.payments();
}

void StoryTest::everyStepIsTold()
{
    for (const char* name :
         {"cluster",
          "provider",
          "profiles",
          "accepted",
          "repeated",
          "sent",
          "asked",
          "retried",
          "statement",
          "rules",
          "matched",
          "contradiction",
          "duplicate",
          "take",
          "alone",
          "approved",
          "proposed",
          "left"}) {
        QVERIFY2(step(name).size() == 1, name);
        QVERIFY2(!step(name).first()[QStringLiteral("text")].toString().isEmpty(), name);
    }
    QCOMPARE(step("accepted").first()[QStringLiteral("accepted")].toInt(), m_payments.size());
    QCOMPARE(step("repeated").first()[QStringLiteral("new")].toInt(), 0);
    QCOMPARE(
        step("alone").first()[QStringLiteral("code")].toString(),
        QStringLiteral("person.proposer"));
    QCOMPARE(
        step("approved").first()[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
}

void StoryTest::mostPaymentsSucceed()
{
    const CoreRun status = m_demo.core({QStringLiteral("status")});
    QMap<QString, int> counts;
    for (const QJsonObject& line : status.ofType("status"))
        counts[line[QStringLiteral("status")].toString()] += line[QStringLiteral("count")].toInt();
    int sum = 0;
    for (const int count : counts)
        sum += count;
    QCOMPARE(sum, m_payments.size());
    QVERIFY(sum >= 55);
    QVERIFY(counts[QStringLiteral("SUCCEEDED")] * 10 >= sum * 7);
    QVERIFY(counts[QStringLiteral("FAILED")] >= 2);
    QVERIFY(counts[QStringLiteral("REVIEW")] >= 3);
    QCOMPARE(counts[QStringLiteral("SUBMITTING")], 0);
}

void StoryTest::severalProvidersAndCurrenciesTakePart()
{
    QSet<QString> providers;
    QSet<QString> currencies;
    for (const QJsonObject& each : m_payments) {
        providers.insert(each[QStringLiteral("provider")].toString());
        currencies.insert(each[QStringLiteral("currency")].toString());
    }
    QCOMPARE(providers.size(), 3);
    QVERIFY(currencies.contains(QStringLiteral("JPY")));
    QVERIFY(currencies.contains(QStringLiteral("KWD")));
    QVERIFY(currencies.size() >= 5);
}

void StoryTest::lostAnswersAreSettledByQueryAndStatement()
{
    QMap<QString, int> bases;
    for (const QJsonObject& each : m_payments) {
        if (each[QStringLiteral("status")].toString() == QStringLiteral("SUCCEEDED"))
            ++bases[each[QStringLiteral("basis")].toString()];
    }
    QVERIFY(bases[QStringLiteral("DIRECT")] > 0);
    QVERIFY(bases[QStringLiteral("QUERY")] >= 5);
    QVERIFY(bases[QStringLiteral("BANK")] >= 2);
    QVERIFY(step("statement").first()[QStringLiteral("settled")].toInt() >= 2);
    QVERIFY(step("retried").first()[QStringLiteral("retryable")].toInt() >= 2);
    QVERIFY(step("retried").first()[QStringLiteral("proven_absent")].toInt() >= 1);
}

// Eight lines of two files are six movements: a set of two, a part, two equal payments facing one
// line, and two that belong to nobody.
void StoryTest::linesWithoutReferencesAreMatched()
{
    const QJsonObject matched = step("matched").first();
    QCOMPARE(matched[QStringLiteral("entries")].toInt(), 8);
    QCOMPARE(matched[QStringLiteral("records")].toInt(), 6);
    QCOMPARE(matched[QStringLiteral("linked")].toInt(), 2);
    int settled = 0;
    int alike = 0;
    for (const QJsonObject& each : m_payments) {
        const QString payee = each[QStringLiteral("payee")].toString();
        const bool isSettled =
            each[QStringLiteral("finality")].toString() == QStringLiteral("SETTLED");
        settled += payee == QStringLiteral("Riverside Property") && isSettled ? 1 : 0;
        alike += payee == QStringLiteral("Twin Bakery") && !isSettled ? 1 : 0;
        if (payee == QStringLiteral("Stone Quarry GmbH"))
            QCOMPARE(each[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    }
    QCOMPARE(settled, 2);
    QCOMPARE(alike, 2);
}

void StoryTest::theResendTookTwoPeople()
{
    const QJsonObject resent =
        payment(step("approved").first()[QStringLiteral("reference")].toString());
    QCOMPARE(resent[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QCOMPARE(extraPermits(resent), 1);
    QCOMPARE(resent[QStringLiteral("attempts")].toArray().size(), 2);
    const QJsonObject decision = resent[QStringLiteral("decisions")].toArray().first().toObject();
    QCOMPARE(decision[QStringLiteral("state")].toString(), QStringLiteral("IN_FORCE"));
    QVERIFY(
        decision[QStringLiteral("proposed_by")].toString()
        != decision[QStringLiteral("approved_by")].toString());
    QVERIFY(!decision[QStringLiteral("note")].toString().isEmpty());
}

void StoryTest::casesAreLeftForTheReader()
{
    QVERIFY(step("case").size() >= 4);
    int contradictions = 0;
    int held = 0;
    int proposed = 0;
    for (const QJsonObject& each : m_payments) {
        contradictions += each[QStringLiteral("has_contradiction")].toBool() ? 1 : 0;
        held += each[QStringLiteral("hold_reason")].isString() ? 1 : 0;
        proposed += each[QStringLiteral("open_decision_id")].isString() ? 1 : 0;
        const QString status = each[QStringLiteral("status")].toString();
        if (status == QStringLiteral("UNKNOWN"))
            QVERIFY(each[QStringLiteral("unknown_reason")].isString());
        if (status == QStringLiteral("REVIEW"))
            QVERIFY(each[QStringLiteral("review_reason")].isString());
    }
    QCOMPARE(contradictions, 3);
    QCOMPARE(held, 1);
    QCOMPARE(proposed, 1);
}

void StoryTest::ledgerEqualsWhatMayHaveHappened()
{
    QMap<QString, qint64> booked;
    for (const QJsonObject& line : m_demo.core({QStringLiteral("ledger")}).ofType("account")) {
        const QString account = line[QStringLiteral("account")].toString();
        if (account == QStringLiteral("in_transit") || account == QStringLiteral("in_doubt")
            || account == QStringLiteral("decided_not_proven"))
            booked[line[QStringLiteral("currency")].toString()] +=
                line[QStringLiteral("balance_minor")].toInteger();
    }
    QMap<QString, qint64> possible;
    for (auto each = m_payments.begin(); each != m_payments.end(); ++each) {
        const QJsonObject full = payment(each.key());
        for (const QJsonValue& value : full[QStringLiteral("attempts")].toArray()) {
            const QJsonObject attempt = value.toObject();
            if (attempt[QStringLiteral("fate")].toString() == QStringLiteral("POSSIBLE")
                && attempt[QStringLiteral("account")].isString())
                possible[full[QStringLiteral("currency")].toString()] +=
                    full[QStringLiteral("amount_minor")].toInteger();
        }
    }
    QVERIFY(!possible.isEmpty());
    for (const QString& currency : booked.keys() + possible.keys())
        QCOMPARE(booked.value(currency), possible.value(currency));
}

void StoryTest::providersLedgerAgreesWithThePermits()
{
    const CoreRun ledger = DemoProcess::run(
        SandboxProcess::executable(),
        {QStringLiteral("ledger"),
         QStringLiteral("--dir"),
         m_demo.path(QStringLiteral("sandbox")),
         QStringLiteral("--json")});
    QCOMPARE(ledger.exitCode, 0);
    int injected = 0;
    int charged = 0;
    for (const QJsonValue& value : ledger.last()[QStringLiteral("references")].toArray()) {
        const QJsonObject counts = value.toObject();
        const QString reference = counts[QStringLiteral("reference")].toString();
        QVERIFY2(m_payments.contains(reference), qPrintable(reference));
        const int charges = counts[QStringLiteral("charges")].toInt();
        QVERIFY2(charges <= 1 + extraPermits(payment(reference)), qPrintable(reference));
        injected += counts[QStringLiteral("injected_duplicates")].toInt();
        charged += charges;
    }
    QCOMPARE(injected, 1);
    QVERIFY(charged >= 50);
}

void StoryTest::secondTellingChangesNothing()
{
    const CoreRun again = story();
    QVERIFY2(again.exitCode == 0, again.described().constData());
    QCOMPARE(again.count("step", "told_before"), 1);
    QCOMPARE(again.count("step", "accepted"), 0);
    const auto now = m_demo.payments();
    QCOMPARE(now.size(), m_payments.size());
    for (auto each = now.begin(); each != now.end(); ++each)
        QCOMPARE(
            each.value()[QStringLiteral("version")],
            m_payments[each.key()][QStringLiteral("version")]);
}

// Without the digest nothing is proposed, and the refusal shows what would have to be named. The
// same words again, after the first have taken effect, are a read.
void StoryTest::aScriptsProposalNamesWhatWasSeen()
{
    QString reference;
    for (const QJsonObject& each : m_payments)
        if (each[QStringLiteral("status")].toString() == QStringLiteral("REVIEW")
            && each[QStringLiteral("review_reason")].toString() == QStringLiteral("EXHAUSTED")
            && !each[QStringLiteral("open_decision_id")].isString())
            reference = each[QStringLiteral("reference")].toString();
    QVERIFY(!reference.isEmpty());
    const QJsonObject seen = payment(reference);
    const QString digest = seen[QStringLiteral("digest")].toString();
    QCOMPARE(digest.size(), 64);
    const QString version = QString::number(seen[QStringLiteral("version")].toInteger());
    const QStringList words = {
        QStringLiteral("desk"),
        QStringLiteral("propose"),
        QStringLiteral("--as"),
        QStringLiteral("liwei"),
        QStringLiteral("--id"),
        QStringLiteral("0199f3a0-0000-7000-8000-00000000abcd"),
        QStringLiteral("--payment"),
        reference,
        QStringLiteral("--kind"),
        QStringLiteral("CONFIRM"),
        QStringLiteral("--reason"),
        QStringLiteral("PAYEE_CONFIRMS"),
        QStringLiteral("--note"),
        QStringLiteral("called")};
    for (const QStringList& part :
         {QStringList(),
          QStringList{QStringLiteral("--digest"), digest},
          QStringList{QStringLiteral("--version"), version}}) {
        const CoreRun unnamed = m_demo.core(words + part);
        QCOMPARE(unnamed.exitCode, 64);
        QVERIFY2(
            (unnamed.output + unnamed.complaint).contains(digest.toLatin1()),
            unnamed.described().constData());
        QCOMPARE(payment(reference), seen);
    }
    const QStringList named =
        words
        + QStringList{QStringLiteral("--digest"), digest, QStringLiteral("--version"), version};
    const CoreRun once = m_demo.core(named);
    QVERIFY2(once.exitCode == 0, once.described().constData());
    const CoreRun twice = m_demo.core(named);
    QVERIFY2(twice.exitCode == 0, twice.described().constData());
    QCOMPARE(twice.last(), once.last());
    QCOMPARE(payment(reference)[QStringLiteral("decisions")].toArray().size(), 1);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StoryTest)
#include "story_test.moc"
