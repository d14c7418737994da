// SPDX-License-Identifier: GPL-3.0-or-later
// The whole machine against a provider that somebody else wrote: accept, pass and payment of the
// real onceover-core, the shipped profile "stripe", and npm stripe-stateful-mock. The oracle is the
// mock's own list of charges: never more than one per payment.
#include "tests/support/stripe_mock.h"
#include "tests/support/tcp_gate.h"
#include "tests/system/core_process.h"

#include <QJsonDocument>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <memory>
#include <string>

#include <nlohmann/json.hpp>

using namespace onceover;

namespace {

constexpr int kPatienceMs = 30'000;

QByteArray formOf(const QString& reference, int amountMinor)
{
    return "amount=" + QByteArray::number(amountMinor)
           + "&currency=eur&source=tok_visa&description=" + reference.toLatin1()
           + "&metadata%5Breference%5D=" + reference.toLatin1()
           + "&metadata%5Bprovider_key%5D=" + reference.toLatin1() + "-1";
}

} // namespace

class StripeCycleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void successIsOneCharge();
    void retryableDeclineIsTriedAgainAndBounded_data();
    void retryableDeclineIsTriedAgainAndBounded();
    void finalDeclineFails();
    void sameKeyTwiceIsOneCharge();
    void lostRequestIsSentAgainUnderItsKey();
    void lostAnswerIsSettledByTheList();
    void sameKeyWithAnotherAmountIsShown();
    void serverErrorIsUnknownAndStaysVisible();
    void serverErrorEndsOnlyByProof();
    void forgottenSuccessIsAContradiction();
    void forgottenSuccessWithLostAnswerIsAContradiction();
    void everyPaymentHasAtMostOneCharge();

private:
    QString accept(const char* token, int amountMinor = 1250, const char* provider = "stripe");
    QByteArray ask(const QByteArray& request) const;
    // Charges in the mock's own list with this reference and state; all states for an empty one.
    int charges(const QString& reference, const char* state = "succeeded") const;
    int post(const QByteArray& form, const QByteArray& key) const;
    static QStringList grounds(const QJsonObject& payment);
    static QStringList contradictions(const QJsonObject& payment);

    std::unique_ptr<StripeMock> m_mock;
    // Each with a profile of its own, so that nobody else's look goes through while it is shut.
    std::unique_ptr<TcpGate> m_requestGate;
    std::unique_ptr<TcpGate> m_answerGate;
    std::unique_ptr<TcpGate> m_forgetGate;
    std::unique_ptr<CoreProcess> m_core;
    QStringList m_references;
};

void StripeCycleTest::initTestCase()
{
    std::string whyNot;
    m_mock = StripeMock::start(whyNot);
    if (!m_mock)
        QSKIP(whyNot.c_str());
    const auto fast = nlohmann::ordered_json::parse(m_mock->profileText());
    auto slow = fast;
    // A provider that may still execute what it has: nothing proves absence during these tests.
    slow["name"] = "stripe-slow";
    slow["times"]["longest_processing_ms"] = 3'600'000;
    QList<QByteArray> profiles = {
        QByteArray::fromStdString(fast.dump()), QByteArray::fromStdString(slow.dump())};
    const int port = QUrl(QString::fromStdString(m_mock->baseUrl())).port();
    for (const auto& [gate, name] :
         {std::pair(&m_requestGate, "stripe-request-lost"),
          std::pair(&m_answerGate, "stripe-answer-lost"),
          std::pair(&m_forgetGate, "stripe-forget-lost")}) {
        *gate = std::make_unique<TcpGate>(static_cast<std::uint16_t>(port));
        auto gated = fast;
        gated["name"] = name;
        gated["base_url"] = "http://127.0.0.1:" + std::to_string((*gate)->port());
        profiles << QByteArray::fromStdString(gated.dump());
    }
    m_core = std::make_unique<CoreProcess>();
    const CoreAnswer made = m_core->create(profiles);
    QVERIFY2(made.exitCode == 0, made.described().constData());
}

QString StripeCycleTest::accept(const char* token, int amountMinor, const char* provider)
{
    const QString number = QString::number(m_references.size() + 1);
    const QString reference = m_core->accept(
        {{QStringLiteral("source"), QStringLiteral("shop")},
         {QStringLiteral("idempotency_key"), QStringLiteral("order-") + number},
         {QStringLiteral("kind"), QStringLiteral("PAYMENT")},
         {QStringLiteral("direction"), QStringLiteral("IN")},
         {QStringLiteral("payee"), QStringLiteral("Customer ") + number},
         {QStringLiteral("payee_account"), QLatin1String(token)},
         {QStringLiteral("amount_minor"), amountMinor},
         {QStringLiteral("currency"), QStringLiteral("EUR")},
         {QStringLiteral("provider"), QLatin1String(provider)}});
    m_references << reference;
    return reference;
}

