// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/sandbox_process.h"

#include <QSet>
#include <QTcpSocket>
#include <QTest>

#include <memory>
#include <vector>

namespace onceover {

class SandboxKeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void equalParallelRequestsMakeOneCharge_data()
    {
        QTest::addColumn<QByteArray>("provider");
        QTest::addColumn<int>("charges");
        QTest::newRow("card collapses") << QByteArray("card") << 1;
        QTest::newRow("wire does not") << QByteArray("wire") << 32;
    }

    void equalParallelRequestsMakeOneCharge()
    {
        QFETCH(QByteArray, provider);
        QFETCH(int, charges);
        constexpr int kCallers = 32;
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        const QByteArray request = SandboxProcess::requestBytes(
            '/' + provider + "/v1/charges", SandboxProcess::chargeBody("PARALLEL", 99), "PARALLEL");
        std::vector<std::unique_ptr<QTcpSocket>> sockets;
        for (int i = 0; i < kCallers; ++i) {
            sockets.push_back(std::make_unique<QTcpSocket>());
            sockets.back()->connectToHost(QStringLiteral("127.0.0.1"), sandbox.port());
            QVERIFY(sockets.back()->waitForConnected());
        }
        for (const auto& socket : sockets)
            socket->write(request);
        QSet<QByteArray> bodies;
        for (const auto& socket : sockets) {
            QTRY_COMPARE(socket->state(), QAbstractSocket::UnconnectedState);
            const WireAnswer answer = wireAnswer(socket->readAll());
            QCOMPARE(answer.status, 201);
            bodies.insert(answer.body);
        }
        QCOMPARE(bodies.size(), charges);
        QCOMPARE(sandbox.charges(), charges);
        QCOMPARE(sandbox.requests(), kCallers);
    }

    void aKeyBelongsToOneBody()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QCOMPARE(sandbox.charge("card", "K", "R", 1).status, 201);
        const WireAnswer other = sandbox.charge("card", "K", "R", 2);
        QCOMPARE(other.status, 409);
        QCOMPARE(other.errorCode(), QStringLiteral("idempotency_key_reused"));
        QCOMPARE(sandbox.charges(), 1);
    }

    void anExpiredKeyChargesAgain()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start(quoted("{'providers':{'card':{'key_ttl_s':0}}}")));
        QCOMPARE(sandbox.charge("card", "K", "R").status, 201);
        QCOMPARE(sandbox.charge("card", "K", "R").status, 201);
        QCOMPARE(sandbox.charges(), 2);
    }

    void aDeclineIsNotRememberedUnderItsKey()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start(quoted("{'faults':[{'fault':'decline'}]}")));
        QCOMPARE(sandbox.charge("card", "K", "R").status, 402);
        QCOMPARE(sandbox.charge("card", "K", "R").status, 201);
        QCOMPARE(sandbox.charges(), 1);
        QCOMPARE(sandbox.ledger("declines").size(), 1);
        const QJsonArray shown =
            sandbox.get("/card/v1/charges?key=K").json()[QStringLiteral("data")].toArray();
        QCOMPARE(shown.size(), 2);
        QCOMPARE(shown[0][QStringLiteral("status")].toString(), QStringLiteral("declined"));
        QCOMPARE(shown[1][QStringLiteral("status")].toString(), QStringLiteral("succeeded"));
    }

    void aUniqueMerchantNumberIsRefusedTheSecondTime()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start(quoted("{'providers':{'wire':{'unique_merchant_number':true}}}")));
        QCOMPARE(sandbox.charge("wire", {}, "R").status, 201);
        QCOMPARE(
            sandbox.charge("wire", {}, "R").errorCode(),
            QStringLiteral("duplicate_merchant_number"));
        QCOMPARE(sandbox.charges(), 1);
        QCOMPARE(
            sandbox.get("/wire/v1/charges?key=R-1").json()[QStringLiteral("data")].toArray().size(),
            1);
    }

    void invalidBodiesAreFinal_data()
    {
        QTest::addColumn<QByteArray>("body");
        for (const char* body :
             {"",
              "[]",
              "{",
              R"({"currency":"EUR","reference":"R"})",
              R"({"amount":0,"currency":"EUR","reference":"R"})",
              R"({"amount":-5,"currency":"EUR","reference":"R"})",
              R"({"amount":1.5,"currency":"EUR","reference":"R"})",
              R"({"amount":"5","currency":"EUR","reference":"R"})",
              R"({"amount":99999999999999999999,"currency":"EUR","reference":"R"})",
              R"({"amount":5,"currency":"eur","reference":"R"})",
              R"({"amount":5,"currency":"EUR","reference":""})",
              R"({"amount":5,"currency":"EUR","reference":"R","payee_account":7})"})
            QTest::addRow("%s", body) << QByteArray(body);
    }

    void invalidBodiesAreFinal()
    {
        QFETCH(QByteArray, body);
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        const WireAnswer answer = sandbox.post("/card/v1/charges", body, "K");
        QCOMPARE(answer.status, 422);
        QCOMPARE(answer.errorCode(), QStringLiteral("invalid_request"));
        QVERIFY(answer.json()[QStringLiteral("error")][QStringLiteral("final")].toBool());
        QCOMPARE(sandbox.charges(), 0);
        QCOMPARE(sandbox.requests(), 1);
    }
};

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::SandboxKeysTest)
#include "sandbox_keys_test.moc"
