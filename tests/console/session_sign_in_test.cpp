// SPDX-License-Identifier: GPL-3.0-or-later
// Signing in: which password is tried, where it is kept, and that the GUI thread never waits.
#include "models/session/sign_in.h"
#include "models/session/system_keyring.h"
#include "tests/console/fake_keyring.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace onceover;

class SessionSignInTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_book = std::make_unique<ProfileBook>(m_directory->filePath(QStringLiteral("p.ini")));
        m_keyring = std::make_unique<FakeKeyring>();
        m_profile = ProfileBook::blank();
        m_profile.name = QStringLiteral("payments-eu");
        m_profile.host = QStringLiteral("db.example.com");
        m_profile.login = QStringLiteral("liwei");
        QVERIFY(m_book->put(m_profile));
        m_wasOnGuiThread = false;
        m_tries = 0;
        m_signIn = std::make_unique<SignIn>(
            m_book.get(),
            m_keyring.get(),
            [this](const ConnectionProfile& profile, const QString& password) -> Result<void> {
                ++m_tries;
                m_wasOnGuiThread = QThread::currentThread() == thread();
                if (profile.login == QLatin1String("liwei") && password == QLatin1String("right"))
                    return {};
                return Failure(
                    Error::notHappened("database.login_refused", "no").withSqlState("28P01"));
            });
    }

    void cleanup() { m_signIn.reset(); }

    void typedPasswordSignsIn()
    {
        QSignalSpy signedIn(m_signIn.get(), &SignIn::signedIn);
        m_signIn->choose(m_profile);
        m_signIn->signIn(QStringLiteral("right"), false);
        QVERIFY(m_signIn->isBusy());
        QVERIFY(signedIn.wait());
        QVERIFY(!m_wasOnGuiThread);
        QCOMPARE(signedIn.first().at(1).toString(), QStringLiteral("right"));
        QVERIFY(m_keyring->writes.isEmpty());
        QCOMPARE(m_book->lastUsed(), m_profile.id);
    }

    void onlyWhatWorksIsKept()
    {
        QSignalSpy failed(m_signIn.get(), &SignIn::failed);
        m_signIn->choose(m_profile);
        m_signIn->signIn(QStringLiteral("wrong"), true);
        QVERIFY(failed.wait());
        QVERIFY(m_keyring->writes.isEmpty());
        const auto why = failed.first().first().value<ErrorSentences>();
        QVERIFY(why.what.contains(QLatin1String("liwei")));
        QSignalSpy signedIn(m_signIn.get(), &SignIn::signedIn);
        m_signIn->signIn(QStringLiteral("right"), true);
        QVERIFY(signedIn.wait());
        QCOMPARE(m_keyring->secrets.value(m_profile.id), QStringLiteral("right"));
    }

    void keyringPasswordSignsIn()
    {
        m_keyring->secrets[m_profile.id] = QStringLiteral("right");
        QSignalSpy signedIn(m_signIn.get(), &SignIn::signedIn);
        m_signIn->choose(m_profile);
        QCOMPARE(m_signIn->stored(), SignIn::Stored::Yes);
        m_signIn->signIn(QString(), true);
        QVERIFY(signedIn.wait());
        QVERIFY(m_keyring->writes.isEmpty());
    }

    void unusableKeyringIsSaid()
    {
        m_keyring->isUsable = false;
        m_signIn->choose(m_profile);
        QCOMPARE(m_signIn->stored(), SignIn::Stored::Unusable);
        QSignalSpy notKept(m_signIn.get(), &SignIn::notKept);
        QSignalSpy signedIn(m_signIn.get(), &SignIn::signedIn);
        m_signIn->signIn(QStringLiteral("right"), true);
        QVERIFY(signedIn.wait());
        QCOMPARE(notKept.size(), 1);
    }

    void lateAnswerAboutAnotherProfileIsDropped()
    {
        m_keyring->secrets[m_profile.id] = QStringLiteral("right");
        m_keyring->isHeld = true;
        m_signIn->choose(m_profile);
        QCOMPARE(m_signIn->stored(), SignIn::Stored::Asking);
        ConnectionProfile other = ProfileBook::blank();
        m_signIn->choose(other);
        m_keyring->answerHeld();
        QCOMPARE(m_signIn->stored(), SignIn::Stored::No);
    }

    void testChangesNothing()
    {
        QSignalSpy tested(m_signIn.get(), &SignIn::tested);
        m_signIn->choose(m_profile);
        m_signIn->test(QStringLiteral("right"));
        m_signIn->test(QStringLiteral("right"));
        QVERIFY(tested.wait());
        QCOMPARE(m_tries.load(), 1);
        QVERIFY(m_book->lastUsed().isEmpty());
    }

    void forgetTakesItOut()
    {
        m_keyring->secrets[m_profile.id] = QStringLiteral("right");
        m_signIn->choose(m_profile);
        m_signIn->forget();
        QCOMPARE(m_signIn->stored(), SignIn::Stored::No);
        QVERIFY(m_keyring->secrets.isEmpty());
    }

    // Without a session bus there is no keyring, and that is told within the patience.
    void systemKeyringWithoutABus()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
        qunsetenv("DISPLAY");
        SystemKeyring keyring(3000);
        int answers = 0;
        KeyringAnswer got;
        keyring.write(m_profile.id, QStringLiteral("secret"), [&](const KeyringAnswer& answer) {
            ++answers;
            got = answer;
        });
        QTRY_COMPARE(answers, 1);
        QCOMPARE(got.state, KeyringAnswer::State::Unusable);
        QVERIFY(got.secret.isEmpty());
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<ProfileBook> m_book;
    std::unique_ptr<FakeKeyring> m_keyring;
    std::unique_ptr<SignIn> m_signIn;
    ConnectionProfile m_profile;
    std::atomic<bool> m_wasOnGuiThread = false;
    std::atomic<int> m_tries = 0;
};

QTEST_GUILESS_MAIN(SessionSignInTest)

#include "session_sign_in_test.moc"
