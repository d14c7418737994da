// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/camt/camt_reference_key.h"

#include "backend/statements/statement_entry.h"

namespace onceover {

std::string_view referenceKey(MessageNode node)
{
    switch (node) {
    case MessageNode::ReferenceMessageId:
    case MessageNode::BatchMessageId:
        return kMessageId;
    case MessageNode::ReferenceServicer:
    case MessageNode::EntryServicerReference:
        return kAccountServicer;
    case MessageNode::ReferencePaymentInformationId:
    case MessageNode::BatchPaymentInformationId:
        return kPaymentInformationId;
    case MessageNode::ReferenceInstruction:
        return kInstructionId;
    case MessageNode::ReferenceEndToEnd:
        return kEndToEndId;
    case MessageNode::ReferenceUetr:
        return kUetr;
    case MessageNode::ReferenceTransaction:
        return kTransactionId;
    case MessageNode::ReferenceMandate:
        return kMandateId;
    case MessageNode::ReferenceCheque:
        return kChequeNumber;
    case MessageNode::ReferenceClearing:
        return kBank;
    case MessageNode::ReferenceOwner:
        return kCustomer;
    case MessageNode::CreditorReferenceValue:
        return kCreditorReference;
    case MessageNode::EntryReference:
        return kEntry;
    default:
        return {};
    }
}

} // namespace onceover
