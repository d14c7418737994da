// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/admin_endpoint.h"

#include "app/sandbox/ledger_report.h"
#include "app/sandbox/statement_request.h"
#include "app/sandbox/statement_writer.h"

namespace onceover {

AdminEndpoint::AdminEndpoint(const Ledger& ledger, const ChargeBook& book, FaultScript& script)
    : m_ledger(ledger)
    , m_book(book)
    , m_script(script)
{}

HttpReply AdminEndpoint::handle(const HttpRequest& request)
{
    if (request.method == "POST") {
        if (request.path == "/admin/faults")
            return addFaults(request);
        if (request.path == "/admin/clear-faults")
            return clearFaults();
    } else if (request.method == "GET") {
        if (request.path == "/admin/ledger")
            return HttpReply::json(200, LedgerReport(m_ledger.lines()).asJson());
        if (request.path == "/admin/statement")
            return statement(request);
        if (request.path == "/admin/health")
            return health();
    }
    return HttpReply::error(404, "no_such_endpoint");
}

HttpReply AdminEndpoint::addFaults(const HttpRequest& request)
{
    const auto added = m_script.add(parsedJson(request.body));
    if (!added)
        return HttpReply::error(422, "invalid_fault", added.error().message);
    return HttpReply::json(201, Json{{"rules", m_script.ruleCount()}});
}

HttpReply AdminEndpoint::clearFaults()
{
    m_script.clear();
    return HttpReply::json(200, Json{{"rules", 0}});
}

HttpReply AdminEndpoint::health() const
{
    return HttpReply::json(
        200,
        Json{
            {"status", "ok"},
            {"requests", m_book.requestCount()},
            {"charges", m_book.chargeCount()},
            {"pending", m_book.pending().size()},
            {"rules", m_script.ruleCount()}});
}

HttpReply AdminEndpoint::statement(const HttpRequest& request) const
{
    const auto wanted = StatementRequest::parse(request.parameters);
    if (!wanted)
        return HttpReply::error(422, "invalid_request", wanted.error().message);
    HttpReply reply;
    reply.contentType = "application/xml";
    reply.body = StatementWriter(*wanted, m_ledger.lines()).xml();
    return reply;
}

} // namespace onceover
