// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/camt/payment_status_builder.h"

#include "backend/statements/field_text.h"

#include <utility>

namespace onceover {

namespace {

// More reasons than any bank gives for one order.
constexpr std::size_t kMostReasons = 200;

} // namespace

std::string_view toText(StatusLevel level)
{
    switch (level) {
    case StatusLevel::Group:
        return "GROUP";
    case StatusLevel::Payment:
        return "PAYMENT";
    case StatusLevel::Transaction:
        break;
    }
    return "TRANSACTION";
}

PaymentStatus& PaymentStatusBuilder::open()
{
    if (m_isTransactionOpen)
        return m_transaction;
    return m_isPaymentOpen ? m_payment : m_group;
}

void PaymentStatusBuilder::begin(PaymentStatus& status, StatusLevel level)
{
    status = PaymentStatus{};
    status.format = "pain.002";
    status.line = m_log.line();
    status.level = level;
    status.originalMessageId = m_group.originalMessageId;
    status.createdAt = m_createdAt;
}

bool PaymentStatusBuilder::handOn(PaymentStatus& status)
{
    // A level without a status of its own says nothing.
    if (status.status.empty() && status.reasons.empty())
        return true;
    status.ordinal = ++m_count;
    status.warnings = m_log.takeWarnings();
    return m_sink.status(status) || m_log.refuse("statement.cancelled", "the reader stopped");
}

bool PaymentStatusBuilder::startElement(MessageNode node)
{
    switch (node) {
    case MessageNode::StatusGroup:
        begin(m_group, StatusLevel::Group);
        return true;
    case MessageNode::StatusPayment:
        begin(m_payment, StatusLevel::Payment);
        m_isPaymentOpen = true;
        m_isPaymentTold = false;
        return true;
    case MessageNode::StatusTransaction:
        if (m_isPaymentOpen && !std::exchange(m_isPaymentTold, true) && !handOn(m_payment))
            return false;
        begin(m_transaction, StatusLevel::Transaction);
        if (m_isPaymentOpen)
            m_transaction.originalPaymentInformationId = m_payment.originalPaymentInformationId;
        m_isTransactionOpen = true;
        return true;
    case MessageNode::StatusReasons:
        m_reason = StatusReason{};
        return true;
    default:
        return true;
    }
}

bool PaymentStatusBuilder::endElement(
    MessageNode node, std::string_view text, std::string_view currency)
{
    switch (node) {
    case MessageNode::GroupCreated:
        return readIdentifier(text, m_createdAt, m_log);
    case MessageNode::StatusGroup:
        return handOn(m_group);
    case MessageNode::StatusPayment:
        m_isPaymentOpen = false;
        return std::exchange(m_isPaymentTold, true) || handOn(m_payment);
    case MessageNode::StatusTransaction:
        m_isTransactionOpen = false;
        return handOn(m_transaction);
    case MessageNode::StatusMessageId:
        return readIdentifier(text, open().originalMessageId, m_log);
    case MessageNode::StatusPaymentId:
        return readIdentifier(text, open().originalPaymentInformationId, m_log);
    case MessageNode::StatusCode:
        return readIdentifier(text, open().status, m_log);
    case MessageNode::StatusReasons:
    case MessageNode::StatusReasonCode:
    case MessageNode::StatusReasonText:
        return endReason(node, text);
    case MessageNode::StatusAmount: {
        const auto amount = readAmount(text, currency, m_log);
        if (amount)
            open().instructed = ForeignAmount{amount->amountMinor, amount->currency};
        return amount.has_value();
    }
    default:
        return endReference(node, text);
    }
}

bool PaymentStatusBuilder::endReason(MessageNode node, std::string_view text)
{
    if (node == MessageNode::StatusReasonCode)
        return readIdentifier(text, m_reason.code, m_log);
    if (node == MessageNode::StatusReasonText) {
        const std::string line = collapsed(text);
        m_reason.text += (m_reason.text.empty() || line.empty() ? "" : "\n") + line;
        return m_reason.text.size() <= 64 * 1024
               || m_log.refuse("statement.text_length", "a reason's text is longer than 64 KiB");
    }
    std::vector<StatusReason>& reasons = open().reasons;
    if (!m_reason.code.empty() || !m_reason.text.empty())
        reasons.push_back(std::move(m_reason));
    m_reason = StatusReason{};
    return reasons.size() <= kMostReasons
           || m_log.refuse("statement.too_many_reasons", "one order has more than 200 reasons");
}

bool PaymentStatusBuilder::endReference(MessageNode node, std::string_view text)
{
    std::string_view key;
    switch (node) {
    case MessageNode::StatusInstruction:
        key = kInstructionId;
        break;
    case MessageNode::StatusEndToEnd:
        key = kEndToEndId;
        break;
    case MessageNode::StatusUetr:
        key = kUetr;
        break;
    case MessageNode::StatusServicer:
        key = kAccountServicer;
        break;
    default:
        return true;
    }
    std::string value;
    if (isNoReference(text))
        return true;
    if (!readIdentifier(text, value, m_log))
        return false;
    open().references.emplace(key, std::move(value));
    return true;
}

} // namespace onceover
