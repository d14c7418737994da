// SPDX-License-Identifier: GPL-3.0-or-later
// The console's command line, and the one window per profile and person.
#include "app/console/console_options.h"
#include "app/console/single_instance.h"
#include "backend/domain/reference.h"
#include "test_places.h"

#include <QFile>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace onceover;

namespace {

QString someReference()
{
    const auto tenant = Uuid::fromText("018f0000-0000-7000-8000-000000000001");
    return QString::fromStdString(Reference::of(*tenant, "orders", "A-1").text());
}

} // namespace

class ConsoleOptionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_directory->path()));
    }

    void readsEverything()
    {
        const auto options = ConsoleOptions::parse(
            {QStringLiteral("--demo"),
             QStringLiteral("--as"),
             QStringLiteral("Ana Silva"),
             QStringLiteral("--dir=/tmp/a=b"),
             QStringLiteral("--lang"),
             QStringLiteral("zh_CN"),
             QStringLiteral("--theme=dark"),
             QStringLiteral("--audit"),
             QStringLiteral("onceover://payment/%1/?profile=x#y").arg(someReference().toLower())});
        QCOMPARE(options.fault, QString());
        QVERIFY(options.isDemo && options.isAudit);
        QCOMPARE(options.person, QStringLiteral("Ana Silva"));
        QCOMPARE(options.directory, QStringLiteral("/tmp/a=b"));
        QCOMPARE(options.language, QStringLiteral("zh_CN"));
        QCOMPARE(options.theme, ThemeChoice::Dark);
        QCOMPARE(options.reference, someReference());
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const char* words) {
            QTest::newRow(name) << QString::fromLatin1(words).split(QLatin1Char(' '));
        };
        row("unknown", "--fast");
        row("password", "--password secret");
        row("missing value", "--profile");
        row("empty value", "--profile=");
        row("theme", "--theme pink");
        row("language", "--lang de");
        row("as without demo", "--as Ana");
        row("dir without demo", "--dir /tmp/x");
        row("screenshots without demo", "--screenshots /tmp/x");
        row("two databases", "--demo --profile eu");
        row("not a reference", "onceover://payment/AAAAAAAAAAAAAAAA");
        row("another scheme", "http://payment/1");
        row("a file", "/etc/passwd");
    }

    void refuses()
    {
        QFETCH(QStringList, words);
        QVERIFY(!ConsoleOptions::parse(words).fault.isEmpty());
    }

    void manualPageNamesEveryOption()
    {
        QFile page(QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/man/onceover.1.scd"));
        QVERIFY(page.open(QIODevice::ReadOnly));
        const QString manual = QString::fromUtf8(page.readAll());
        const QString help = ConsoleOptions::helpText();
        for (const QString& word : help.split(QRegularExpression(QStringLiteral("[\\s,:]+")))) {
            if (word.startsWith(QLatin1String("--")))
                QVERIFY2(manual.contains(word), qPrintable(word));
        }
        for (const char* code : {"64", "68", "69", "73", "74", "78"}) {
            QVERIFY(help.contains(QLatin1String(code)));
            QVERIFY2(manual.contains(QStringLiteral("*%1*").arg(QLatin1String(code))), code);
        }
    }

    void secondStartShowsTheFirst()
    {
        SingleInstance first(QStringLiteral("profile/liwei"));
        QCOMPARE(first.start(QString()), SingleInstance::Role::First);
        QSignalSpy raised(&first, &SingleInstance::raiseRequested);
        qputenv("XDG_ACTIVATION_TOKEN", "tok\ten");
        SingleInstance::Role role = SingleInstance::Role::Alone;
        std::thread second([&role] {
            SingleInstance instance(QStringLiteral("profile/liwei"));
            role = instance.start(someReference());
        });
        QVERIFY(raised.wait());
        second.join();
        QCOMPARE(role, SingleInstance::Role::Forwarded);
        QCOMPARE(raised.first().at(0).toString(), someReference());
        QCOMPARE(raised.first().at(1).toString(), QStringLiteral("token"));
    }

    void anotherPersonHasAnotherWindow()
    {
        SingleInstance first(QStringLiteral("profile/liwei"));
        SingleInstance second(QStringLiteral("profile/ana"));
        QCOMPARE(first.start(QString()), SingleInstance::Role::First);
        QCOMPARE(second.start(QString()), SingleInstance::Role::First);
    }

    void leftoverSocketIsReplaced()
    {
        {
            SingleInstance gone(QStringLiteral("p"));
            QCOMPARE(gone.start(QString()), SingleInstance::Role::First);
        }
        SingleInstance next(QStringLiteral("p"));
        QCOMPARE(next.start(QString()), SingleInstance::Role::First);
    }

    void hungFirstIsNotWaitedForLong()
    {
        SingleInstance first(QStringLiteral("p"));
        QCOMPARE(first.start(QString()), SingleInstance::Role::First);
        // Its event loop does not run: no answer comes.
        SingleInstance second(QStringLiteral("p"));
        QCOMPARE(second.start(QString()), SingleInstance::Role::Alone);
    }

    void rubbishOnTheSocketIsIgnored()
    {
        SingleInstance first(QStringLiteral("p"));
        QCOMPARE(first.start(QString()), SingleInstance::Role::First);
        QSignalSpy raised(&first, &SingleInstance::raiseRequested);
        const QStringList sockets =
            QDir(m_directory->path()).entryList(QDir::System | QDir::NoDotAndDotDot);
        QCOMPARE(sockets.size(), 1);
        QLocalSocket socket;
        socket.connectToServer(m_directory->filePath(sockets.first()));
        QVERIFY(socket.waitForConnected());
        socket.write(QByteArray(100'000, 'x'));
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
        QVERIFY(raised.isEmpty());
    }

    void sharedRuntimeDirectoryIsNotUsed()
    {
        QFile::setPermissions(
            m_directory->path(),
            QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::WriteOther);
        QVERIFY(SingleInstance::socketDirectory() != m_directory->path());
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
};

QTEST_GUILESS_MAIN(ConsoleOptionsTest)

#include "console_options_test.moc"
