// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/admin_endpoint.h"
#include "app/sandbox/charge_book.h"
#include "app/sandbox/charge_endpoint.h"
#include "app/sandbox/failure.h"
#include "app/sandbox/fault_script.h"
#include "app/sandbox/http_connection.h"
#include "app/sandbox/ledger.h"
#include "app/sandbox/query_endpoint.h"

#include <QObject>
#include <QPointer>
#include <QTcpServer>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace onceover {

// Listens on 127.0.0.1 only, hands requests to the endpoints and executes pending charges when they
// are due.
class SandboxServer : public QObject
{
    Q_OBJECT

public:
    // onBroken is called once when the ledger cannot be written; from then on nothing is answered.
    SandboxServer(Ledger ledger, FaultScript script, std::function<void(Failure)> onBroken);

    // Port 0 picks a free one. Gives the port.
    Outcome<std::uint16_t> listen(std::uint16_t port);

private:
    void accept();
    void route(HttpConnection* connection, const HttpRequest& request);
    void charge(
        HttpConnection* connection, const std::string& provider, const HttpRequest& request);
    void stray(HttpConnection* connection, const std::string& provider, const HttpRequest& request);
    void armPending();
    void executePending(const std::string& id);
    void breakDown(const Failure& failure);

    Ledger m_ledger;
    FaultScript m_script;
    ChargeBook m_book;
    ChargeEndpoint m_charges;
    QueryEndpoint m_queries;
    AdminEndpoint m_admin;
    QTcpServer m_server;
    std::function<void(Failure)> m_onBroken;
    std::set<std::string> m_armed;
    std::map<std::string, std::pair<QPointer<HttpConnection>, FaultPlan>>
        m_waiting; // by pending id
    bool m_broken = false;
};

} // namespace onceover
