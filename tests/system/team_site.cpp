// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/team_site.h"

#include "app/core/private_file.h"
#include "backend/postgres/connection.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>

#include <stdlib.h>

namespace onceover {

namespace {

constexpr int kPatienceMs = 120'000;

} // namespace

bool TeamSite::start()
{
    // Short, for the socket's path; reachable for the user that the server runs as.
    QByteArray name = "/tmp/onceover-team-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
        return false;
    m_clusterDirectory = QString::fromLatin1(name);
    PrivateCluster::Options options;
    options.isDisposable = true;
    auto cluster = PrivateCluster::openOrCreate(name.toStdString(), options);
    if (!cluster)
        return false;
    m_cluster.emplace(std::move(*cluster));
    const ConnectionSettings owner = m_cluster->ownerSettings();
    auto connection = Connection::open(owner, Deadline::in(std::chrono::seconds(30)));
    if (!connection
        || !connection->execute(
            {"create", "create database payments template template0 encoding 'UTF8'"},
            Params(),
            Deadline::in(std::chrono::seconds(30))))
        return false;
    if (!writePrivateFile(path(QStringLiteral("dba")).toStdString(), owner.password + "\n"))
        return false;
    const QJsonObject logins{
        {QStringLiteral("owner"), QString::fromStdString(owner.user)},
        {QStringLiteral("core"), QStringLiteral("pay core \"1\"")},
        {QStringLiteral("intake"), QStringLiteral("pay_intake")},
        {QStringLiteral("ingest"), QStringLiteral("pay_ingest")},
        {QStringLiteral("reader"), QStringLiteral("pay_reader")}};
    const QJsonObject file{
        {QStringLiteral("host"), QString::fromStdString(m_cluster->socketDirectory().string())},
        {QStringLiteral("port"), owner.hosts.front().port},
        {QStringLiteral("database"), QStringLiteral("payments")},
        {QStringLiteral("tls"), QStringLiteral("off")},
        {QStringLiteral("state_directory"), m_directory.path()},
        {QStringLiteral("logins"), logins}};
    write(QStringLiteral("site.json"), QJsonDocument(file).toJson());
    return true;
}

TeamSite::~TeamSite()
{
    m_cluster.reset();
    if (!m_clusterDirectory.isEmpty())
        QDir(m_clusterDirectory).removeRecursively();
}

QString TeamSite::passwordFile(const QString& login) const
{
    const QString file = path(login + QStringLiteral(".password"));
    if (!QFile::exists(file)
        && !writePrivateFile(file.toStdString(), randomPassword() + "'\\\"$\n"))
        qFatal("cannot write a password");
    return file;
}

CoreRun TeamSite::core(const QStringList& words, const QString& login) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(
        QStringLiteral("ONCEOVER_PASSWORD_FILE"),
        login == QStringLiteral("dba") ? path(login) : passwordFile(login));
    process.setProcessEnvironment(environment);
    process.start(
        DemoProcess::executable(),
        words
            + QStringList{
                QStringLiteral("--connection"),
                path(QStringLiteral("site.json")),
                QStringLiteral("--json")});
    CoreRun run;
    if (!process.waitForFinished(kPatienceMs))
        return run;
    run.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    run.output = process.readAllStandardOutput();
    run.complaint = process.readAllStandardError();
    for (const QByteArray& line : run.output.split('\n')) {
        const QJsonDocument document = QJsonDocument::fromJson(line);
        if (document.isObject())
            run.lines.append(document.object());
    }
    return run;
}

QString TeamSite::write(const QString& name, const QByteArray& text) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
        qFatal("cannot write a file of the test");
    return file.fileName();
}

} // namespace onceover
