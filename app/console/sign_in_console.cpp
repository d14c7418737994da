// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/sign_in_console.h"

#include "app/console/person_desk.h"
#include "app/console/read_trial.h"
#include "app/console/reading_desk.h"
#include "app/console/single_instance.h"
#include "views/signin/sign_in_window.h"

#include <QApplication>

namespace onceover {

namespace {

// The writing session goes to the primary, under the person's own login.
ConnectionSettings deskSettingsOf(const ConnectionProfile& profile, const QString& password)
{
    ConnectionSettings settings;
    for (const QString& host : profile.host.split(QLatin1Char(','), Qt::SkipEmptyParts))
        settings.hosts.push_back({host.trimmed().toStdString(), profile.port});
    settings.database = profile.database.toStdString();
    settings.user = profile.login.toStdString();
    settings.password = password.toStdString();
    settings.applicationName = "onceover-desk";
    settings.tls = profile.isSocket() ? TlsMode::Off : TlsMode::VerifyFull;
    if (!profile.rootCertificate.isEmpty())
        settings.tlsRootCertificates = profile.rootCertificate.toStdString();
    settings.wanted = ConnectionSettings::Wanted::ReadWrite;
    return settings;
}

} // namespace

SignInConsole::SignInConsole(const ConsoleOptions& options, QObject* parent)
    : QObject(parent)
    , m_options(options)
    , m_book(ProfileBook::defaultFile())
    , m_signIn(
          &m_book,
          &m_keyring,
          [isAudit = options.isAudit](const ConnectionProfile& profile, const QString& password) {
              return tryReading(readSettingsOf(profile, password, isAudit));
          })
{
    connect(&m_signIn, &SignIn::signedIn, this, &SignInConsole::enter);
}

SignInConsole::~SignInConsole()
{
    m_person.reset();
    m_desk.reset();
}

bool SignInConsole::start()
{
    const auto wanted = m_book.byName(m_options.profile);
    if (!m_options.profile.isEmpty() && !wanted)
        return false;
    m_window = std::make_unique<SignInWindow>(&m_signIn, m_options.isAudit);
    m_window->chooseProfile(wanted ? wanted->id : QString());
    m_window->show();
    return true;
}

void SignInConsole::enter(const ConnectionProfile& profile, const QString& password)
{
    m_instance = std::make_unique<SingleInstance>(
        QStringLiteral("%1/%2/%3")
            .arg(
                profile.id,
                profile.login,
                m_options.isAudit ? QStringLiteral("audit") : QStringLiteral("desk")));
    if (m_instance->start(m_options.reference) == SingleInstance::Role::Forwarded) {
        QApplication::quit();
        return;
    }
    DeskPlace place;
    place.environment = profile.environment == ProfileEnvironment::Test ? Environment::Test
                                                                        : Environment::Production;
    place.profileName = profile.name;
    place.isAudit = m_options.isAudit;
    place.layoutOwner = profile.id + QLatin1Char('/') + profile.login;
    m_desk =
        std::make_unique<ReadingDesk>(readSettingsOf(profile, password, m_options.isAudit), place);
    if (!m_options.isAudit)
        m_person =
            std::make_unique<PersonDesk>(*m_desk, std::optional(deskSettingsOf(profile, password)));
    connect(m_instance.get(), &SingleInstance::raiseRequested, m_desk.get(), &ReadingDesk::show);
    m_desk->open();
    m_window->hide();
    if (!m_options.reference.isEmpty())
        m_desk->show(m_options.reference);
}

} // namespace onceover
