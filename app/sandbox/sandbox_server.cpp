// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sandbox_server.h"

#include "app/sandbox/wall_clock.h"

#include <QHostAddress>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace onceover {

namespace {

struct Route
{
    std::string provider;
    std::string id;
    bool isCharges = false;
};

bool isProviderName(const std::string& text)
{
    return !text.empty() && text.size() <= 32 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

// /{provider}/v1/charges and /{provider}/v1/charges/{id}.
Route routeOf(const std::string& path)
{
    static const std::string kCharges = "/v1/charges";
    Route route;
    const std::size_t slash = path.find('/', 1);
    route.provider = path.substr(1, slash == std::string::npos ? slash : slash - 1);
    if (!isProviderName(route.provider) || slash == std::string::npos)
        return route;
    const std::string rest = path.substr(slash);
    if (rest == kCharges) {
        route.isCharges = true;
    } else if (rest.rfind(kCharges + '/', 0) == 0) {
        route.id = rest.substr(kCharges.size() + 1);
        route.isCharges = !route.id.empty();
    }
    return route;
}

} // namespace

SandboxServer::SandboxServer(
    Ledger ledger, FaultScript script, std::function<void(Failure)> onBroken)
    : m_ledger(std::move(ledger))
    , m_script(std::move(script))
    , m_charges(m_ledger, m_book, m_script)
    , m_queries(m_book, m_script)
    , m_admin(m_ledger, m_book, m_script)
    , m_onBroken(std::move(onBroken))
{
    for (const Json& line : m_ledger.lines())
        m_book.apply(line);
    m_script.countUses(m_book.scriptUses());
    connect(&m_server, &QTcpServer::newConnection, this, &SandboxServer::accept);
    armPending();
}

Outcome<std::uint16_t> SandboxServer::listen(std::uint16_t port)
{
    m_server.setListenBacklogSize(512);
    if (!m_server.listen(QHostAddress(QHostAddress::LocalHost), port))
        return failed(
            kExitPortInUse,
            "cannot listen on 127.0.0.1:" + std::to_string(port) + ": "
                + m_server.errorString().toStdString());
    return m_server.serverPort();
}

void SandboxServer::accept()
{
    while (QTcpSocket* const socket = m_server.nextPendingConnection()) {
        new HttpConnection(
            socket,
            [this](HttpConnection* connection, const HttpRequest& request) {
                route(connection, request);
            },
            this);
    }
}

void SandboxServer::route(HttpConnection* connection, const HttpRequest& request)
{
    if (m_broken)
        return;
    if (request.path.rfind("/admin/", 0) == 0) {
        connection->reply(m_admin.handle(request));
        return;
    }
    const Route route = routeOf(request.path);
    if (request.method == "GET") {
        connection->reply(
            route.isCharges ? m_queries.get(route.provider, route.id, request)
                            : HttpReply::error(404, "no_such_endpoint"));
    } else if (request.method == "POST" && route.isCharges && route.id.empty()) {
        charge(connection, route.provider, request);
    } else {
        stray(connection, route.provider, request);
    }
}

void SandboxServer::charge(
    HttpConnection* connection, const std::string& provider, const HttpRequest& request)
{
    const auto answer = m_charges.post(provider, request);
    if (!answer) {
        breakDown(answer.error());
        return;
    }
    if (answer->waitsFor.empty())
        connection->reply(answer->reply);
    else
        m_waiting[answer->waitsFor] = {connection, answer->plan};
    armPending();
}

void SandboxServer::stray(
    HttpConnection* connection, const std::string& provider, const HttpRequest& request)
{
    const auto noted = m_charges.noteStray(provider, request);
    if (!noted)
        breakDown(noted.error());
    else
        connection->reply(HttpReply::error(404, "no_such_endpoint"));
}

void SandboxServer::armPending()
{
    for (const auto& entry : m_book.pending()) {
        const std::int64_t dueUs = entry.second.dueUs;
        if (dueUs == 0 || !m_armed.insert(entry.first).second)
            continue;
        const auto wait = std::chrono::milliseconds(
            std::max<std::int64_t>(0, dueUs - nowUs() + kUsPerMs - 1) / kUsPerMs);
        QTimer::singleShot(
            wait, Qt::PreciseTimer, this, [this, id = entry.first] { executePending(id); });
    }
}

void SandboxServer::executePending(const std::string& id)
{
    if (m_broken)
        return;
    m_armed.erase(id);
    const auto reply = m_charges.execute(id);
    if (!reply) {
        breakDown(reply.error());
        return;
    }
    const auto waiting = m_waiting.find(id);
    if (waiting == m_waiting.end())
        return;
    if (waiting->second.first)
        waiting->second.first->reply(waiting->second.second.spoilt(*reply));
    m_waiting.erase(waiting);
}

void SandboxServer::breakDown(const Failure& failure)
{
    m_broken = true;
    m_onBroken(failure);
}

} // namespace onceover
