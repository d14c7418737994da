// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/audit_console.h"

#include "app/console/reading_desk.h"
#include "app/console/single_instance.h"
#include "app/core/demo_site.h"

#include <fstream>

namespace onceover {

namespace {

// Line 5 of the running server's lock file is its socket's directory. The cluster itself is not
// opened: that would prove it by its owner's login.
std::string socketDirectoryOf(const std::filesystem::path& directory)
{
    std::ifstream file(directory / "data" / "postmaster.pid");
    std::string line;
    for (int number = 0; number < 5; ++number) {
        if (!std::getline(file, line))
            return {};
    }
    return line;
}

} // namespace

Result<ReadSettings> AuditConsole::settingsOf(
    const std::filesystem::path& directory, const std::string& login)
{
    const auto logins = DemoLogins::read(directory);
    const std::string socket = socketDirectoryOf(directory);
    if (!logins || socket.empty())
        return Failure(Error::notHappened(
            "demo.not_running",
            "There is no running demo in " + directory.string()
                + "; start onceover --demo first. An audit starts nothing."));
    const auto password = logins->passwords.find(login);
    if (password == logins->passwords.end())
        return Failure(
            Error::notHappened("settings.login", "The demo has no login \"" + login + "\"."));
    ReadSettings settings;
    settings.host = QString::fromStdString(socket);
    settings.database = QString::fromStdString(logins->database);
    settings.user = QString::fromStdString(login);
    settings.password = QString::fromStdString(password->second);
    // The auditor's own right, not the viewer's role.
    settings.role.clear();
    return settings;
}

AuditConsole::AuditConsole(
    const ConsoleOptions& options, const ReadSettings& settings, QObject* parent)
    : QObject(parent)
    , m_options(options)
    , m_instance(std::make_unique<SingleInstance>(
          QStringLiteral("demo-audit/%1/%2").arg(settings.host, settings.user)))
{
    DeskPlace place;
    place.environment = Environment::Demo;
    place.profileName = tr("private demo");
    place.isAudit = true;
    place.layoutOwner = QStringLiteral("demo-audit/") + settings.user;
    m_desk = std::make_unique<ReadingDesk>(settings, place);
    connect(m_instance.get(), &SingleInstance::raiseRequested, m_desk.get(), &ReadingDesk::show);
}

AuditConsole::~AuditConsole() = default;

bool AuditConsole::start()
{
    if (m_instance->start(m_options.reference) == SingleInstance::Role::Forwarded)
        return false;
    m_desk->open();
    if (!m_options.reference.isEmpty())
        m_desk->show(m_options.reference);
    return true;
}

} // namespace onceover