// One request straight to the mock, past the gate; the whole answer.
QByteArray StripeCycleTest::ask(const QByteArray& request) const
{
    QTcpSocket socket;
    const int port = QUrl(QString::fromStdString(m_mock->baseUrl())).port();
    socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(port));
    socket.waitForConnected(kPatienceMs);
    socket.write(request);
    QByteArray bytes;
    while (socket.state() == QAbstractSocket::ConnectedState
           && socket.waitForReadyRead(kPatienceMs))
        bytes += socket.readAll();
    return bytes + socket.readAll();
}

int StripeCycleTest::charges(const QString& reference, const char* state) const
{
    int count = 0;
    QByteArray after;
    for (bool hasMore = true; hasMore;) {
        const QByteArray answer =
            ask("GET /v1/charges?limit=100" + after
                + " HTTP/1.0\r\nAuthorization: Bearer sk_test_onceover\r\n\r\n");
        const QJsonObject list =
            QJsonDocument::fromJson(answer.mid(answer.indexOf("\r\n\r\n") + 4)).object();
        if (list[QStringLiteral("object")] != QLatin1String("list"))
            qFatal("%s", answer.constData());
        for (const QJsonValue& value : list[QStringLiteral("data")].toArray()) {
            const QJsonObject charge = value.toObject();
            const QString named =
                charge[QStringLiteral("metadata")][QStringLiteral("reference")].toString();
            const QString shown = charge[QStringLiteral("status")].toString();
            count += named == reference && shown == QLatin1String(state) ? 1 : 0;
            after = "&starting_after=" + charge[QStringLiteral("id")].toString().toLatin1();
        }
        hasMore = list[QStringLiteral("has_more")].toBool();
    }
    return count;
}

int StripeCycleTest::post(const QByteArray& form, const QByteArray& key) const
{
    const QByteArray answer =
        ask("POST /v1/charges HTTP/1.0\r\nAuthorization: Bearer sk_test_onceover\r\n"
            "Idempotency-Key: "
            + key + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            + QByteArray::number(form.size()) + "\r\n\r\n" + form);
    return answer.mid(9, 3).toInt();
}

QStringList StripeCycleTest::grounds(const QJsonObject& payment)
{
    QStringList grounds;
    for (const QJsonValue& permit : payment[QStringLiteral("permits")].toArray())
        grounds << permit[QStringLiteral("ground")].toString();
    return grounds;
}

QStringList StripeCycleTest::contradictions(const QJsonObject& payment)
{
    QStringList kinds;
    for (const QJsonValue& each : payment[QStringLiteral("contradictions")].toArray())
        kinds << each[QStringLiteral("kind")].toString();
    return kinds;
}

