// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/http_parser.h"
#include "app/sandbox/http_reply.h"
#include "app/sandbox/http_request.h"

#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <string_view>

namespace onceover {

// One connection of a caller: reads requests one after another and writes each reply the way it is
// to be spoilt. Never blocks; delays are timers of its own and die with it. Deletes itself when the
// caller is gone.
class HttpConnection : public QObject
{
    Q_OBJECT

public:
    // Called for every complete request; it must lead to exactly one reply() sooner or later, or to
    // none for ever.
    using RequestHandler = std::function<void(HttpConnection*, const HttpRequest&)>;

    // Takes the socket over.
    HttpConnection(QTcpSocket* socket, RequestHandler handler, QObject* parent);

    void reply(const HttpReply& reply);

private:
    void readSocket();
    void handleBuffered(std::string_view bytes);
    void write(const HttpReply& reply);
    void finish();
    void reset();
    void writeSlowly(const HttpReply& reply);
    void writeHugely(std::int64_t remaining);
    void send(std::string_view bytes);

    QTcpSocket* m_socket;
    RequestHandler m_handler;
    HttpParser m_parser;
    QTimer m_idle;
    bool m_answering = false;
    bool m_keepAlive = true;
};

} // namespace onceover
