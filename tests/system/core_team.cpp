// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/core_team.h"

#include "app/core/demo_site.h"
#include "backend/postgres/connection.h"
#include "backend/store/pg_installation.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QProcessEnvironment>

#include <memory>
#include <vector>

namespace onceover {

namespace {

constexpr int kPatienceMs = 300'000;

QString loginOf(int core)
{
    return QStringLiteral("host_core_%1").arg(core);
}

bool writePrivate(const QString& path, const QByteArray& text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly)
           && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
           && file.write(text) == text.size();
}

} // namespace

CoreTeam::CoreTeam(DemoProcess& demo, int size)
    : m_demo(demo)
    , m_size(size)
{}

QString CoreTeam::folder(int core) const
{
    return m_demo.path(QStringLiteral("host-%1").arg(core));
}

bool CoreTeam::enrol()
{
    const auto settings = m_demo.site().machine(MachineKind::Owner);
    if (!settings)
        return false;
    auto owner = Connection::open(*settings, Deadline::in(std::chrono::seconds(30)));
    if (!owner)
        return false;
    PgInstallation installation(*owner);
    for (int core = 1; core <= m_size; ++core) {
        const std::string password = "password-of-core-" + std::to_string(core);
        const auto made = installation.createLogin(
            {loginOf(core).toStdString(), password, {"onceover_core"}, std::nullopt, "CORE"});
        if (!made || !QDir().mkpath(folder(core)))
            return false;
        const QJsonObject connection{
            {QStringLiteral("host"),
             QString::fromStdString(m_demo.site().cluster().socketDirectory().string())},
            {QStringLiteral("database"), QString::fromStdString(settings->database)},
            {QStringLiteral("tls"), QStringLiteral("off")},
            {QStringLiteral("state_directory"), folder(core)},
            {QStringLiteral("logins"), QJsonObject{{QStringLiteral("core"), loginOf(core)}}}};
        if (!writePrivate(
                folder(core) + QStringLiteral("/password"), QByteArray::fromStdString(password))
            || !writePrivate(
                folder(core) + QStringLiteral("/connection.json"),
                QJsonDocument(connection).toJson()))
            return false;
    }
    return admit();
}

bool CoreTeam::admit()
{
    // Each makes its id and its journal, and is refused.
    for (const CoreRun& run : passTogether()) {
        if (run.exitCode == 0 || !run.complaint.contains("core.not_admitted")) {
            qWarning("%s", run.described().constData());
            return false;
        }
    }
    const auto settings = m_demo.site().machine(MachineKind::Owner);
    if (!settings)
        return false;
    const Deadline deadline = Deadline::in(std::chrono::seconds(30));
    auto owner = Connection::open(*settings, deadline);
    return owner
           && owner->executeScript(
               "admit",
               "alter table onceover.cores disable trigger guard_core; "
               "update onceover.cores set state = 'ADMITTED', admitted_as = 'FOUNDING' where state "
               "= 'LISTED'; "
               "alter table onceover.cores enable always trigger guard_core",
               deadline);
}

std::unique_ptr<QProcess> CoreTeam::start(int core, const QString& command) const
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(
        QStringLiteral("ONCEOVER_PASSWORD_FILE"), folder(core) + QStringLiteral("/password"));
    process->setProcessEnvironment(environment);
    process->start(
        DemoProcess::executable(),
        {command,
         QStringLiteral("--connection"),
         folder(core) + QStringLiteral("/connection.json"),
         QStringLiteral("--json")});
    return process;
}

std::unique_ptr<QProcess> CoreTeam::serve(int core) const
{
    return start(core, QStringLiteral("serve"));
}

QVector<CoreRun> CoreTeam::passTogether()
{
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int core = 1; core <= m_size; ++core)
        processes.push_back(start(core, QStringLiteral("pass")));
    QVector<CoreRun> runs;
    for (const auto& process : processes)
        runs.append(DemoProcess::finished(*process, kPatienceMs));
    return runs;
}

} // namespace onceover