void StripeCycleTest::successIsOneCharge()
{
    const QString reference = accept("tok_visa");
    const QJsonObject payment = m_core->passUntil(reference, "SUCCEEDED", 1);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QCOMPARE(payment[QStringLiteral("basis")].toString(), QStringLiteral("DIRECT"));
    QCOMPARE(charges(reference), 1);
    // The sweep asks the provider's list again and changes nothing.
    for (int count = 0; count < 3; ++count)
        QCOMPARE(m_core->run({QStringLiteral("pass")}).exitCode, 0);
    const QJsonObject swept = m_core->payment(reference);
    QCOMPARE(swept[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QCOMPARE(grounds(swept), QStringList{QStringLiteral("FIRST")});
    QCOMPARE(charges(reference), 1);
}

void StripeCycleTest::retryableDeclineIsTriedAgainAndBounded_data()
{
    QTest::addColumn<int>("declined");
    QTest::newRow("tok_chargeDeclinedInsufficientFunds") << 4;
    QTest::newRow("tok_429") << 0;
}

void StripeCycleTest::retryableDeclineIsTriedAgainAndBounded()
{
    QFETCH(int, declined);
    const QString reference = accept(QTest::currentDataTag());
    QJsonObject payment;
    for (int count = 0; count < 60 && grounds(payment).size() < 4; ++count) {
        m_core->run({QStringLiteral("pass")});
        payment = m_core->payment(reference);
    }
    payment = m_core->passUntil(reference, "FAILED");
    for (int count = 0; count < 3; ++count)
        m_core->run({QStringLiteral("pass")});
    payment = m_core->payment(reference);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("FAILED"));
    QCOMPARE(
        payment[QStringLiteral("failure_kind")].toString(), QStringLiteral("REJECTED_RETRYABLE"));
    QCOMPARE(
        grounds(payment).join(u','),
        QStringLiteral("FIRST,REJECTED_RETRYABLE,REJECTED_RETRYABLE,REJECTED_RETRYABLE"));
    QCOMPARE(charges(reference), 0);
    QCOMPARE(charges(reference, "failed"), declined);
}

void StripeCycleTest::finalDeclineFails()
{
    const QString reference = accept("tok_chargeDeclined");
    const QJsonObject payment = m_core->passUntil(reference, "FAILED", 1);
    QCOMPARE(payment[QStringLiteral("failure_kind")].toString(), QStringLiteral("REJECTED_FINAL"));
    for (int count = 0; count < 3; ++count)
        m_core->run({QStringLiteral("pass")});
    QCOMPARE(grounds(m_core->payment(reference)), QStringList{QStringLiteral("FIRST")});
    QCOMPARE(charges(reference), 0);
    QCOMPARE(charges(reference, "failed"), 1);
}

// The charge was made before under the very key that the machine sends: a run of ours that a
// restored database has forgotten. The provider collapses the two.
void StripeCycleTest::sameKeyTwiceIsOneCharge()
{
    const QString reference = accept("tok_visa");
    QCOMPARE(post(formOf(reference, 1250), reference.toLatin1() + "-1"), 200);
    QCOMPARE(charges(reference), 1);
    const QJsonObject payment = m_core->passUntil(reference, "SUCCEEDED", 1);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QCOMPARE(charges(reference), 1);
}

// The connection breaks before the provider has the request: absence is proven by the list, and the
// send is repeated under the same key.
void StripeCycleTest::lostRequestIsSentAgainUnderItsKey()
{
    const QString reference = accept("tok_visa", 1250, "stripe-request-lost");
    m_requestGate->cutAfter(TcpGate::Way::ToServer, 40);
    m_core->run({QStringLiteral("pass")});
    QCOMPARE(
        m_core->payment(reference)[QStringLiteral("status")].toString(), QStringLiteral("UNKNOWN"));
    m_requestGate->open();
    const QJsonObject payment = m_core->passUntil(reference, "SUCCEEDED");
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QCOMPARE(grounds(payment).join(u','), QStringLiteral("FIRST,PROVEN_ABSENT"));
    QCOMPARE(contradictions(payment), QStringList());
    QStringList fates;
    for (const QJsonValue& attempt : payment[QStringLiteral("attempts")].toArray()) {
        QCOMPARE(
            attempt[QStringLiteral("provider_key")].toString(), reference + QStringLiteral("-1"));
        fates << attempt[QStringLiteral("fate")].toString();
    }
    QCOMPARE(fates.join(u','), QStringLiteral("NOT_HAPPENED,HAPPENED"));
    QCOMPARE(charges(reference), 1);
}

void StripeCycleTest::lostAnswerIsSettledByTheList()
{
    const QString reference = accept("tok_visa", 1250, "stripe-answer-lost");
    m_answerGate->cutAfter(TcpGate::Way::ToClient, 0);
    m_core->run({QStringLiteral("pass")});
    QCOMPARE(
        m_core->payment(reference)[QStringLiteral("status")].toString(), QStringLiteral("UNKNOWN"));
    m_answerGate->open();
    const QJsonObject payment = m_core->passUntil(reference, "SUCCEEDED");
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("SUCCEEDED"));
    QCOMPARE(payment[QStringLiteral("basis")].toString(), QStringLiteral("QUERY"));
    QCOMPARE(grounds(payment), QStringList{QStringLiteral("FIRST")});
    QCOMPARE(charges(reference), 1);
}

void StripeCycleTest::sameKeyWithAnotherAmountIsShown()
{
    const QString reference = accept("tok_visa");
    QCOMPARE(post(formOf(reference, 1251), reference.toLatin1() + "-1"), 200);
    const QJsonObject payment = m_core->passUntil(reference, "REVIEW");
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    QCOMPARE(payment[QStringLiteral("candidates")].toArray().size(), 1);
    const QJsonArray results = payment[QStringLiteral("results")].toArray();
    QCOMPARE(results.size(), 1);
    QCOMPARE(results[0][QStringLiteral("answer")].toString(), QStringLiteral("EXISTS"));
    for (int count = 0; count < 5; ++count)
        m_core->run({QStringLiteral("pass")});
    QCOMPARE(grounds(m_core->payment(reference)), QStringList{QStringLiteral("FIRST")});
    QCOMPARE(charges(reference), 1);
}

