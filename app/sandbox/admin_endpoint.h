// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/charge_book.h"
#include "app/sandbox/fault_script.h"
#include "app/sandbox/http_reply.h"
#include "app/sandbox/http_request.h"
#include "app/sandbox/ledger.h"

namespace onceover {

// /admin/…: what tests and stories use to set faults and to read the truth.
class AdminEndpoint
{
public:
    // All three outlive this object.
    AdminEndpoint(const Ledger& ledger, const ChargeBook& book, FaultScript& script);

    HttpReply handle(const HttpRequest& request);

private:
    HttpReply addFaults(const HttpRequest& request);
    HttpReply clearFaults();
    HttpReply health() const;
    HttpReply statement(const HttpRequest& request) const;

    const Ledger& m_ledger;
    const ChargeBook& m_book;
    FaultScript& m_script;
};

} // namespace onceover
