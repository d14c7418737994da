// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/camt/payment_status.h"
#include "backend/statements/parse_log.h"
#include "backend/statements/statement_sink.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

// Builds the statuses of one pain.002 message from the ends of its elements: the group's, each
// payment's, each transaction's. Holds one payment and one transaction.
class PaymentStatusBuilder
{
public:
    PaymentStatusBuilder(StatementSink& sink, ParseLog& log)
        : m_sink(sink)
        , m_log(log)
    {}

    bool startElement(MessageNode node);
    // `currency` is the element's Ccy attribute, empty where it has none.
    bool endElement(MessageNode node, std::string_view text, std::string_view currency);

    std::int64_t statusCount() const { return m_count; }

private:
    PaymentStatus& open();
    void begin(PaymentStatus& status, StatusLevel level);
    bool handOn(PaymentStatus& status);
    bool endReference(MessageNode node, std::string_view text);
    bool endReason(MessageNode node, std::string_view text);

    StatementSink& m_sink;
    ParseLog& m_log;
    PaymentStatus m_group;
    PaymentStatus m_payment;
    PaymentStatus m_transaction;
    StatusReason m_reason;
    // The payment's own status stands before its transactions and is told before them.
    bool m_isPaymentOpen = false;
    bool m_isPaymentTold = false;
    bool m_isTransactionOpen = false;
    std::string m_createdAt;
    std::int64_t m_count = 0;
};

} // namespace onceover
