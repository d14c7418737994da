// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/camt/message_node.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace onceover {

namespace {

struct Row
{
    MessageNode parent;
    std::string_view name;
    MessageNode node;
};

using N = MessageNode;

// Versions 01 to 13 differ in few places, so one table serves all: version 01 has TxDtls right
// below Ntry and its own names of account numbers; version 08 moves party names into Pty and the
// status into Cd.
constexpr std::array kRows = std::to_array<Row>({
    {N::Message, "GrpHdr", N::GroupHeader},
    {N::GroupHeader, "CreDtTm", N::GroupCreated},
    {N::GroupHeader, "MsgPgntn", N::GroupPages},
    {N::GroupPages, "LastPgInd", N::GroupLastPage},
    {N::Message, "Stmt", N::Statement},
    {N::Message, "Rpt", N::Statement},
    {N::Message, "Ntfctn", N::Statement},
    {N::Statement, "Id", N::StatementId},
    {N::Statement, "ElctrncSeqNb", N::ElectronicSequence},
    {N::Statement, "LglSeqNb", N::LegalSequence},
    {N::Statement, "CreDtTm", N::StatementCreated},
    {N::Statement, "CpyDplctInd", N::CopyMark},
    {N::Statement, "StmtPgntn", N::StatementPages},
    {N::Statement, "RptPgntn", N::StatementPages},
    {N::Statement, "NtfctnPgntn", N::StatementPages},
    {N::StatementPages, "LastPgInd", N::StatementLastPage},
    {N::Statement, "FrToDt", N::Period},
    {N::Period, "FrDtTm", N::PeriodFrom},
    {N::Period, "ToDtTm", N::PeriodTo},
    {N::Period, "FrDt", N::PeriodFrom},
    {N::Period, "ToDt", N::PeriodTo},
    {N::Statement, "Acct", N::Account},
    {N::Account, "Id", N::AccountId},
    {N::AccountId, "IBAN", N::AccountIban},
    {N::AccountId, "BBAN", N::AccountOtherId},
    {N::AccountId, "UPIC", N::AccountOtherId},
    {N::AccountId, "Othr", N::AccountOther},
    {N::AccountId, "PrtryAcct", N::AccountOther},
    {N::AccountOther, "Id", N::AccountOtherId},
    {N::Account, "Ccy", N::AccountCurrency},
    {N::Statement, "Bal", N::Balance},
    {N::Balance, "Tp", N::BalanceType},
    {N::BalanceType, "CdOrPrtry", N::BalanceTypeChoice},
    {N::BalanceType, "Cd", N::BalanceCode},
    {N::BalanceTypeChoice, "Cd", N::BalanceCode},
    {N::Balance, "Amt", N::BalanceAmount},
    {N::Balance, "CdtDbtInd", N::BalanceDirection},
    {N::Balance, "Dt", N::BalanceDate},
    {N::BalanceDate, "Dt", N::BalanceDay},
    {N::BalanceDate, "DtTm", N::BalanceDay},
    {N::Statement, "TxsSummry", N::Summary},
    {N::Summary, "TtlNtries", N::SummaryAll},
    {N::SummaryAll, "NbOfNtries", N::SummaryAllCount},
    {N::SummaryAll, "Sum", N::SummaryAllSum},
    {N::Summary, "TtlCdtNtries", N::SummaryCredits},
    {N::SummaryCredits, "NbOfNtries", N::SummaryCreditsCount},
    {N::SummaryCredits, "Sum", N::SummaryCreditsSum},
    {N::Summary, "TtlDbtNtries", N::SummaryDebits},
    {N::SummaryDebits, "NbOfNtries", N::SummaryDebitsCount},
    {N::SummaryDebits, "Sum", N::SummaryDebitsSum},
    {N::Statement, "Ntry", N::Entry},
    {N::Entry, "NtryRef", N::EntryReference},
    {N::Entry, "Amt", N::EntryAmount},
    {N::Entry, "CdtDbtInd", N::EntryDirection},
    {N::Entry, "RvslInd", N::EntryReversal},
    {N::Entry, "Sts", N::EntryStatusText},
    {N::EntryStatusText, "Cd", N::EntryStatusCode},
    {N::EntryStatusText, "Prtry", N::EntryStatusProprietary},
    {N::Entry, "BookgDt", N::BookingDate},
    {N::BookingDate, "Dt", N::BookingDay},
    {N::BookingDate, "DtTm", N::BookingDay},
    {N::Entry, "ValDt", N::ValueDate},
    {N::ValueDate, "Dt", N::ValueDay},
    {N::ValueDate, "DtTm", N::ValueDay},
    {N::Entry, "AcctSvcrRef", N::EntryServicerReference},
    {N::Entry, "AddtlNtryInf", N::EntryText},
    {N::Entry, "Chrgs", N::Charges},
    {N::Entry, "NtryDtls", N::EntryDetails},
    {N::Entry, "Btch", N::Batch},
    {N::Entry, "TxDtls", N::Detail},
    {N::EntryDetails, "Btch", N::Batch},
    {N::EntryDetails, "TxDtls", N::Detail},
    {N::Batch, "MsgId", N::BatchMessageId},
    {N::Batch, "PmtInfId", N::BatchPaymentInformationId},
    {N::Batch, "NbOfTxs", N::BatchCount},
    {N::Charges, "TtlChrgsAndTaxAmt", N::ChargesTotal},
    {N::Charges, "Amt", N::ChargeAmount},
    {N::Charges, "CdtDbtInd", N::ChargeDirection},
    {N::Charges, "ChrgInclInd", N::ChargeIncluded},
    {N::Charges, "Rcrd", N::ChargeRecord},
    {N::ChargeRecord, "Amt", N::ChargeAmount},
    {N::ChargeRecord, "CdtDbtInd", N::ChargeDirection},
    {N::ChargeRecord, "ChrgInclInd", N::ChargeIncluded},
    {N::Detail, "Refs", N::References},
    {N::References, "MsgId", N::ReferenceMessageId},
    {N::References, "AcctSvcrRef", N::ReferenceServicer},
    {N::References, "PmtInfId", N::ReferencePaymentInformationId},
    {N::References, "InstrId", N::ReferenceInstruction},
    {N::References, "EndToEndId", N::ReferenceEndToEnd},
    {N::References, "UETR", N::ReferenceUetr},
    {N::References, "TxId", N::ReferenceTransaction},
    {N::References, "MndtId", N::ReferenceMandate},
    {N::References, "ChqNb", N::ReferenceCheque},
    {N::References, "ClrSysRef", N::ReferenceClearing},
    {N::References, "AcctOwnrTxId", N::ReferenceOwner},
    {N::Detail, "Amt", N::DetailAmount},
    {N::Detail, "CdtDbtInd", N::DetailDirection},
    {N::Detail, "AmtDtls", N::AmountDetails},
    {N::AmountDetails, "InstdAmt", N::InstructedAmount},
    {N::InstructedAmount, "Amt", N::InstructedAmountValue},
    {N::AmountDetails, "TxAmt", N::TransactionAmount},
    {N::TransactionAmount, "Amt", N::TransactionAmountValue},
    {N::Detail, "Chrgs", N::Charges},
    {N::Detail, "RltdPties", N::Parties},
    {N::Parties, "Dbtr", N::Debtor},
    {N::Debtor, "Pty", N::Debtor},
    {N::Debtor, "Nm", N::DebtorName},
    {N::Parties, "DbtrAcct", N::DebtorAccount},
    {N::DebtorAccount, "Id", N::DebtorAccountId},
    {N::DebtorAccountId, "IBAN", N::DebtorAccountValue},
    {N::DebtorAccountId, "Othr", N::DebtorAccountOther},
    {N::DebtorAccountId, "PrtryAcct", N::DebtorAccountOther},
    {N::DebtorAccountOther, "Id", N::DebtorAccountValue},
    {N::Parties, "Cdtr", N::Creditor},
    {N::Creditor, "Pty", N::Creditor},
    {N::Creditor, "Nm", N::CreditorName},
    {N::Parties, "CdtrAcct", N::CreditorAccount},
    {N::CreditorAccount, "Id", N::CreditorAccountId},
    {N::CreditorAccountId, "IBAN", N::CreditorAccountValue},
    {N::CreditorAccountId, "Othr", N::CreditorAccountOther},
    {N::CreditorAccountId, "PrtryAcct", N::CreditorAccountOther},
    {N::CreditorAccountOther, "Id", N::CreditorAccountValue},
    {N::Detail, "RmtInf", N::Remittance},
    {N::Remittance, "Ustrd", N::RemittanceText},
    {N::Remittance, "Strd", N::Structured},
    {N::Structured, "CdtrRefInf", N::CreditorReference},
    {N::CreditorReference, "Ref", N::CreditorReferenceValue},
    {N::CreditorReference, "CdtrRef", N::CreditorReferenceValue},
    {N::Structured, "AddtlRmtInf", N::StructuredText},
    {N::Detail, "RtrInf", N::ReturnInformation},
    {N::ReturnInformation, "Rsn", N::ReturnReason},
    {N::ReturnInformation, "RtrRsn", N::ReturnReason},
    {N::ReturnReason, "Cd", N::ReturnReasonCode},
    {N::ReturnReason, "Prtry", N::ReturnReasonCode},
    {N::Detail, "AddtlTxInf", N::DetailText},
    {N::Message, "OrgnlGrpInfAndSts", N::StatusGroup},
    {N::Message, "OrgnlGrpRefInfAndSts", N::StatusGroup},
    {N::Message, "OrgnlPmtInfAndSts", N::StatusPayment},
    {N::Message, "TxInfAndSts", N::StatusTransaction},
    {N::Message, "OrgnlTxRefInfAndSts", N::StatusTransaction},
    {N::StatusGroup, "OrgnlMsgId", N::StatusMessageId},
    {N::StatusGroup, "GrpSts", N::StatusCode},
    {N::StatusGroup, "StsRsnInf", N::StatusReasons},
    {N::StatusPayment, "OrgnlPmtInfId", N::StatusPaymentId},
    {N::StatusPayment, "PmtInfSts", N::StatusCode},
    {N::StatusPayment, "StsRsnInf", N::StatusReasons},
    {N::StatusPayment, "TxInfAndSts", N::StatusTransaction},
    {N::StatusTransaction, "OrgnlPmtInfId", N::StatusPaymentId},
    {N::StatusTransaction, "OrgnlInstrId", N::StatusInstruction},
    {N::StatusTransaction, "OrgnlEndToEndId", N::StatusEndToEnd},
    {N::StatusTransaction, "OrgnlUETR", N::StatusUetr},
    {N::StatusTransaction, "AcctSvcrRef", N::StatusServicer},
    {N::StatusTransaction, "TxSts", N::StatusCode},
    {N::StatusTransaction, "StsRsnInf", N::StatusReasons},
    {N::StatusTransaction, "OrgnlTxRef", N::StatusOriginal},
    {N::StatusOriginal, "Amt", N::StatusOriginalAmount},
    {N::StatusOriginalAmount, "InstdAmt", N::StatusAmount},
    {N::StatusReasons, "Rsn", N::StatusReasonChoice},
    {N::StatusReasons, "StsRsn", N::StatusReasonChoice},
    {N::StatusReasonChoice, "Cd", N::StatusReasonCode},
    {N::StatusReasonChoice, "Prtry", N::StatusReasonCode},
    {N::StatusReasons, "AddtlInf", N::StatusReasonText},
    {N::StatusReasons, "AddtlStsRsnInf", N::StatusReasonText},
});

bool isBefore(const Row& left, const Row& right)
{
    return std::tie(left.parent, left.name) < std::tie(right.parent, right.name);
}

std::array<Row, kRows.size()> sortedRows()
{
    auto rows = kRows;
    std::sort(rows.begin(), rows.end(), isBefore);
    return rows;
}

} // namespace

