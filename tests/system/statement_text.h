// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace onceover::camt {

// One line of a statement.
inline QByteArray line(
    const QByteArray& amount,
    const QByteArray& names,
    const char* direction = "DBIT",
    const char* more = "<Sts>BOOK</Sts>")
{
    return "<Ntry><Amt Ccy=\"EUR\">" + amount + "</Amt><CdtDbtInd>" + direction + "</CdtDbtInd>"
           + more + "<BookgDt><Dt>2026-01-16</Dt></BookgDt>" + names + "</Ntry>";
}

inline QByteArray transaction(const QByteArray& reference, const QByteArray& amount = {})
{
    return "<TxDtls><Refs><EndToEndId>" + reference + "</EndToEndId></Refs>"
           + (amount.isEmpty() ? QByteArray() : "<Amt Ccy=\"EUR\">" + amount + "</Amt>")
           + "</TxDtls>";
}

inline QByteArray details(const QByteArray& transactions)
{
    return "<NtryDtls>" + transactions + "</NtryDtls>";
}

inline QByteArray named(const QByteArray& reference)
{
    return details(transaction(reference));
}

inline QByteArray stated(const QByteArray& id, const QByteArray& account, const QByteArray& inside)
{
    return "<Stmt><Id>" + id + "</Id><CreDtTm>2026-01-17T08:00:00</CreDtTm><Acct><Id><IBAN>"
           + account + "</IBAN></Id><Ccy>EUR</Ccy></Acct>" + inside + "</Stmt>";
}

inline QByteArray fileOf(const QByteArray& statements, const QByteArray& message = "M")
{
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">\n"
           "<BkToCstmrStmt><GrpHdr><MsgId>"
           + message + "</MsgId></GrpHdr>\n" + statements + "</BkToCstmrStmt></Document>\n";
}

// The same elements as a notification, camt.054.
inline QByteArray notificationOf(QByteArray statements)
{
    statements.replace("Stmt>", "Ntfctn>");
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.054.001.08\">\n"
           "<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>N</MsgId></GrpHdr>\n"
           + statements + "</BkToCstmrDbtCdtNtfctn></Document>\n";
}

inline QByteArray servicer(const QByteArray& reference)
{
    return "<AcctSvcrRef>" + reference + "</AcctSvcrRef>";
}

inline QByteArray period(const char* from, const char* to)
{
    return QByteArray("<FrToDt><FrDtTm>") + from + "</FrDtTm><ToDtTm>" + to + "</ToDtTm></FrToDt>";
}

} // namespace onceover::camt
