// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/single_instance.h"

#include "app/console/console_options.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr int kPatienceMs = 1000;
constexpr qsizetype kMostBytes = 4096;
const QByteArray kAnswer = "shown\n";

// A directory that another user could write to would let that user answer in our place.
bool isOursAlone(const QString& directory)
{
    struct stat status
    {};

    return ::lstat(QFile::encodeName(directory).constData(), &status) == 0
           && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid()
           && (status.st_mode & 0077U) == 0;
}

QString scopeName(const QString& scope)
{
    const QByteArray hash =
        QCryptographicHash::hash(scope.toUtf8(), QCryptographicHash::Sha256).toHex();
    return QStringLiteral("onceover-") + QString::fromLatin1(hash.left(24));
}

} // namespace

SingleInstance::SingleInstance(const QString& scope, QObject* parent)
    : QObject(parent)
    , m_scope(scope)
{}

SingleInstance::~SingleInstance()
{
    if (m_server != nullptr)
        m_server->close();
    if (m_lockFd >= 0)
        ::close(m_lockFd);
}

QString SingleInstance::socketDirectory()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (!runtime.isEmpty() && isOursAlone(runtime))
        return runtime;
    const QString own =
        QDir::tempPath() + QStringLiteral("/onceover-%1").arg(static_cast<uint>(::geteuid()));
    ::mkdir(QFile::encodeName(own).constData(), 0700);
    return isOursAlone(own) ? own : QString();
}

SingleInstance::Role SingleInstance::start(const QString& reference)
{
    const QString directory = socketDirectory();
    if (directory.isEmpty())
        return Role::Alone;
    const QString path = directory + QLatin1Char('/') + scopeName(m_scope);
    // The lock says who is first: it goes with its process, a socket's file does not.
    m_lockFd = ::open(
        QFile::encodeName(path + QStringLiteral(".lock")).constData(),
        O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
        0600);
    if (m_lockFd < 0)
        return Role::Alone;
    if (::flock(m_lockFd, LOCK_EX | LOCK_NB) == 0)
        return listen(path) ? Role::First : Role::Alone;
    ::close(m_lockFd);
    m_lockFd = -1;
    return forward(path, reference) ? Role::Forwarded : Role::Alone;
}

bool SingleInstance::listen(const QString& path)
{
    // Whatever lies there is left over from a process that is gone.
    QLocalServer::removeServer(path);
    m_server = new QLocalServer(this);
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    connect(m_server, &QLocalServer::newConnection, this, [this] {
        while (QLocalSocket* socket = m_server->nextPendingConnection()) {
            connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
            connect(socket, &QLocalSocket::readyRead, this, [this, socket] { read(socket); });
        }
    });
    return m_server->listen(path);
}

void SingleInstance::read(QLocalSocket* socket)
{
    if (!socket->canReadLine()) {
        if (socket->bytesAvailable() > kMostBytes)
            socket->abort();
        return;
    }
    const QStringList words =
        QString::fromUtf8(socket->readLine(kMostBytes)).chopped(1).split(QLatin1Char('\t'));
    socket->write(kAnswer);
    socket->flush();
    socket->disconnectFromServer();
    if (words.size() == 3 && words.at(0) == QLatin1String("show"))
        Q_EMIT raiseRequested(ConsoleOptions::referenceIn(words.at(1)), words.at(2).left(256));
}

bool SingleInstance::forward(const QString& path, const QString& reference)
{
    QLocalSocket socket;
    socket.connectToServer(path);
    if (!socket.waitForConnected(kPatienceMs))
        return false;
    QString token = qEnvironmentVariable("XDG_ACTIVATION_TOKEN");
    token.remove(QLatin1Char('\t')).remove(QLatin1Char('\n'));
    socket.write(QStringLiteral("show\t%1\t%2\n").arg(reference, token).toUtf8());
    // Its word that the window is shown; a process that hangs gives none.
    return socket.waitForReadyRead(kPatienceMs) && socket.readAll().startsWith(kAnswer);
}

} // namespace onceover
