// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/charge_book.h"
#include "app/sandbox/charge_request.h"
#include "app/sandbox/failure.h"
#include "app/sandbox/fault_plan.h"
#include "app/sandbox/fault_script.h"
#include "app/sandbox/http_reply.h"
#include "app/sandbox/http_request.h"
#include "app/sandbox/ledger.h"

#include <string>
#include <vector>

namespace onceover {

// The provider's side of POST /{provider}/v1/charges. Everything it did is on disk before it
// returns; a Failure means that the ledger could not be written, and then nothing may be answered.
class ChargeEndpoint
{
public:
    struct Answer
    {
        HttpReply reply;
        std::string waitsFor; // id of a pending charge; the answer is due when that is executed
        FaultPlan plan;       // spoils the answer of the waiting kind
    };

    // All three outlive this object.
    ChargeEndpoint(Ledger& ledger, ChargeBook& book, FaultScript& script);

    Outcome<Answer> post(const std::string& provider, const HttpRequest& request);

    // Executes (or refuses) a pending charge whose time has come; the reply is the true answer to
    // its caller.
    Outcome<HttpReply> execute(const std::string& pendingId);

    // Takes down a complete request that no endpoint serves, such as one that followed a redirect.
    Outcome<void> noteStray(const std::string& provider, const HttpRequest& request);

private:
    struct Decision
    {
        Answer answer;
        std::vector<Json> lines;
    };

    Json requestLine(const HttpRequest& request, const ChargeRequest& wanted) const;
    Decision decide(const ChargeRequest& wanted, const FaultPlan& plan) const;
    bool answeredFromMemory(
        const ChargeRequest& wanted, const ProviderRules& rules, HttpReply* reply) const;
    Decision charged(const ChargeRequest& wanted, const FaultPlan& plan) const;
    Decision postponed(const ChargeRequest& wanted, const FaultPlan& plan) const;
    Decision declined(const ChargeRequest& wanted, const FaultPlan& plan) const;
    Decision notCharged(const ChargeRequest& wanted, const FaultPlan& plan) const;
    Charge newCharge(const ChargeRequest& wanted, const FaultPlan& plan, const char* status) const;
    std::string chargeId(std::int64_t offset) const;
    Outcome<void> record(const std::vector<Json>& lines);

    Ledger& m_ledger;
    ChargeBook& m_book;
    FaultScript& m_script;
};

} // namespace onceover
