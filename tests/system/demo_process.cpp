// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/demo_process.h"

#include "app/core/demo_site.h"
#include "test_places.h"
#include "tests/system/sandbox_process.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>

#include <algorithm>

#include <stdlib.h>

namespace onceover {

namespace {

bool isOneWaiting(const QJsonObject& payment, qint64 untilMs)
{
    const QString status = payment[QStringLiteral("status")].toString();
    if (status == QStringLiteral("PENDING"))
        return payment[QStringLiteral("hold_reason")].isNull();
    if (status == QStringLiteral("SUBMITTING") || status == QStringLiteral("UNKNOWN"))
        return true;
    const QJsonValue next = payment[QStringLiteral("next_look_at")];
    // At first soon, then ever more rarely.
    const bool isEarly = payment[QStringLiteral("look_count")].toInt() < 2;
    return status == QStringLiteral("SUCCEEDED") && isEarly && next.isString()
           && unixMs(next.toString()) <= untilMs;
}

} // namespace

QVector<QJsonObject> CoreRun::ofType(const char* type) const
{
    QVector<QJsonObject> found;
    for (const QJsonObject& line : lines) {
        if (line[QStringLiteral("type")].toString() == QLatin1String(type))
            found.append(line);
    }
    return found;
}

int CoreRun::count(const char* key, const char* text) const
{
    return static_cast<int>(std::count_if(lines.begin(), lines.end(), [&](const QJsonObject& line) {
        return line[QLatin1String(key)].toString() == QLatin1String(text);
    }));
}

QByteArray CoreRun::described() const
{
    return "exit code " + QByteArray::number(exitCode) + "\n" + output + complaint;
}

DemoProcess::DemoProcess()
{
    // Short, for the socket's path; reachable for the user that the server runs as.
    QByteArray name = "/tmp/onceover-demo-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
        qFatal("mkdtemp failed");
    m_directory = QString::fromLatin1(name);
}

DemoProcess::~DemoProcess()
{
    m_site.reset();
    QDir(m_directory).removeRecursively();
}

QString DemoProcess::executable()
{
    return QStringLiteral(ONCEOVER_BINARY_DIR "/app/core/onceover-core");
}

CoreRun DemoProcess::finished(QProcess& process, int patienceMs)
{
    CoreRun run;
    if (!process.waitForFinished(patienceMs)) {
        process.kill();
        process.waitForFinished(patienceMs);
        return run;
    }
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

CoreRun DemoProcess::run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    return finished(process);
}

CoreRun DemoProcess::core(const QStringList& words) const
{
    return run(
        executable(),
        words + QStringList{QStringLiteral("--dir"), m_directory, QStringLiteral("--json")});
}

QVector<CoreRun> DemoProcess::cores(const QVector<QStringList>& words) const
{
    std::vector<std::unique_ptr<QProcess>> processes;
    for (const QStringList& each : words) {
        processes.push_back(std::make_unique<QProcess>());
        processes.back()->start(
            executable(),
            each + QStringList{QStringLiteral("--dir"), m_directory, QStringLiteral("--json")});
    }
    QVector<CoreRun> runs;
    for (const auto& process : processes)
        runs.append(finished(*process));
    return runs;
}

bool DemoProcess::create(const SandboxProcess& sandbox)
{
    QStringList words = {QStringLiteral("demo"), QStringLiteral("create")};
    for (const char* name : {"sandbox-card.json", "sandbox-wire.json", "sandbox-legacy.json"}) {
        QFile file(
            QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/profiles/") + QLatin1String(name));
        if (!file.open(QIODevice::ReadOnly))
            return false;
        QByteArray text = file.readAll();
        text.replace("${SANDBOX_PORT}", QByteArray::number(sandbox.port()));
        words << QStringLiteral("--profile") << write(QLatin1String(name), text);
    }
    const CoreRun made = core(words);
    if (made.exitCode != 0)
        qWarning("demo create: %s", made.described().constData());
    return made.exitCode == 0 && holdOpen();
}

bool DemoProcess::holdOpen()
{
    auto site = DemoSite::open(m_directory.toStdString());
    if (!site)
        return false;
    m_site = std::move(*site);
    return true;
}

QString DemoProcess::write(const QString& name, const QByteArray& text) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
        qFatal("cannot write a file of the test");
    return file.fileName();
}

QMap<QString, QJsonObject> DemoProcess::payments() const
{
    QMap<QString, QJsonObject> found;
    for (const QJsonObject& line : core({QStringLiteral("payments")}).lines)
        found[line[QStringLiteral("reference")].toString()] = line;
    return found;
}

bool DemoProcess::isWaiting(const QMap<QString, QJsonObject>& payments, int nearMs)
{
    const qint64 untilMs = QDateTime::currentMSecsSinceEpoch() + nearMs;
    return std::any_of(payments.begin(), payments.end(), [&](const QJsonObject& payment) {
        return isOneWaiting(payment, untilMs);
    });
}

bool DemoProcess::settle(int limitMs, int nearMs, const QStringList& coreNames) const
{
    const QStringList names = coreNames.isEmpty() ? QStringList{QStringLiteral("core")} : coreNames;
    QVector<QStringList> words;
    for (const QString& name : names)
        words.append({QStringLiteral("pass"), QStringLiteral("--core"), name});
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < limitMs) {
        for (const CoreRun& run : cores(words)) {
            if (run.exitCode != 0)
                qWarning("pass: %s", run.described().constData());
        }
        const auto all = payments();
        if (!all.isEmpty() && !isWaiting(all, nearMs))
            return true;
    }
    return false;
}

QByteArray intakeLine(
    const QByteArray& provider,
    const QByteArray& key,
    qint64 amountMinor,
    const QByteArray& currency,
    const QByteArray& payee)
{
    const QJsonObject line{
        {QStringLiteral("source"), QStringLiteral("system-test")},
        {QStringLiteral("idempotency_key"), QString::fromUtf8(key)},
        {QStringLiteral("kind"), QStringLiteral("PAYOUT")},
        {QStringLiteral("direction"), QStringLiteral("OUT")},
        {QStringLiteral("payee"), QString::fromUtf8(payee)},
        {QStringLiteral("payee_account"), QStringLiteral("acct_") + QString::fromUtf8(key)},
        {QStringLiteral("amount_minor"), amountMinor},
        {QStringLiteral("currency"), QString::fromUtf8(currency)},
        {QStringLiteral("provider"), QString::fromUtf8(provider)}};
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

int extraPermits(const QJsonObject& payment)
{
    int count = 0;
    for (const QJsonValue& value : payment[QStringLiteral("permits")].toArray()) {
        const QJsonObject permit = value.toObject();
        const QString ground = permit[QStringLiteral("ground")].toString();
        if (permit[QStringLiteral("used_as")].toString() == QStringLiteral("ATTEMPT")
            && (ground == QStringLiteral("APPROVED_RESEND")
                || ground == QStringLiteral("LOSS_TOLERATED")))
            ++count;
    }
    return count;
}

qint64 unixMs(const QString& rfc3339)
{
    return QDateTime::fromString(rfc3339.left(23) + u'Z', Qt::ISODateWithMs).toMSecsSinceEpoch();
}

} // namespace onceover