void StripeCycleTest::serverErrorIsUnknownAndStaysVisible()
{
    const QString reference = accept("tok_500", 1250, "stripe-slow");
    for (int count = 0; count < 5; ++count)
        m_core->run({QStringLiteral("pass")});
    const QJsonObject payment = m_core->payment(reference);
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("UNKNOWN"));
    QCOMPARE(payment[QStringLiteral("unknown_reason")].toString(), QStringLiteral("HTTP_500"));
    QVERIFY(!payment[QStringLiteral("next_look_at")].toString().isEmpty());
    QVERIFY(!payment[QStringLiteral("absence_conditions")].toArray().isEmpty());
    QCOMPARE(grounds(payment), QStringList{QStringLiteral("FIRST")});
    const CoreAnswer listed = m_core->run(
        {QStringLiteral("payments"), QStringLiteral("--status"), QStringLiteral("UNKNOWN")});
    QVERIFY(listed.output.contains(reference.toLatin1()));
}

void StripeCycleTest::serverErrorEndsOnlyByProof()
{
    const QString reference = accept("tok_500");
    QJsonObject payment;
    for (int count = 0; count < 60 && grounds(payment).size() < 4; ++count) {
        m_core->run({QStringLiteral("pass")});
        payment = m_core->payment(reference);
    }
    payment = m_core->passUntil(reference, "FAILED");
    QCOMPARE(payment[QStringLiteral("failure_kind")].toString(), QStringLiteral("ABSENT"));
    int proofs = 0;
    for (const QJsonValue& evidence : payment[QStringLiteral("evidence")].toArray())
        proofs += evidence[QStringLiteral("proves_absence")].toBool() ? 1 : 0;
    QVERIFY(proofs > 0);
    for (const QJsonValue& attempt : payment[QStringLiteral("attempts")].toArray())
        QCOMPARE(
            attempt[QStringLiteral("provider_key")].toString(), reference + QStringLiteral("-1"));
    QCOMPARE(charges(reference), 0);
}

void StripeCycleTest::forgottenSuccessIsAContradiction()
{
    const QString reference = accept("tok_forget");
    const QJsonObject payment = m_core->passUntil(reference, "REVIEW");
    QCOMPARE(payment[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    QCOMPARE(payment[QStringLiteral("review_reason")].toString(), QStringLiteral("CONTRADICTION"));
    QCOMPARE(contradictions(payment), QStringList{QStringLiteral("SUCCESS_NOT_LISTED")});
    for (int count = 0; count < 5; ++count)
        m_core->run({QStringLiteral("pass")});
    const QJsonObject later = m_core->payment(reference);
    QCOMPARE(later[QStringLiteral("status")].toString(), QStringLiteral("REVIEW"));
    QCOMPARE(grounds(later), QStringList{QStringLiteral("FIRST")});
    QCOMPARE(charges(reference), 0);
}

// The first answer is lost and the list knows nothing: the second send under the same key gets the
// stored success of the first, which the list still does not show.
void StripeCycleTest::forgottenSuccessWithLostAnswerIsAContradiction()
{
    const QString reference = accept("tok_forget", 1250, "stripe-forget-lost");
    m_forgetGate->cutAfter(TcpGate::Way::ToClient, 0);
    m_core->run({QStringLiteral("pass")});
    m_forgetGate->open();
    const QJsonObject payment = m_core->passUntil(reference, "REVIEW");
    QCOMPARE(payment[QStringLiteral("review_reason")].toString(), QStringLiteral("CONTRADICTION"));
    QCOMPARE(contradictions(payment), QStringList{QStringLiteral("SUCCESS_NOT_LISTED")});
    QCOMPARE(grounds(payment).join(u','), QStringLiteral("FIRST,PROVEN_ABSENT"));
    QCOMPARE(charges(reference), 0);
}

void StripeCycleTest::everyPaymentHasAtMostOneCharge()
{
    QVERIFY(m_references.size() > 10);
    for (const QString& reference : m_references) {
        QVERIFY(!reference.isEmpty());
        QVERIFY(charges(reference) <= 1);
    }
    for (const QJsonObject& line : m_core->run({QStringLiteral("ledger")}).lines)
        QVERIFY(
            line[QStringLiteral("account")] != QLatin1String("refund_due")
            || line[QStringLiteral("balance_minor")].toInt(-1) == 0);
}

QTEST_GUILESS_MAIN(StripeCycleTest)

#include "stripe_cycle_test.moc"
