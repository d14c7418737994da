// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that cannot fail prove nothing: each defence is taken out of the database in turn, and the
// test that attacks it must notice.
#include "tests/support/store_fixture.h"

#include <QFile>
#include <QProcess>
#include <QTest>

using onceover::StoreFixture;

class EngineMutantsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theTestNotices_data()
    {
        QTest::addColumn<QStringList>("mutant");
        QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/store/engine_mutants.txt"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int number = 0;
        while (!file.atEnd()) {
            const QString line = QString::fromUtf8(file.readLine()).remove(QLatin1Char('\n'));
            if (line.isEmpty() || line.startsWith(QLatin1Char('#')))
                continue;
            const QStringList parts = line.split(QLatin1Char('|'));
            QCOMPARE(parts.size(), 5);
            ++number;
            QTest::addRow("%d %s %s", number, qPrintable(parts[2]), qPrintable(parts[1])) << parts;
        }
        QVERIFY(number >= 30);
    }

    void theTestNotices()
    {
        QFETCH(const QStringList, mutant);
        QProcess test;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        QString spelled = mutant.mid(2).join(QLatin1Char('|'));
        environment.insert(
            QStringLiteral("ONCEOVER_TEST_MUTANT"),
            spelled.replace(QStringLiteral("\\n"), QStringLiteral("\n")));
        test.setProcessEnvironment(environment);
        test.setProcessChannelMode(QProcess::MergedChannels);
        test.start(QStringLiteral(ONCEOVER_BINARY_DIR "/tests/store/") + mutant[0], {mutant[1]});
        QVERIFY(test.waitForFinished(120000));
        const QByteArray output = test.readAll();
        QVERIFY2(test.exitCode() != StoreFixture::kNoSuchMutant, output.constData());
        QVERIFY2(
            test.exitStatus() == QProcess::CrashExit || test.exitCode() != 0,
            "the mutant survives");
        // A failed expectation, or a statement of the scenario that the fixture required to
        // succeed.
        QVERIFY2(
            output.contains("FAIL!")
                || (test.exitStatus() == QProcess::CrashExit && output.contains("store fixture: ")),
            output.constData());
    }
};

QTEST_GUILESS_MAIN(EngineMutantsTest)

#include "engine_mutants_test.moc"
