// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/audit_event.h"
#include "backend/domain/result.h"
#include "backend/store/pg_session.h"

#include <functional>

namespace onceover {

// Raw rows of the record through the review views, for somebody who checks them himself. Everything
// is read in one snapshot by a login that can only select. One thread.
class PgAuditReader
{
public:
    struct Sink
    {
        // Chains in the order of their subjects, each followed by its events; an event without a
        // chain comes by itself.
        std::function<void(const AuditChain&)> chain;
        std::function<void(const AuditEvent&)> event;
        std::function<void()> chainsEnd;
        std::function<void(const std::string& paymentId, const std::string& status)> payment;
        std::function<void(
            const std::string& account, const std::string& currency, std::int64_t balanceMinor)>
            balance;
        std::function<void(const std::string& currency, std::int64_t possibleMinor)> possible;
    };

    explicit PgAuditReader(ConnectionSettings settings);

    // An error means that not everything was read.
    Result<void> readAll(const Sink& sink);

private:
    Result<void> readChains(Transaction& transaction, const Sink& sink);
    Result<void> readPayments(Transaction& transaction, const Sink& sink);
    Result<void> readSums(Transaction& transaction, const Sink& sink);

    PgSession m_session;
};

} // namespace onceover
