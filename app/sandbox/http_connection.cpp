// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/http_connection.h"

#include <QByteArray>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include <sys/socket.h>

namespace onceover {

namespace {

constexpr auto kIdleTimeout = std::chrono::seconds(60);
constexpr std::int64_t kHugeChunkBytes = 64 * 1024;

} // namespace

HttpConnection::HttpConnection(QTcpSocket* socket, RequestHandler handler, QObject* parent)
    : QObject(parent)
    , m_socket(socket)
    , m_handler(std::move(handler))
{
    m_socket->setParent(this);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdleTimeout);
    connect(&m_idle, &QTimer::timeout, m_socket, &QTcpSocket::abort);
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpConnection::readSocket);
    connect(m_socket, &QTcpSocket::disconnected, this, &QObject::deleteLater);
    m_idle.start();
    // What came before this object existed is announced by no signal.
    QTimer::singleShot(0, this, &HttpConnection::readSocket);
}

void HttpConnection::readSocket()
{
    const QByteArray bytes = m_socket->readAll();
    handleBuffered(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void HttpConnection::handleBuffered(std::string_view bytes)
{
    const HttpParser::State state = m_parser.feed(bytes);
    if (m_answering || state == HttpParser::State::NeedMore)
        return;
    m_answering = true;
    m_idle.stop();
    if (state == HttpParser::State::Refused) {
        m_keepAlive = false;
        reply(HttpReply::error(m_parser.refusalStatus(), "malformed_request"));
        return;
    }
    const HttpRequest request = m_parser.take();
    m_keepAlive = request.keepAlive;
    m_handler(this, request);
}

void HttpConnection::reply(const HttpReply& reply)
{
    if (reply.delayMs <= 0) {
        write(reply);
        return;
    }
    QTimer::singleShot(
        std::chrono::milliseconds(reply.delayMs), this, [this, reply] { write(reply); });
}

void HttpConnection::write(const HttpReply& reply)
{
    const std::string head = reply.head(m_keepAlive && reply.ending == ReplyEnding::Complete);
    m_keepAlive = m_keepAlive && reply.ending == ReplyEnding::Complete;
    switch (reply.ending) {
    case ReplyEnding::Complete:
        send(head + reply.body);
        finish();
        return;
    case ReplyEnding::CloseSilently:
        finish();
        return;
    case ReplyEnding::Reset:
        reset();
        return;
    case ReplyEnding::HalfHead:
        send(std::string_view(head).substr(0, head.find("\r\n") + 2 + 7)); // "Content"
        finish();
        return;
    case ReplyEnding::HalfBody:
        send(head + reply.body.substr(0, reply.body.size() / 2));
        finish();
        return;
    case ReplyEnding::SlowBody:
        send(head);
        writeSlowly(reply);
        return;
    case ReplyEnding::HugeBody:
        send(head);
        writeHugely(reply.hugeBytes);
        return;
    case ReplyEnding::Never:
        return;
    }
}

void HttpConnection::send(std::string_view bytes)
{
    m_socket->write(bytes.data(), static_cast<qint64>(bytes.size()));
}

void HttpConnection::finish()
{
    if (!m_keepAlive) {
        m_socket->disconnectFromHost(); // after everything written is out
        return;
    }
    m_answering = false;
    m_idle.start();
    // Later, not from here: a caller that pipelines must not build a tower of calls.
    QTimer::singleShot(0, this, [this] { handleBuffered({}); });
}

void HttpConnection::reset()
{
    const linger hard = {1, 0};
    const int descriptor = static_cast<int>(m_socket->socketDescriptor());
    if (descriptor >= 0)
        ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    m_socket->abort();
}

void HttpConnection::writeSlowly(const HttpReply& reply)
{
    auto* const timer = new QTimer(this);
    timer->setInterval(std::chrono::milliseconds(reply.intervalMs));
    const auto rest = std::make_shared<std::string>(reply.body);
    connect(timer, &QTimer::timeout, this, [this, timer, rest] {
        if (!rest->empty()) {
            send(std::string_view(*rest).substr(0, 1));
            rest->erase(0, 1);
            return;
        }
        timer->stop();
        finish();
    });
    timer->start();
}

void HttpConnection::writeHugely(std::int64_t remaining)
{
    const auto left = std::make_shared<std::int64_t>(remaining);
    const auto more = [this, left] {
        while (*left > 0 && m_socket->bytesToWrite() < 4 * kHugeChunkBytes) {
            const std::int64_t count = std::min(*left, kHugeChunkBytes);
            *left -= count;
            send(std::string(static_cast<std::size_t>(count), ' '));
        }
        if (*left == 0) {
            *left = -1;
            finish();
        }
    };
    connect(m_socket, &QTcpSocket::bytesWritten, this, more);
    more();
}

} // namespace onceover
