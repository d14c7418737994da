// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/session/sign_in.h"

#include "models/session/sign_in_text.h"

#include <QPointer>

#include <utility>

namespace onceover {

SignIn::SignIn(ProfileBook* book, Keyring* keyring, TryConnection tryConnection, QObject* parent)
    : QObject(parent)
    , m_book(book)
    , m_keyring(keyring)
    , m_tryConnection(std::move(tryConnection))
{}

// A try under way is waited for: it ends with its own deadline.
SignIn::~SignIn() = default;

void SignIn::choose(const ConnectionProfile& profile)
{
    m_profile = profile;
    m_stored = Stored::Asking;
    Q_EMIT storedChanged();
    const quint64 choice = ++m_choice;
    const QPointer<SignIn> self(this);
    m_keyring->read(profile.id, [self, choice](const KeyringAnswer& answer) {
        if (self.isNull() || self->m_choice != choice)
            return;
        switch (answer.state) {
        case KeyringAnswer::State::Done:
            self->m_stored = answer.secret.isEmpty() ? Stored::No : Stored::Yes;
            break;
        case KeyringAnswer::State::Absent:
            self->m_stored = Stored::No;
            break;
        case KeyringAnswer::State::Unusable:
            self->m_stored = Stored::Unusable;
            break;
        }
        Q_EMIT self->storedChanged();
    });
}

void SignIn::signIn(const QString& typed, bool isKept)
{
    start(Purpose::SignIn, typed, isKept);
}

void SignIn::test(const QString& typed)
{
    start(Purpose::Test, typed, false);
}

void SignIn::start(Purpose purpose, const QString& typed, bool isKept)
{
    if (m_isBusy || m_profile.id.isEmpty())
        return;
    setBusy(true);
    if (!typed.isEmpty() || m_stored != Stored::Yes) {
        tryPassword(purpose, typed, isKept && !typed.isEmpty());
        return;
    }
    const QPointer<SignIn> self(this);
    m_keyring->read(m_profile.id, [self, purpose](const KeyringAnswer& answer) {
        if (!self.isNull())
            self->tryPassword(purpose, answer.secret, false);
    });
}

void SignIn::tryPassword(Purpose purpose, QString password, bool isKept)
{
    m_thread = std::jthread([this,
                             purpose,
                             password = std::move(password),
                             isKept,
                             profile = m_profile,
                             tryConnection = m_tryConnection] {
        const Result<void> result = tryConnection(profile, password);
        QMetaObject::invokeMethod(
            this,
            [this, purpose, result, password, isKept] {
                finish(purpose, result, password, isKept);
            },
            Qt::QueuedConnection);
    });
}

void SignIn::finish(
    Purpose purpose, const Result<void>& result, const QString& password, bool isKept)
{
    setBusy(false);
    if (!result) {
        Q_EMIT failed(SignInText::of(result.error(), m_profile.host, m_profile.login));
        return;
    }
    if (purpose == Purpose::Test) {
        Q_EMIT tested();
        return;
    }
    m_book->setLastUsed(m_profile.id);
    if (isKept) {
        const QPointer<SignIn> self(this);
        m_keyring->write(m_profile.id, password, [self](const KeyringAnswer& answer) {
            if (!self.isNull() && answer.state != KeyringAnswer::State::Done)
                Q_EMIT self->notKept(answer.why);
        });
    }
    Q_EMIT signedIn(m_profile, password);
}

void SignIn::forget()
{
    const QPointer<SignIn> self(this);
    const quint64 choice = m_choice;
    m_keyring->remove(m_profile.id, [self, choice](const KeyringAnswer& answer) {
        if (self.isNull() || self->m_choice != choice)
            return;
        self->m_stored =
            answer.state == KeyringAnswer::State::Unusable ? Stored::Unusable : Stored::No;
        Q_EMIT self->storedChanged();
    });
}

void SignIn::setBusy(bool isBusy)
{
    m_isBusy = isBusy;
    Q_EMIT busyChanged();
}

} // namespace onceover
