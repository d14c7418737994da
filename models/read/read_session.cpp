// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/read/read_session.h"

#include "read_sql.h"

#include <QCoreApplication>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>
#include <QThread>

#include <atomic>

namespace onceover {

namespace {

// A programmer's error, always fatal: a statement on the GUI thread freezes the window of somebody
// who decides on money.
void requireReadingThread()
{
    if (QCoreApplication::instance() != nullptr
        && QThread::currentThread() == QCoreApplication::instance()->thread())
        qFatal("a statement was about to run on the GUI thread");
}

QString statementText(const char* name)
{
    for (const auto& file : read_sql::kEmbeddedFiles) {
        if (file.name == name)
            return QString::fromUtf8(file.text.data(), static_cast<qsizetype>(file.text.size()));
    }
    qFatal("no such statement: %s", name);
    return {};
}

// libpq's own quoting inside a connection string. A semicolon cannot be expressed: the driver makes
// it a blank.
QString quoted(QString value)
{
    value.remove(QLatin1Char(';'));
    value.replace(QLatin1Char('\\'), QLatin1String("\\\\"));
    value.replace(QLatin1Char('\''), QLatin1String("\\'"));
    return QLatin1Char('\'') + value + QLatin1Char('\'');
}

} // namespace

ReadSession::ReadSession()
{
    static std::atomic<int> s_next{0};
    m_name = QStringLiteral("onceover-read-%1").arg(++s_next);
}

ReadSession::~ReadSession()
{
    close();
}

QString ReadSession::connectOptions(const ReadSettings& settings)
{
    QStringList options{
        QStringLiteral("connect_timeout=5"),
        QStringLiteral("application_name=onceover-read"),
        QStringLiteral("keepalives_idle=10"),
        QStringLiteral("keepalives_interval=5"),
        QStringLiteral("keepalives_count=3"),
        QStringLiteral("tcp_user_timeout=15000"),
        QStringLiteral("options='-c default_transaction_read_only=on -c statement_timeout=15000 -c "
                       "lock_timeout=5000 "
                       "-c idle_in_transaction_session_timeout=30000 -c TimeZone=UTC -c "
                       "search_path=pg_catalog'"),
    };
    static const QStringList kModes{
        QStringLiteral("disable"),
        QStringLiteral("require"),
        QStringLiteral("verify-ca"),
        QStringLiteral("verify-full")};
    if (kModes.contains(settings.sslMode))
        options << QLatin1String("sslmode=") + settings.sslMode;
    // A server that has somebody's valid certificate must not be told the password in clear.
    if (settings.sslMode == QLatin1String("verify-full") && !settings.password.isEmpty())
        options << QStringLiteral("channel_binding=require");
    if (!settings.sslRootCert.isEmpty())
        options << QLatin1String("sslrootcert=") + quoted(settings.sslRootCert);
    return options.join(QLatin1Char(';'));
}

QSqlDatabase ReadSession::database() const
{
    return QSqlDatabase::database(m_name, /*open=*/false);
}

QString ReadSession::open(const ReadSettings& settings)
{
    requireReadingThread();
    close();
    {
        QSqlDatabase connection = QSqlDatabase::addDatabase(QStringLiteral("QPSQL"), m_name);
        connection.setHostName(settings.host);
        connection.setPort(settings.port);
        connection.setDatabaseName(settings.database);
        connection.setUserName(settings.user);
        connection.setPassword(settings.password);
        connection.setConnectOptions(connectOptions(settings));
        m_isOpen = connection.open();
        if (!m_isOpen)
            fail(connection.lastError());
        // The driver has it now; nothing here needs it again.
        connection.setPassword(QString());
    }
    if (m_isOpen && !settings.role.isEmpty())
        run(QStringLiteral("set role \"%1\"").arg(QString(settings.role).remove(QLatin1Char('"'))));
    if (m_isOpen)
        return {};
    const QString why = m_lastError;
    close();
    return why.isEmpty() ? QStringLiteral("the connection could not be opened") : why;
}

void ReadSession::close()
{
    m_isOpen = false;
    if (!QSqlDatabase::contains(m_name))
        return;
    database().close();
    QSqlDatabase::removeDatabase(m_name);
}

bool ReadSession::fail(const QSqlError& error)
{
    m_lastError = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    m_lastSqlState = error.nativeErrorCode();
    // A closed connection reports no error at all.
    if (m_lastError.isEmpty())
        m_lastError = QStringLiteral("the connection was lost");
    m_isOpen = false;
    return false;
}

bool ReadSession::run(const QString& sql)
{
    requireReadingThread();
    QSqlQuery query(database());
    return query.exec(sql) || fail(query.lastError());
}

bool ReadSession::beginSnapshot()
{
    return run(QStringLiteral("begin isolation level repeatable read read only"));
}

bool ReadSession::endSnapshot()
{
    return run(QStringLiteral("commit"));
}

bool ReadSession::read(
    const char* statement, const Values& values, const std::function<void(RowReader&)>& take)
{
    requireReadingThread();
    if (!m_isOpen)
        return false;
    QSqlQuery query(database());
    if (!query.prepare(statementText(statement)))
        return fail(query.lastError());
    for (const auto& [name, value] : values) {
        // The driver binds a null text as NULL, and every comparison with it would be unknown.
        const bool isNullText = value.typeId() == QMetaType::QString && value.toString().isNull();
        query.bindValue(name, isNullText ? QVariant(QStringLiteral("")) : value);
    }
    if (!query.exec())
        return fail(query.lastError());
    while (query.next()) {
        RowReader reader(query);
        take(reader);
    }
    return true;
}

} // namespace onceover
