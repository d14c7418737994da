// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/sandbox_process.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTcpSocket>
#include <QTest>

#include <cerrno>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onceover {

namespace {

// What recv() says when the connection ended: 0 for FIN, or errno. Qt shows a reset as an ordinary
// end.
int endOfConnection(quint16 port, const QByteArray& request)
{
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = -1;
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0
        && ::send(descriptor, request.constData(), static_cast<std::size_t>(request.size()), 0)
               == request.size()) {
        char buffer[4096];
        ssize_t count = 1;
        while (count > 0)
            count = ::recv(descriptor, buffer, sizeof buffer, 0);
        end = count == 0 ? 0 : errno;
    }
    ::close(descriptor);
    return end;
}

} // namespace

class SandboxFaultsTest : public QObject
{
    Q_OBJECT

private:
    SandboxProcess m_sandbox;

private Q_SLOTS:

    void initTestCase() { QVERIFY(m_sandbox.start()); }

    // Every kind: the status seen (0: no status line), whether the body was whole, and the charges
    // it made.
    void kindOfFault_data()
    {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("whole");
        QTest::addColumn<int>("charges");
        const auto row = [](const char* fault, int status, bool whole, int charges) {
            QTest::addRow("%s", fault) << QByteArray(fault) << status << whole << charges;
        };
        row(R"({"kind":"answer_after_deadline","delay_ms":30})", 201, true, 1);
        row(R"({"kind":"execute_after","delay_ms":30})", 201, true, 1);
        row(R"({"kind":"charge_then_drop"})", 0, false, 1);
        row(R"({"kind":"charge_then_reset"})", 0, false, 1);
        row(R"({"kind":"drop_without_charge"})", 0, false, 0);
        row(R"({"kind":"reset_without_charge"})", 0, false, 0);
        row(R"({"kind":"half_response","charge":true})", 201, false, 1);
        row(R"({"kind":"half_response","charge":false})", 201, false, 0);
        row(R"({"kind":"half_response","charge":true,"in":"body"})", 201, false, 1);
        row(R"({"kind":"half_response","charge":false,"in":"body"})", 201, false, 0);
        row(R"({"kind":"http_status","status":500})", 500, true, 0);
        row(R"({"kind":"http_status","status":500,"charge":true})", 500, true, 1);
        row(R"({"kind":"http_status","status":429})", 429, true, 0);
        row(R"({"kind":"http_status","status":409,"charge":true})", 409, true, 1);
        row(R"({"kind":"http_status","status":204,"charge":true})", 204, true, 1);
        row(R"({"kind":"decline","code":"insufficient_funds","retryable":true})", 402, true, 0);
        row(R"({"kind":"decline","code":"account_closed","retryable":false})", 402, true, 0);
        row(R"({"kind":"processing"})", 202, true, 0);
        row(R"({"kind":"delayed_visibility","delay_ms":60000})", 201, true, 1);
        row(R"({"kind":"duplicate_charge"})", 201, true, 2);
        row(R"({"kind":"forget"})", 201, true, 1);
        row(R"({"kind":"wrong_echo","amount":1})", 201, true, 1);
        row(R"({"kind":"redirect","status":307})", 307, true, 0);
        row(R"({"kind":"slow_body","interval_ms":1})", 201, true, 1);
        row(R"({"kind":"huge_body","bytes":3000000})", 201, true, 1);
    }

    void kindOfFault()
    {
        QFETCH(QByteArray, fault);
        QFETCH(int, status);
        QFETCH(bool, whole);
        QFETCH(int, charges);
        static int number = 0;
        const QByteArray reference = "FAULT" + QByteArray::number(++number);
        QVERIFY(m_sandbox.addFault(
            quoted("{'provider':'card','match':{'reference':'") + reference + quoted("'},'fault':")
            + fault + '}'));
        const int chargesBefore = m_sandbox.charges();
        const int requestsBefore = m_sandbox.requests();
        const WireAnswer answer = m_sandbox.charge("card", reference, reference);
        QCOMPARE(answer.status, status);
        QCOMPARE(answer.whole, whole);
        QCOMPARE(m_sandbox.charges() - chargesBefore, charges);
        QCOMPARE(m_sandbox.requests() - requestsBefore, 1);
    }

    void dropIsFinAndResetIsRst()
    {
        const QByteArray request = SandboxProcess::requestBytes(
            "/card/v1/charges", SandboxProcess::chargeBody("ENDOFCONNECTION1", 5), {});
        QVERIFY(m_sandbox.addFault(quoted("{'fault':'charge_then_drop'}")));
        QCOMPARE(endOfConnection(m_sandbox.port(), request), 0);
        QVERIFY(m_sandbox.addFault(quoted("{'fault':'charge_then_reset'}")));
        QCOMPARE(endOfConnection(m_sandbox.port(), request), ECONNRESET);
    }

