// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/console_options.h"
#include "models/session/profile_book.h"
#include "models/session/sign_in.h"
#include "models/session/system_keyring.h"

#include <QObject>

#include <memory>

namespace onceover {

class PersonDesk;
class ReadingDesk;
class SignInWindow;
class SingleInstance;

// The console on a team's database: the sign-in window first, then the desk of whoever signed in.
class SignInConsole : public QObject
{
    Q_OBJECT

public:
    explicit SignInConsole(const ConsoleOptions& options, QObject* parent = nullptr);
    ~SignInConsole() override;

    // False: options.profile names no profile.
    bool start();

private:
    void enter(const ConnectionProfile& profile, const QString& password);

    ConsoleOptions m_options;
    ProfileBook m_book;
    SystemKeyring m_keyring;
    SignIn m_signIn;
    std::unique_ptr<SignInWindow> m_window;
    std::unique_ptr<SingleInstance> m_instance;
    std::unique_ptr<ReadingDesk> m_desk;
    // Never in audit mode.
    std::unique_ptr<PersonDesk> m_person;
};

} // namespace onceover
