// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/camt_reference_key.h"

#include "backend/statements/statement_entry.h"

namespace onceover {

std::string_view referenceKey(CamtNode node)
{
    switch (node) {
    case CamtNode::ReferenceMessageId:
    case CamtNode::BatchMessageId:
        return kMessageId;
    case CamtNode::ReferenceServicer:
    case CamtNode::EntryServicerReference:
        return kAccountServicer;
    case CamtNode::ReferencePaymentInformationId:
    case CamtNode::BatchPaymentInformationId:
        return kPaymentInformationId;
    case CamtNode::ReferenceInstruction:
        return kInstructionId;
    case CamtNode::ReferenceEndToEnd:
        return kEndToEndId;
    case CamtNode::ReferenceUetr:
        return kUetr;
    case CamtNode::ReferenceTransaction:
        return kTransactionId;
    case CamtNode::ReferenceMandate:
        return kMandateId;
    case CamtNode::ReferenceCheque:
        return kChequeNumber;
    case CamtNode::ReferenceClearing:
        return kBank;
    case CamtNode::ReferenceOwner:
        return kCustomer;
    case CamtNode::CreditorReferenceValue:
        return kCreditorReference;
    case CamtNode::EntryReference:
        return kEntry;
    default:
        return {};
    }
}

} // namespace onceover