    void halfAnswersLookLikeSuccess()
    {
        QVERIFY(m_sandbox.addFault(quoted("{'fault':{'kind':'half_response','charge':false}}")));
        const WireAnswer head = m_sandbox.charge("card", "HALF1", "HALF1");
        QCOMPARE(head.bytes, QByteArray("HTTP/1.1 201 Created\r\nContent"));
        QVERIFY(m_sandbox.addFault(
            quoted("{'fault':{'kind':'half_response','charge':false,'in':'body'}}")));
        const WireAnswer body = m_sandbox.charge("card", "HALF2", "HALF2");
        QVERIFY(body.body.startsWith(quoted("{'id':'ch_")));
        QVERIFY(m_sandbox.get("/card/v1/charges?key=HALF2")
                    .json()[QStringLiteral("data")]
                    .toArray()
                    .isEmpty());
    }

    void htmlBodyAndHeaders()
    {
        QVERIFY(
            m_sandbox.addFault(quoted("{'fault':{'kind':'http_status','status':502,'body':'<html>"
                                      "bad gateway</html>','headers':{'Retry-After':'1'}}}")));
        const WireAnswer answer = m_sandbox.charge("card", "HTML", "HTML");
        QCOMPARE(answer.status, 502);
        QCOMPARE(answer.body, QByteArray("<html>bad gateway</html>"));
        QVERIFY(answer.head.contains("Content-Type: text/html"));
        QVERIFY(answer.head.contains("Retry-After: 1"));
    }

    void declineBodies()
    {
        QVERIFY(m_sandbox.addFault(quoted("{'fault':'decline'}")));
        QCOMPARE(
            m_sandbox.charge("card", "DEC1", "DEC1").body,
            quoted("{'error':{'code':'insufficient_funds','retryable':true}}"));
        QVERIFY(m_sandbox.addFault(quoted("{'fault':{'kind':'decline','code':'account_closed'}}")));
        QCOMPARE(
            m_sandbox.charge("card", "DEC2", "DEC2").body,
            QByteArray(
                quoted("{'error':{'code':'account_closed','retryable':false,'final':true}}")));
    }

    void redirectNamesTheSameEndpointAndAFollowerIsCounted()
    {
        QVERIFY(m_sandbox.addFault(quoted("{'fault':'redirect'}")));
        const WireAnswer answer = m_sandbox.charge("card", "REDIR", "REDIR");
        QVERIFY(answer.head.contains("Location: /card/v1/charges"));
        const int before = m_sandbox.requests();
        QCOMPARE(m_sandbox.post("/card/elsewhere", "{}").status, 404);
        QCOMPARE(m_sandbox.requests(), before + 1);
    }

    void wrongEchoIsOnlyInTheAnswer()
    {
        QVERIFY(m_sandbox.addFault(quoted("{'fault':{'kind':'wrong_echo','currency':'USD'}}")));
        const WireAnswer answer = m_sandbox.charge("wire", "ECHO", "ECHO");
        QCOMPARE(answer.json()[QStringLiteral("currency")].toString(), QStringLiteral("USD"));
        const QJsonArray found =
            m_sandbox.get("/wire/v1/charges?key=ECHO").json()[QStringLiteral("data")].toArray();
        QCOMPARE(found.size(), 1);
        QCOMPARE(found[0][QStringLiteral("currency")].toString(), QStringLiteral("EUR"));
    }

    void duplicatesAreFlaggedApart()
    {
        QVERIFY(m_sandbox.addFault(quoted("{'match':{'key':'DUP'},'fault':'duplicate_charge'}")));
        QCOMPARE(m_sandbox.charge("card", "DUP", "DUP").status, 201);
        int injected = 0;
        for (const QJsonValue charge : m_sandbox.ledger("charges")) {
            if (charge[QStringLiteral("key")] == QStringLiteral("DUP"))
                injected += charge[QStringLiteral("injected_duplicate")].toBool() ? 1 : 0;
        }
        QCOMPARE(injected, 1);
        QCOMPARE(
            m_sandbox.get("/card/v1/charges?key=DUP")
                .json()[QStringLiteral("data")]
                .toArray()
                .size(),
            2);
    }