MessageNode childOf(MessageNode parent, std::string_view name)
{
    static const auto kSorted = sortedRows();
    const Row wanted{parent, name, N::Ignored};
    const auto* row = std::lower_bound(kSorted.begin(), kSorted.end(), wanted, isBefore);
    return row != kSorted.end() && row->parent == parent && row->name == name ? row->node
                                                                              : N::Ignored;
}

bool isOnceOnly(MessageNode node)
{
    switch (node) {
    case N::StatementId:
    case N::ElectronicSequence:
    case N::LegalSequence:
    case N::Account:
    case N::AccountId:
    case N::AccountIban:
    case N::AccountCurrency:
    case N::BalanceType:
    case N::BalanceCode:
    case N::BalanceAmount:
    case N::BalanceDirection:
    case N::BalanceDate:
    case N::EntryAmount:
    case N::EntryDirection:
    case N::EntryReversal:
    case N::EntryStatusText:
    case N::EntryStatusCode:
    case N::ChargesTotal:
    case N::ChargeAmount:
    case N::ChargeDirection:
    case N::ChargeIncluded:
    case N::DetailAmount:
    case N::DetailDirection:
    case N::AmountDetails:
    case N::InstructedAmount:
    case N::InstructedAmountValue:
    case N::TransactionAmount:
    case N::TransactionAmountValue:
    case N::StatusCode:
    case N::StatusEndToEnd:
    case N::StatusAmount:
        return true;
    default:
        return false;
    }
}

std::string_view nameOf(MessageNode node)
{
    const auto* row = std::find_if(
        kRows.begin(), kRows.end(), [node](const Row& each) { return each.node == node; });
    return row == kRows.end() ? std::string_view{} : row->name;
}

} // namespace onceover
