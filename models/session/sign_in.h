// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "models/session/keyring.h"
#include "models/session/profile_book.h"
#include "models/text/error_text.h"

#include <QObject>

#include <functional>
#include <thread>

namespace onceover {

// Signing in by a profile: the password is typed, or comes from the keyring; the connection is
// tried on a thread of its own; only what works is kept. The password leaves this class with
// signedIn() and is not stored in it.
class SignIn : public QObject
{
    Q_OBJECT

public:
    // Opens and closes a connection; blocks, on a thread of this class.
    using TryConnection =
        std::function<Result<void>(const ConnectionProfile& profile, const QString& password)>;

    enum class Stored
    {
        Asking,
        // The keyring has a password for the profile.
        Yes,
        No,
        Unusable,
    };

    SignIn(
        ProfileBook* book,
        Keyring* keyring,
        TryConnection tryConnection,
        QObject* parent = nullptr);
    ~SignIn() override;

    ProfileBook* book() { return m_book; }

    // What the keyring says about the chosen profile.
    Stored stored() const { return m_stored; }

    bool isBusy() const { return m_isBusy; }

    const ConnectionProfile& profile() const { return m_profile; }

    // Asks the keyring; storedChanged() follows.
    void choose(const ConnectionProfile& profile);

    // `typed` empty: the keyring's password. `isKept`: written to the keyring once it worked.
    void signIn(const QString& typed, bool isKept);
    // The same try without signing in.
    void test(const QString& typed);
    // Takes the profile's password out of the keyring.
    void forget();

Q_SIGNALS:
    void storedChanged();
    void busyChanged();
    void failed(const onceover::ErrorSentences& why);
    void tested();
    void signedIn(const onceover::ConnectionProfile& profile, const QString& password);
    // After signedIn(): it works, but the password could not be kept.
    void notKept(const QString& why);

private:
    enum class Purpose
    {
        Test,
        SignIn,
    };

    void start(Purpose purpose, const QString& typed, bool isKept);
    void tryPassword(Purpose purpose, QString password, bool isKept);
    void finish(Purpose purpose, const Result<void>& result, const QString& password, bool isKept);
    void setBusy(bool isBusy);

    ProfileBook* m_book;
    Keyring* m_keyring;
    TryConnection m_tryConnection;
    ConnectionProfile m_profile;
    Stored m_stored = Stored::No;
    // Of the latest choice: an answer about another profile is dropped.
    quint64 m_choice = 0;
    bool m_isBusy = false;
    std::jthread m_thread;
};

} // namespace onceover
