// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/sandbox_process.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>
#include <QTest>

namespace onceover {

// The oracle must outlive everything that tests do to it.
class SandboxLedgerTest : public QObject
{
    Q_OBJECT

private:
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static bool overwrite(const QString& path, const QByteArray& content)
    {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    }

private Q_SLOTS:

    void everythingAnsweredSurvivesKill9()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        const QByteArray first = sandbox.charge("card", "K1", "REFERENCE1").body;
        sandbox.kill9();
        QVERIFY(sandbox.start());
        QCOMPARE(sandbox.charges(), 1);
        QCOMPARE(sandbox.requests(), 1);
        const WireAnswer again = sandbox.charge("card", "K1", "REFERENCE1");
        QCOMPARE(again.body, first);
        QVERIFY(again.head.contains("Idempotent-Replayed: true"));
        QCOMPARE(sandbox.charges(), 1);
        QCOMPARE(sandbox.requests(), 2);
        const QByteArray second = sandbox.charge("card", "K2", "REFERENCE2").body;
        QVERIFY(second.left(30) != first.left(30)); // another id
    }

    // With the answer withheld, killing the provider right after the ledger shows the charge loses
    // nothing.
    void chargeThenDropIsOnDiskBeforeTheDrop()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start(quoted("{'faults':[{'fault':'charge_then_drop'}]}")));
        QCOMPARE(sandbox.charge("card", "K1", "R1").status, 0);
        sandbox.kill9();
        QVERIFY(contentOf(sandbox.ledgerPath()).contains(quoted("'kind':'charge'")));
        QVERIFY(sandbox.start());
        QCOMPARE(sandbox.charges(), 1);
    }

    void tornLastLineIsCutAtEveryByte()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QCOMPARE(sandbox.charge("card", "K1", "R1").status, 201);
        QCOMPARE(sandbox.charge("card", "K2", "R2").status, 201);
        sandbox.kill9();
        const QByteArray whole = contentOf(sandbox.ledgerPath());
        const qsizetype lastLine = whole.lastIndexOf('\n', whole.size() - 2) + 1;
        for (qsizetype cut = lastLine + 1; cut < whole.size(); cut += 37) {
            QVERIFY(overwrite(sandbox.ledgerPath(), whole.left(cut)));
            QVERIFY(sandbox.start());
            QCOMPARE(sandbox.charges(), 1);
            QCOMPARE(sandbox.requests(), 2);
            QCOMPARE(sandbox.charge("card", "K3", "R3").status, 201);
            QCOMPARE(sandbox.charges(), 2);
            sandbox.kill9();
            QVERIFY(contentOf(sandbox.ledgerPath()).startsWith(whole.left(lastLine) + "{"));
        }
    }

    void readersIgnoreATornLineAndChangeNothing()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QCOMPARE(sandbox.charge("card", "K1", "R1").status, 201);
        sandbox.kill9();
        const QByteArray torn = contentOf(sandbox.ledgerPath()) + quoted("{'kind':'cha");
        QVERIFY(overwrite(sandbox.ledgerPath(), torn));
        int exitCode = -1;
        const QByteArray output =
            sandbox.run(QStringLiteral("ledger"), {QStringLiteral("--json")}, &exitCode);
        QCOMPARE(exitCode, 0);
        const QJsonObject report = QJsonDocument::fromJson(output).object();
        QCOMPARE(report[QStringLiteral("charges")].toArray().size(), 1);
        QCOMPARE(contentOf(sandbox.ledgerPath()), torn);
    }

    void damageInTheMiddleIsRefused()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QCOMPARE(sandbox.charge("card", "K1", "R1").status, 201);
        sandbox.kill9();
        QByteArray content = contentOf(sandbox.ledgerPath());
        content[content.indexOf("\n{") + 1] = 'x';
        QVERIFY(overwrite(sandbox.ledgerPath(), content));
        QVERIFY(!sandbox.start());
        QCOMPARE(sandbox.exitCode(), 74);
        QCOMPARE(contentOf(sandbox.ledgerPath()), content);
    }

    void oneDirectoryOneServer()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        int exitCode = -1;
        sandbox.run(QStringLiteral("serve"), {}, &exitCode);
        QCOMPARE(exitCode, 73);
    }

    void pendingChargeIsExecutedAfterKill9()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start(quoted(
            "{'faults':[{'match':{'nth':1},'fault':{'kind':'execute_after','delay_ms':1500}}]}")));
        QTcpSocket socket;
        socket.connectToHost(QStringLiteral("127.0.0.1"), sandbox.port());
        QVERIFY(socket.waitForConnected());
        socket.write(SandboxProcess::requestBytes(
            "/card/v1/charges", SandboxProcess::chargeBody("LATER", 7), "LATER"));
        QTRY_COMPARE(sandbox.requests(), 1);
        sandbox.kill9();
        QVERIFY(sandbox.start());
        QTRY_COMPARE_WITH_TIMEOUT(sandbox.charges(), 1, 30'000);
        QCOMPARE(sandbox.charge("card", "LATER", "LATER", 7).status, 201);
        QCOMPARE(sandbox.charges(), 1);
    }

    void usedRulesOfTheScriptStayUsed()
    {
        const QByteArray script = quoted("{'faults':[{'fault':'http_status','times':2}]}");
        SandboxProcess sandbox;
        QVERIFY(sandbox.start(script));
        QCOMPARE(sandbox.charge("card", "K1", "R1").status, 500);
        sandbox.kill9();
        QVERIFY(sandbox.start(script));
        QCOMPARE(sandbox.charge("card", "K1", "R1").status, 500);
        sandbox.kill9();
        QVERIFY(sandbox.start(script));
        QCOMPARE(sandbox.charge("card", "K1", "R1").status, 201);
    }

    // The same order of requests meets the same random faults, a restart in between or not.
    void randomFaultsDependOnSeedAndOrderOnly()
    {
        const QByteArray script = quoted("{'seed':7,'random':{'probability':0.5,'kinds':['charge_"
                                         "then_drop','http_status','decline']}}");
        QList<int> runs[2];
        for (int run = 0; run < 2; ++run) {
            SandboxProcess sandbox;
            QVERIFY(sandbox.start(script));
            for (int i = 0; i < 40; ++i) {
                if (run == 1 && i == 20) {
                    sandbox.kill9();
                    QVERIFY(sandbox.start(script));
                }
                const QByteArray key = "K" + QByteArray::number(i);
                runs[run].append(sandbox.charge("wire", key, key).status);
            }
        }
        QCOMPARE(runs[0], runs[1]);
        QVERIFY(runs[0].contains(0) && runs[0].contains(201) && runs[0].contains(500));
    }

    void reportsCountPerReference()
    {
        SandboxProcess sandbox;
        QVERIFY(
            sandbox.start(quoted("{'faults':[{'match':{'nth':2},'fault':'duplicate_charge'}]}")));
        QCOMPARE(sandbox.charge("wire", "K1", "SAME").status, 201);
        QCOMPARE(sandbox.charge("wire", "K1", "SAME").status, 201);
        const QJsonObject row = sandbox.ledger("references")[0].toObject();
        QCOMPARE(row[QStringLiteral("reference")].toString(), QStringLiteral("SAME"));
        QCOMPARE(row[QStringLiteral("requests")].toInt(), 2);
        QCOMPARE(row[QStringLiteral("charges")].toInt(), 2);
        QCOMPARE(row[QStringLiteral("injected_duplicates")].toInt(), 1);
        const QJsonObject request = sandbox.ledger("requests")[0].toObject();
        QCOMPARE(request[QStringLiteral("body_sha256")].toString().size(), 64);
        QVERIFY(sandbox.run(QStringLiteral("ledger")).contains("SAME"));
    }
};

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::SandboxLedgerTest)
#include "sandbox_ledger_test.moc"
