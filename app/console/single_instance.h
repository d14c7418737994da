// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QLocalServer;
class QLocalSocket;

namespace onceover {

// One window per profile and person: a second start hands its wish to the first and ends. Where no
// private directory for the socket can be had, every start is the first. GUI thread; waits for at
// most a second, before there is a window.
class SingleInstance : public QObject
{
    Q_OBJECT

public:
    enum class Role
    {
        First,
        // Another process answered; it has been told and shows itself.
        Forwarded,
        // Neither a server nor a client could be had: go on alone.
        Alone,
    };

    // `scope` names profile, person and mode; it is hashed into the socket's name.
    explicit SingleInstance(const QString& scope, QObject* parent = nullptr);
    ~SingleInstance() override;

    // `reference` may be empty: then the window is raised.
    Role start(const QString& reference);

    // XDG_RUNTIME_DIR where it is ours alone, else a directory of mode 0700 below the temporary
    // directory; empty where neither is safe.
    static QString socketDirectory();

Q_SIGNALS:
    // `token` is the second start's activation token, or empty.
    void raiseRequested(const QString& reference, const QString& token);

private:
    bool forward(const QString& path, const QString& reference);
    bool listen(const QString& path);
    void read(QLocalSocket* socket);

    QString m_scope;
    QLocalServer* m_server = nullptr;
    int m_lockFd = -1;
};

} // namespace onceover