    // A slow answer holds up nobody else: the second exchange ends while the first is still
    // waiting.
    void lateAnswersBlockNobody()
    {
        QVERIFY(m_sandbox.addFault(quoted("{'match':{'reference':'LATE'},'fault':{'kind':'answer_"
                                          "after_deadline','delay_ms':600000}}")));
        QTcpSocket waiting;
        waiting.connectToHost(QStringLiteral("127.0.0.1"), m_sandbox.port());
        QVERIFY(waiting.waitForConnected());
        waiting.write(SandboxProcess::requestBytes(
            "/card/v1/charges", SandboxProcess::chargeBody("LATE", 5), "LATE"));
        const auto found = [&] {
            return m_sandbox.get("/card/v1/charges?reference=LATE")
                .json()[QStringLiteral("data")]
                .toArray()
                .size();
        };
        QTRY_COMPARE(found(), 1);
        QCOMPARE(waiting.bytesAvailable(), 0);
        QCOMPARE(waiting.state(), QAbstractSocket::ConnectedState);
    }

    void processingEndsAsScripted_data()
    {
        QTest::addColumn<QString>("then");
        QTest::newRow("succeeded") << QStringLiteral("succeeded");
        QTest::newRow("declined") << QStringLiteral("declined");
    }

    void processingEndsAsScripted()
    {
        QFETCH(QString, then);
        const QByteArray key = "PROC" + then.toLatin1();
        QVERIFY(m_sandbox.addFault(
            quoted("{'fault':{'kind':'processing','after_ms':20,'then':'") + then.toLatin1()
            + quoted("'}}")));
        const WireAnswer answer = m_sandbox.charge("card", key, key);
        QCOMPARE(answer.status, 202);
        QCOMPARE(answer.json()[QStringLiteral("status")].toString(), QStringLiteral("processing"));
        const auto status = [&] {
            return m_sandbox.get("/card/v1/charges?key=" + key)
                .json()[QStringLiteral("data")]
                .toArray()[0][QStringLiteral("status")]
                .toString();
        };
        QTRY_COMPARE(status(), then);
    }

    void executesThoughTheCallerIsGone()
    {
        QVERIFY(m_sandbox.addFault(
            quoted("{'fault':{'kind':'execute_after','delay_ms':50,'answer':false}}")));
        const int before = m_sandbox.charges();
        {
            QTcpSocket socket;
            socket.connectToHost(QStringLiteral("127.0.0.1"), m_sandbox.port());
            QVERIFY(socket.waitForConnected());
            socket.write(SandboxProcess::requestBytes(
                "/card/v1/charges", SandboxProcess::chargeBody("GONE", 5), "GONE"));
            QVERIFY(socket.waitForBytesWritten());
        }
        QTRY_COMPARE(m_sandbox.charges(), before + 1);
    }

    void combinationsAddUp()
    {
        QVERIFY(
            m_sandbox.addFault(quoted("{'match':{'payee_account':'DE89370400440532013000'},'faults'"
                                      ":['duplicate_charge','forget','charge_then_drop']}")));
        const int before = m_sandbox.charges();
        QCOMPARE(m_sandbox.charge("wire", "COMBI", "COMBI").status, 0);
        QCOMPARE(m_sandbox.charges(), before + 2);
        QVERIFY(m_sandbox.get("/wire/v1/charges?key=COMBI")
                    .json()[QStringLiteral("data")]
                    .toArray()
                    .isEmpty());
    }

    void rulesAreCountedAndCleared()
    {
        QVERIFY(m_sandbox.addFault(quoted("{'provider':'wire','fault':'http_status','times':2}")));
        QCOMPARE(m_sandbox.charge("card", "T0", "T0").status, 201);
        QCOMPARE(m_sandbox.charge("wire", "T1", "T1").status, 500);
        QCOMPARE(m_sandbox.charge("wire", "T2", "T2").status, 500);
        QCOMPARE(m_sandbox.charge("wire", "T3", "T3").status, 201);
        QVERIFY(m_sandbox.addFault(quoted("{'fault':'http_status','times':-1}")));
        QCOMPARE(m_sandbox.charge("wire", "T4", "T4").status, 500);
        QCOMPARE(m_sandbox.post("/admin/clear-faults", {}).status, 200);
        QCOMPARE(m_sandbox.charge("wire", "T5", "T5").status, 201);
    }

    void badRulesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("rule");
        for (const char* rule :
             {R"({"fault":"nonsense"})",
              R"({"fault":{"kind":"half_response","chrge":true}})",
              R"({"fault":{"kind":"execute_after","delay_ms":"10"}})",
              R"({"match":{"refrence":"X"},"fault":"forget"})",
              R"({"fault":"forget","times":0})",
              R"({"faults":["forget","query_drop"]})",
              R"({"provider":"card"})",
              R"(no json)"})
            QTest::addRow("%s", rule) << QByteArray(rule);
    }

    void badRulesAreRefused()
    {
        QFETCH(QByteArray, rule);
        QCOMPARE(
            m_sandbox.post("/admin/faults", rule).errorCode(), QStringLiteral("invalid_fault"));
    }
};

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::SandboxFaultsTest)
#include "sandbox_faults_test.moc"
