// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that cannot fail prove nothing: each defence is taken out of the database in turn, and the
// test that attacks it must notice.
#include "backend/postgres/private_cluster.h"
#include "test_places.h"
#include "tests/support/store_fixture.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <filesystem>
#include <optional>

#include <stdlib.h>

using onceover::PrivateCluster;
using onceover::StoreFixture;

class EngineMutantsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // One server for all: most of a mutant's time would be spent on making another.
    void initTestCase()
    {
        char path[] = "/tmp/onceover-mutants-XXXXXX";
        QVERIFY(::mkdtemp(path) != nullptr);
        m_directory = path;
        PrivateCluster::Options options;
        options.isDisposable = true;
        auto cluster = PrivateCluster::openOrCreate(m_directory, options);
        QVERIFY2(cluster.has_value(), cluster ? "" : cluster.error().detail().c_str());
        m_cluster.emplace(std::move(*cluster));
    }

    void cleanupTestCase()
    {
        if (m_cluster)
            static_cast<void>(m_cluster->stop());
        std::error_code ignored;
        std::filesystem::remove_all(m_directory, ignored);
    }

    void theTestNotices_data()
    {
        QTest::addColumn<QStringList>("mutant");
        const bool isLong = qEnvironmentVariableIsSet("ONCEOVER_ALL_MUTANTS");
        int number = 0;
        for (const char* list : {"engine", "scenario"}) {
            QFile file(QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/store/%1_mutants.txt")
                           .arg(QLatin1String(list)));
            QVERIFY(file.open(QIODevice::ReadOnly));
            while (!file.atEnd()) {
                QString line = QString::fromUtf8(file.readLine()).remove(QLatin1Char('\n'));
                if (line.startsWith(QLatin1Char('~'))) {
                    if (!isLong)
                        continue;
                    line.remove(0, 1);
                }
                if (line.isEmpty() || line.startsWith(QLatin1Char('#')))
                    continue;
                const QStringList parts = line.split(QLatin1Char('|'));
                QCOMPARE(parts.size(), 5);
                ++number;
                QTest::addRow("%d %s %s", number, qPrintable(parts[2]), qPrintable(parts[1]))
                    << parts;
            }
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
        environment.insert(
            QStringLiteral("ONCEOVER_TEST_CLUSTER"), QString::fromStdString(m_directory.string()));
        // Many a mutant is noticed by a crash that is meant; a debugger would take longer than the
        // test.
        environment.insert(QStringLiteral("QTEST_DISABLE_STACK_DUMP"), QStringLiteral("1"));
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
                || (test.exitStatus() == QProcess::CrashExit
                    && (output.contains("store fixture: ") || output.contains("scenario world: "))),
            output.constData());
    }

private:
    std::filesystem::path m_directory;
    std::optional<PrivateCluster> m_cluster;
};

QTEST_GUILESS_MAIN(EngineMutantsTest)

#include "engine_mutants_test.moc"
