// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/sandbox_process.h"

#include <QTest>

namespace onceover {

class SandboxQueryTest : public QObject
{
    Q_OBJECT

private:
    static QJsonArray data(const WireAnswer& answer)
    {
        return answer.json()[QStringLiteral("data")].toArray();
    }

private Q_SLOTS:

    void absentCapabilitiesAreNoEndpoints()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QCOMPARE(sandbox.charge("legacy", "K", "R").status, 201);
        QCOMPARE(sandbox.get("/legacy/v1/charges?key=K").status, 404);
        QCOMPARE(sandbox.get("/legacy/v1/charges").errorCode(), QStringLiteral("no_such_endpoint"));
    }

    void querySaysHowFarItSaw()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start(quoted("{'providers':{'card':{'visibility_delay_ms':3600000}}}")));
        QCOMPARE(sandbox.charge("card", "K", "R").status, 201);
        const WireAnswer answer = sandbox.get("/card/v1/charges?key=K");
        QVERIFY(data(answer).isEmpty());
        const auto asOf = answer.json()[QStringLiteral("as_of")].toInteger();
        const auto until = answer.json()[QStringLiteral("visible_until")].toInteger();
        QVERIFY(asOf - until >= 3600);
        QCOMPARE(sandbox.charges(), 1);
    }

    void aHiddenChargeHoldsVisibleUntilBack()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QVERIFY(
            sandbox.addFault(quoted("{'fault':{'kind':'delayed_visibility','delay_ms':600000}}")));
        const WireAnswer made = sandbox.charge("card", "K", "R");
        const auto created = made.json()[QStringLiteral("created")].toInteger();
        const WireAnswer answer = sandbox.get("/card/v1/charges?reference=R");
        QVERIFY(data(answer).isEmpty());
        QVERIFY(answer.json()[QStringLiteral("visible_until")].toInteger() < created);
    }

    void delayedChargesAppear()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QVERIFY(sandbox.addFault(quoted("{'fault':{'kind':'delayed_visibility','delay_ms':200}}")));
        QCOMPARE(sandbox.charge("card", "K", "R").status, 201);
        QTRY_COMPARE(data(sandbox.get("/card/v1/charges?reference=R")).size(), 1);
    }

    void forgottenChargesAreInTheLedgerAlone()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QVERIFY(sandbox.addFault(quoted("{'fault':'forget'}")));
        QCOMPARE(sandbox.charge("card", "K", "R").status, 201);
        QVERIFY(data(sandbox.get("/card/v1/charges?key=K")).isEmpty());
        QVERIFY(data(sandbox.get("/card/v1/charges")).isEmpty());
        QCOMPARE(sandbox.charges(), 1);
    }

    void pagesCoverEverythingOnceInOrder()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QStringList made;
        for (int i = 0; i < 7; ++i) {
            const QByteArray key = "K" + QByteArray::number(i);
            made << sandbox.charge("wire", key, key).json()[QStringLiteral("id")].toString();
        }
        QStringList listed;
        QByteArray after;
        bool more = true;
        for (int page = 0; more && page < 10; ++page) {
            const WireAnswer answer = sandbox.get("/wire/v1/charges?limit=3" + after);
            for (const QJsonValue charge : data(answer))
                listed << charge[QStringLiteral("id")].toString();
            more = answer.json()[QStringLiteral("has_more")].toBool();
            after = "&after=" + listed.last().toLatin1();
        }
        QVERIFY(!more);
        QCOMPARE(listed, made);
        QCOMPARE(data(sandbox.get("/wire/v1/charges?from=1&to=2")).size(), 0);
        QCOMPARE(data(sandbox.get("/wire/v1/charges?from=1")).size(), 7);
        QCOMPARE(sandbox.get("/wire/v1/charges?after=nobody").status, 422);
        QCOMPARE(sandbox.get("/wire/v1/charges?limit=0").status, 422);
        QCOMPARE(data(sandbox.get("/card/v1/charges")).size(), 0);
        QCOMPARE(
            sandbox.get("/wire/v1/charges/" + made[0].toLatin1())
                .json()[QStringLiteral("id")]
                .toString(),
            made[0]);
        QCOMPARE(sandbox.get("/wire/v1/charges/nobody").errorCode(), QStringLiteral("not_found"));
    }

    void queriesFailWhenScripted()
    {
        SandboxProcess sandbox;
        QVERIFY(sandbox.start());
        QVERIFY(sandbox.addFault(quoted("[{'match':{'key':'K'},'fault':{'kind':'query_fails','"
                                        "status':503}},{'fault':'query_drop'}]")));
        QCOMPARE(sandbox.charge("card", "K", "R").status, 201); // not touched by faults of queries
        QCOMPARE(sandbox.get("/card/v1/charges?key=K").status, 503);
        QCOMPARE(sandbox.get("/card/v1/charges?key=K").status, 0);
        QCOMPARE(data(sandbox.get("/card/v1/charges?key=K")).size(), 1);
        QCOMPARE(sandbox.requests(), 1); // questions move no money and are not counted
    }
};

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::SandboxQueryTest)
#include "sandbox_query_test.moc"
