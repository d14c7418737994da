// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/sandbox_process.h"

#include <QProcess>
#include <QTcpSocket>
#include <QTest>

namespace onceover {

// "A complete request" has one meaning: everything doubtful is refused and not counted.
class SandboxHttpTest : public QObject
{
    Q_OBJECT

private:
    SandboxProcess m_sandbox;

private Q_SLOTS:

    void initTestCase() { QVERIFY(m_sandbox.start()); }

    void doubtfulRequestsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        const QByteArray line = "POST /card/v1/charges HTTP/1.1\r\n";
        const QByteArray host = "Host: x\r\n";
        QTest::newRow("two lengths")
            << line + host + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}" << 400;
        QTest::newRow("signed length") << line + host + "Content-Length: +2\r\n\r\n{}" << 400;
        QTest::newRow("no length") << line + host + "\r\n" << 411;
        QTest::newRow("chunks") << line + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                                << 501;
        QTest::newRow("no host") << line + "Content-Length: 2\r\n\r\n{}" << 400;
        QTest::newRow("folded") << line + host + "A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}" << 400;
        QTest::newRow("bare line feed") << line + "Host: x\nContent-Length: 2\r\n\r\n{}" << 400;
        QTest::newRow("blank before colon") << line + host + "Content-Length : 2\r\n\r\n{}" << 400;
        QTest::newRow("huge length") << line + host + "Content-Length: 99999999\r\n\r\n" << 413;
        QTest::newRow("overflowing length")
            << line + host + "Content-Length: 99999999999999999999999\r\n\r\n"
            << 400;
        QTest::newRow("endless head") << line + "A: " + QByteArray(40'000, 'a') << 431;
        QTest::newRow("many headers") << line + host + QByteArray("A: b\r\n") + [] {
            QByteArray lines;
            for (int i = 0; i < 100; ++i)
                lines += "H" + QByteArray::number(i) + ": x\r\n";
            return lines;
        }() + "\r\n" << 431;
        QTest::newRow("version") << QByteArray("GET / HTTP/2.0\r\nHost: x\r\n\r\n") << 400;
        QTest::newRow("absolute target")
            << QByteArray("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n") << 400;
        QTest::newRow("bad escape") << QByteArray("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n") << 400;
    }

    void doubtfulRequestsAreRefused()
    {
        QFETCH(QByteArray, request);
        QFETCH(int, status);
        const int before = m_sandbox.requests();
        QCOMPARE(m_sandbox.exchange(request).status, status);
        QCOMPARE(m_sandbox.requests(), before);
    }

    void anUnfinishedRequestIsNone()
    {
        const int before = m_sandbox.requests();
        const QByteArray request = SandboxProcess::requestBytes(
            "/card/v1/charges", SandboxProcess::chargeBody("UNFINISHED", 5), "UNFINISHED");
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), m_sandbox.port());
        QVERIFY(socket.waitForConnected());
        socket.write(request.left(request.size() - 1));
        QVERIFY(socket.waitForBytesWritten());
        socket.disconnectFromHost();
        QTRY_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(m_sandbox.requests(), before);
    }

    void requestsShareAConnection()
    {
        const QByteArray body = SandboxProcess::chargeBody("KEPT", 5);
        const QByteArray kept =
            "POST /card/v1/charges HTTP/1.1\r\nHost: x\r\nIdempotency-Key: KEPT\r\n"
            "Content-Length: "
            + QByteArray::number(body.size()) + "\r\n\r\n" + body;
        const WireAnswer answers = m_sandbox.exchange(
            kept + kept + SandboxProcess::requestBytes("/card/v1/charges", body, "KEPT"));
        QCOMPARE(answers.bytes.count("HTTP/1.1 201 Created"), 3);
        QCOMPARE(answers.bytes.count("Idempotent-Replayed: true"), 2);
    }

    void byteByByteIsOneRequest()
    {
        const QByteArray request = SandboxProcess::requestBytes(
            "/card/v1/charges", SandboxProcess::chargeBody("SLICED", 5), "SLICED");
        const int before = m_sandbox.requests();
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), m_sandbox.port());
        QVERIFY(socket.waitForConnected());
        for (const char byte : request) {
            socket.write(&byte, 1);
            QVERIFY(socket.waitForBytesWritten());
        }
        QTRY_COMPARE(socket.state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(wireAnswer(socket.readAll()).status, 201);
        QCOMPARE(m_sandbox.requests(), before + 1);
    }

    void healthAndEnd()
    {
        QCOMPARE(
            m_sandbox.get("/admin/health").json()[QStringLiteral("status")].toString(),
            QStringLiteral("ok"));
        QCOMPARE(m_sandbox.get("/admin/nothing").status, 404);
        SandboxProcess other;
        QVERIFY(other.start());
        QCOMPARE(other.terminate(), 0);
    }

    void exitCodes_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("output");
        const auto row = [](const char* arguments, int exitCode, const char* output) {
            QTest::addRow("%s", arguments)
                << QString::fromLatin1(arguments).split(QLatin1Char(' '), Qt::SkipEmptyParts)
                << exitCode << QByteArray(output);
        };
        row("--help", 0, "Exit codes: 0 done; 64");
        row("--version", 0, "onceover-sandbox 0.");
        row("", 64, "");
        row("dance", 64, "");
        row("serve", 64, "");
        row("serve --dir /nowhere/at/all --port 70000", 64, "");
        row("serve --dir /nowhere/at/all --nonsense 1", 64, "");
        row("serve --dir /nowhere/at/all --script /nowhere/script.json", 66, "");
        row("serve --dir /dev/null/x", 73, "");
        row("ledger --dir /nowhere/at/all", 66, "");
        row("statement --dir /nowhere/at/all --account X", 64, "");
    }

    void exitCodes()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, output);
        QProcess process;
        process.start(SandboxProcess::executable(), arguments);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), exitCode);
        const QByteArray text = process.readAllStandardOutput();
        QVERIFY2(output.isEmpty() ? text.isEmpty() : text.contains(output), text.constData());
        QCOMPARE(process.readAllStandardError().isEmpty(), exitCode == 0);
    }

    void thePortInUseIs69()
    {
        SandboxProcess other;
        int exitCode = -1;
        other.run(
            QStringLiteral("serve"),
            {QStringLiteral("--port"), QString::number(m_sandbox.port())},
            &exitCode);
        QCOMPARE(exitCode, 69);
    }

    void aBadScriptIs65()
    {
        SandboxProcess other;
        QVERIFY(!other.start(quoted("{'faults':[{'fault':'nonsense'}]}")));
        QCOMPARE(other.exitCode(), 65);
    }
};

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::SandboxHttpTest)
#include "sandbox_http_test.moc"
