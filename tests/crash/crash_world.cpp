// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_world.h"

#include "app/core/private_file.h"
#include "backend/engine/pass.h"
#include "test_places.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <poll.h>

namespace onceover {

namespace {

constexpr int kPatienceMs = 120'000;
// Passes without any change before nothing more is expected.
constexpr int kIdlePasses = 4;
constexpr int kMostPasses = 200;
constexpr int kPollsPerLease = 20;

const QString kCore = QStringLiteral("core");

} // namespace

void CrashWorld::preferMemory()
{
    if (qEnvironmentVariableIsSet("TMPDIR") || !QFileInfo(QStringLiteral("/dev/shm")).isWritable())
        return;
    qputenv("ONCEOVER_TEST_DIRECTORY", "/dev/shm");
    qputenv("TMPDIR", "/dev/shm");
}

CrashWorld::CrashWorld(
    StoreFixture& fixture,
    SandboxProcess& sandbox,
    const QStringList& hosts,
    const std::string& provider)
    : m_fixture(fixture)
    , m_sandbox(sandbox)
    , m_hosts(hosts)
    , m_provider(provider)
    , m_database(fixture.freshInstallation())
{
    StoreFixture::insertProfile(owner(), m_provider, profile());
    for (const char* login : {"m_core", "m_core2", "m_intake", "m_ingest", "liwei", "ana"}) {
        const std::string file = passwordFile(login).toStdString();
        if (!writePrivateFile(file, std::string(login) + "\n"))
            qFatal("cannot write a password");
    }
    for (const QString& host : m_hosts)
        writeSite(host);
    // They come, are listed and sent away; then they are admitted.
    passAll();
    StoreFixture::admitCores(owner());
}

void CrashWorld::writeSite(const QString& host) const
{
    const ConnectionSettings settings = m_fixture.postgres().ownerSettings(m_database);
    const QString state = m_directory.filePath(host);
    QDir().mkpath(state);
    const QJsonObject logins{
        {kCore, QString::fromStdString(loginOf(host))},
        {QStringLiteral("intake"), QStringLiteral("m_intake")},
        {QStringLiteral("ingest"), QStringLiteral("m_ingest")}};
    const QJsonObject file{
        {QStringLiteral("host"), QString::fromStdString(settings.hosts.front().name)},
        {QStringLiteral("port"), settings.hosts.front().port},
        {QStringLiteral("database"), QString::fromStdString(m_database)},
        {QStringLiteral("tls"), QStringLiteral("off")},
        {QStringLiteral("state_directory"), state},
        {QStringLiteral("logins"), logins}};
    write(host + QStringLiteral(".json"), QJsonDocument(file).toJson());
}

void CrashWorld::cloneHost(const QString& host, const QString& copy)
{
    writeSite(copy);
    for (const QString& name : QDir(m_directory.filePath(host)).entryList(QDir::Files))
        QFile::copy(
            m_directory.filePath(host + u'/' + name), m_directory.filePath(copy + u'/' + name));
}

void CrashWorld::useHost(const QString& from, const QString& name)
{
    QDir(m_directory.filePath(name)).removeRecursively();
    QDir().rename(m_directory.filePath(from), m_directory.filePath(name));
}

std::string CrashWorld::loginOf(const QString& host)
{
    return host == QStringLiteral("other") ? "m_core2" : "m_core";
}

QString CrashWorld::passwordFile(const std::string& login) const
{
    return m_directory.filePath(QString::fromStdString(login) + QStringLiteral(".password"));
}

QString CrashWorld::siteFile(const QString& host) const
{
    return m_directory.filePath(host + QStringLiteral(".json"));
}

QString CrashWorld::journalOf(const QString& host) const
{
    return m_directory.filePath(host + QStringLiteral("/core.journal"));
}

QString CrashWorld::write(const QString& name, const QByteArray& text) const
{
    QFile file(m_directory.filePath(name));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
        qFatal("cannot write a file of the test");
    return file.fileName();
}

// The shipped profile, in a hurry: a cell waits for nothing but what it is about.
std::string CrashWorld::profile() const
{
    QFile file(
        QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/profiles/")
        + QString::fromStdString(m_provider) + QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no profile");
    QJsonObject object =
        QJsonDocument::fromJson(
            file.readAll().replace("${SANDBOX_PORT}", QByteArray::number(m_sandbox.port())))
            .object();
    QJsonObject times = object[QStringLiteral("times")].toObject();
    times[QStringLiteral("visibility_lag_ms")] = 10;
    times[QStringLiteral("longest_processing_ms")] = 30;
    times[QStringLiteral("retry_delay_ms")] = 0;
    times[QStringLiteral("look_delays_ms")] = QJsonArray{20, 20, 50, 50, 100, 1000};
    object[QStringLiteral("times")] = times;
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

Connection& CrashWorld::owner()
{
    if (m_owner && m_owner->isStillOpen())
        return *m_owner;
    awaitServer();
    return *m_owner;
}

void CrashWorld::awaitServer()
{
    if (m_owner && m_owner->isStillOpen())
        return;
    m_owner.reset();
    if (const auto running = m_fixture.postgres().cluster().ensureRunning(); !running)
        qFatal("the server does not start: %s", running.error().detail().c_str());
    const QDeadlineTimer deadline(kPatienceMs);
    while (!m_owner && !deadline.hasExpired()) {
        auto opened =
            Connection::open(m_fixture.postgres().ownerSettings(m_database), PgFixture::patience());
        if (opened)
            m_owner.emplace(std::move(*opened));
        else
            ::poll(nullptr, 0, 5);
    }
    if (!m_owner)
        qFatal("the server does not answer");
}

void CrashWorld::awaitServerLoss()
{
    const QDeadlineTimer deadline(kPatienceMs);
    while (m_owner && m_owner->isStillOpen() && !deadline.hasExpired())
        ::poll(nullptr, 0, 1);
    awaitServer();
}

std::string CrashWorld::scalar(std::string_view sql, const Params& params)
{
    const Rows rows = mustRun(owner(), sql, params);
    return rows.isEmpty() ? std::string() : rows[0].text(rows.columns().front()).value_or("");
}

std::string CrashWorld::as(const std::string& login, std::string_view sql, const Params& params)
{
    Connection connection = m_fixture.connect(login, m_database);
    const Rows rows = mustRun(connection, sql, params);
    return rows.isEmpty() ? std::string() : rows[0].text(rows.columns().front()).value_or("");
}

QByteArray CrashWorld::requestLines(int count)
{
    QByteArray lines;
    for (int i = 0; i < count; ++i) {
        const QByteArray key = "k" + QByteArray::number(++m_next);
        lines += intakeLine(QByteArray::fromStdString(m_provider), key, 1000 + m_next, "EUR", key);
    }
    return lines;
}

QStringList CrashWorld::accept(int count)
{
    QStringList references;
    for (const QByteArray& line : requestLines(count).trimmed().split('\n'))
        references.append(QString::fromStdString(
            as("m_intake",
               "select reference from onceover.accept($1)",
               Params().json(line.toStdString()))));
    return references;
}

QStringList CrashWorld::referencesOf(const QByteArray& acceptOutput) const
{
    QStringList references;
    for (const QByteArray& line : acceptOutput.split('\n')) {
        const QJsonObject object = QJsonDocument::fromJson(line).object();
        if (object[QStringLiteral("reference")].isString())
            references.append(object[QStringLiteral("reference")].toString());
    }
    return references;
}

std::unique_ptr<MortalProcess> CrashWorld::process(
    const QString& host, QStringList words, const std::string& login)
{
    words << QStringLiteral("--connection") << siteFile(host) << QStringLiteral("--json");
    return std::make_unique<MortalProcess>(
        words, passwordFile(login.empty() ? loginOf(host) : login));
}

Result<std::unique_ptr<CoreHost>> CrashWorld::coreHost(const QString& host) const
{
    const std::string login = loginOf(host);
    return CoreHost::create(
        {m_fixture.postgres().settingsFor(login, login, m_database),
         m_directory.filePath(host).toStdString(),
         "core",
         false});
}

std::string CrashWorld::pass(const QString& host)
{
    const auto core = coreHost(host);
    if (!core)
        return core.error().code();
    Pass pass((*core)->parts(), (*core)->runner());
    const PassReport report = pass.run([] { return false; });
    return report.error ? report.error->code() : std::string();
}

void CrashWorld::passAll()
{
    for (const QString& host : m_hosts)
        pass(host);
}

bool CrashWorld::settle(const QString& host, const QStringList& references)
{
    const auto core = coreHost(host);
    if (!core) {
        qWarning("%s", core.error().detail().c_str());
        return false;
    }
    Pass pass((*core)->parts(), (*core)->runner());
    int idle = 0;
    for (int count = 0; count < kMostPasses && idle < kIdlePasses; ++count) {
        const PassReport report = pass.run([] { return false; });
        if (report.error) {
            qWarning("%s %s", report.error->code().c_str(), report.error->detail().c_str());
            return false;
        }
        const bool isOver = isAtRest(references);
        // A look that changes nothing is no progress.
        const int done = report.counts.total() - report.counts.looked;
        idle = done == 0 && (isOver || report.counts.looked > 0) ? idle + 1 : 0;
        if (isOver && done == 0)
            return true;
        if (report.counts.total() == 0)
            endLookLeases();
    }
    return true;
}

bool CrashWorld::isAtRest(const QStringList& references)
{
    for (const QString& reference : references) {
        const std::string isWaiting = scalar(
            "select status in ('PENDING', 'SUBMITTING', 'UNKNOWN') or (status = 'FAILED' and not "
            "was_in_review and (failure_kind <> 'ABSENT' or provider = 'sandbox-card')) from "
            "onceover.payments where reference = $1",
            Params().text(reference.toStdString()));
        if (isWaiting != "f")
            return false;
    }
    return true;
}

bool CrashWorld::awaitRest(const QStringList& references)
{
    const QDeadlineTimer deadline(kPatienceMs);
    for (int count = 1; !isAtRest(references); ++count) {
        if (deadline.hasExpired())
            return false;
        ::poll(nullptr, 0, 5);
        // An interrupted look is asked again once its lease is over.
        if (count % kPollsPerLease == 0)
            endLookLeases();
    }
    return true;
}

QString CrashWorld::status(const QString& reference)
{
    return QString::fromStdString(scalar(
        "select status from onceover.payments where reference = $1",
        Params().text(reference.toStdString())));
}

// Attempts are facts; for the test's own purpose their guard is lifted for one statement.
void CrashWorld::endLeases()
{
    auto done = owner().executeScript(
        "leases",
        "alter table onceover.attempts disable trigger append_only;"
        "update onceover.attempts set lease_until = clock_timestamp() - interval '1 second';"
        "alter table onceover.attempts enable always trigger append_only",
        PgFixture::patience());
    if (!done)
        qFatal("%s", done.error().detail().c_str());
}

void CrashWorld::endLookLeases()
{
    mustRun(
        owner(),
        "update onceover.payments set next_look_at = clock_timestamp() where status in ('UNKNOWN', "
        "'REVIEW') and next_look_at > clock_timestamp()");
}

} // namespace onceover
