// SPDX-License-Identifier: GPL-3.0-or-later
// The file of connection profiles: what is written comes back, damage loses nothing that can still
// be read, and no secret is in it.
#include "models/session/profile_book.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace onceover;

namespace {

ConnectionProfile complete(const QString& name)
{
    ConnectionProfile profile = ProfileBook::blank();
    profile.name = name;
    profile.host = QStringLiteral("db1.example.com,db2.example.com");
    profile.port = 6432;
    profile.database = QStringLiteral("payments-eu");
    profile.login = QStringLiteral("li.wei");
    profile.environment = ProfileEnvironment::Test;
    return profile;
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

class SessionProfilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = m_directory->filePath(QStringLiteral("deep/profiles.ini"));
    }

    void comesBackAsWritten()
    {
        const ConnectionProfile profile = complete(QStringLiteral("支付 = [eu]; \"a\",b"));
        ProfileBook book(m_file);
        QVERIFY(book.profiles().isEmpty());
        QVERIFY(!book.isDamaged());
        QVERIFY(book.put(profile));
        QVERIFY(book.setLastUsed(profile.id));
        ProfileBook again(m_file);
        QCOMPARE(again.profiles().size(), 1);
        QVERIFY(again.profiles().first() == profile);
        QCOMPARE(again.lastUsed(), profile.id);
        QVERIFY(again.byName(profile.name.toUpper()).has_value());
    }

    void replacesByIdAndRemoves()
    {
        ConnectionProfile profile = complete(QStringLiteral("one"));
        ProfileBook book(m_file);
        QVERIFY(book.put(profile));
        QVERIFY(book.put(complete(QStringLiteral("two"))));
        profile.name = QStringLiteral("renamed");
        QVERIFY(book.put(profile));
        QCOMPARE(book.profiles().size(), 2);
        QCOMPARE(ProfileBook(m_file).byId(profile.id)->name, QStringLiteral("renamed"));
        QVERIFY(book.remove(profile.id));
        QCOMPARE(ProfileBook(m_file).profiles().size(), 1);
    }

    void idsDiffer()
    {
        QVERIFY(ProfileBook::blank().id != ProfileBook::blank().id);
        QCOMPARE(ProfileBook::blank().id.size(), 36);
    }

    void faults_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        QTest::addColumn<int>("fault");
        const auto row = [](const char* field, const char* value, ProfileFault fault) {
            QTest::addRow("%s=%s", field, value)
                << QString::fromLatin1(field) << QString::fromLatin1(value)
                << static_cast<int>(fault);
        };
        row("name", " ", ProfileFault::NameMissing);
        row("name", "TAKEN", ProfileFault::NameTaken);
        row("host", "", ProfileFault::HostMissing);
        row("port", "0", ProfileFault::PortInvalid);
        row("port", "65536", ProfileFault::PortInvalid);
        row("database", "", ProfileFault::DatabaseMissing);
        row("login", "", ProfileFault::LoginMissing);
        row("sslmode", "disable", ProfileFault::PlainTextOverNetwork);
        row("sslmode", "require", ProfileFault::PlainTextOverNetwork);
        row("root", "/nowhere/ca.pem", ProfileFault::RootCertificateUnreadable);
        row("none", "", ProfileFault::None);
    }

    void faults()
    {
        QFETCH(QString, field);
        QFETCH(QString, value);
        QFETCH(int, fault);
        ProfileBook book(m_file);
        QVERIFY(book.put(complete(QStringLiteral("taken"))));
        ConnectionProfile profile = complete(QStringLiteral("mine"));
        if (field == QLatin1String("name"))
            profile.name = value;
        else if (field == QLatin1String("host"))
            profile.host = value;
        else if (field == QLatin1String("port"))
            profile.port = value.toInt();
        else if (field == QLatin1String("database"))
            profile.database = value;
        else if (field == QLatin1String("login"))
            profile.login = value;
        else if (field == QLatin1String("sslmode"))
            profile.sslMode = value;
        else if (field == QLatin1String("root"))
            profile.rootCertificate = value;
        QCOMPARE(static_cast<int>(book.faultOf(profile)), fault);
    }

    void plainTextIsForSocketsAlone()
    {
        ConnectionProfile profile = complete(QStringLiteral("mine"));
        profile.sslMode = QStringLiteral("disable");
        profile.host = QStringLiteral("/run/postgresql");
        QCOMPARE(ProfileBook(m_file).faultOf(profile), ProfileFault::None);
    }

    void damageIsSetAside()
    {
        QVERIFY(QDir().mkpath(m_directory->filePath(QStringLiteral("deep"))));
        const QByteArray rubbish(
            "\x7f"
            "ELF\0\1\2[[[\n=;\xff\xfe broken",
            24);
        write(m_file, rubbish);
        ProfileBook book(m_file);
        QVERIFY(book.isDamaged());
        QVERIFY(book.profiles().isEmpty());
        QVERIFY(book.put(complete(QStringLiteral("fresh"))));
        QCOMPARE(ProfileBook(m_file).profiles().size(), 1);
        const QStringList kept = QDir(m_directory->filePath(QStringLiteral("deep")))
                                     .entryList({QStringLiteral("profiles.ini.*")});
        QCOMPARE(kept.size(), 1);
        QFile aside(m_directory->filePath(QStringLiteral("deep/") + kept.first()));
        QVERIFY(aside.open(QIODevice::ReadOnly));
        QCOMPARE(aside.readAll(), rubbish);
    }

    void oneBadEntryDoesNotHideTheOthers()
    {
        ConnectionProfile profile = complete(QStringLiteral("good"));
        {
            ProfileBook book(m_file);
            QVERIFY(book.put(profile));
            QVERIFY(book.put(complete(QStringLiteral("spoilt"))));
        }
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        text.replace("2\\id=", "2\\id=x");
        text.replace("port=6432", "port=many");
        write(m_file, text);
        ProfileBook book(m_file);
        QCOMPARE(book.profiles().size(), 1);
        QCOMPARE(book.skipped(), 1);
        QCOMPARE(book.faultOf(book.profiles().first()), ProfileFault::PortInvalid);
    }

    void newerFileIsLeftAlone()
    {
        ProfileBook book(m_file);
        QVERIFY(book.put(complete(QStringLiteral("one"))));
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        text.replace("version=1", "version=12");
        write(m_file, text);
        ProfileBook newer(m_file);
        QVERIFY(newer.isFromNewerProgram());
        QCOMPARE(newer.profiles().size(), 1);
        QVERIFY(!newer.put(complete(QStringLiteral("two"))));
        QCOMPARE(newer.profiles().size(), 1);
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_file;
};

QTEST_GUILESS_MAIN(SessionProfilesTest)

#include "session_profiles_test.moc"
