// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/bank_text.h"

#include <cstdlib>
#include <map>

namespace onceover {

namespace {

std::string dayText(int day)
{
    return std::string(day < 10 ? "0" : "") + std::to_string(day);
}

std::string decimal(int amountMinor, char mark)
{
    const int positive = std::abs(amountMinor);
    return std::to_string(positive / 100) + mark + dayText(positive % 100);
}

std::string element(const std::string& name, const std::string& inside)
{
    return "<" + name + ">" + inside + "</" + name + ">";
}

std::string camtAmount(int amountMinor, const std::string& currency)
{
    return "<Amt Ccy=\"" + currency + "\">" + decimal(amountMinor, '.') + "</Amt>"
           + element("CdtDbtInd", amountMinor < 0 ? "DBIT" : "CRDT");
}

std::string camtBalance(
    const std::string& code, int amountMinor, int day, const std::string& currency)
{
    return element(
        "Bal",
        element("Tp", element("CdOrPrtry", element("Cd", code))) + camtAmount(amountMinor, currency)
            + element("Dt", element("Dt", "2026-01-" + dayText(day))));
}

std::string camtLine(const BankLine& line, const std::string& currency)
{
    const std::string day = element("Dt", "2026-01-" + dayText(line.day));
    std::string details = element("RmtInf", element("Ustrd", line.words));
    if (!line.name.empty())
        details = element("Refs", element("EndToEndId", line.name)) + details;
    return element(
        "Ntry",
        camtAmount(line.amountMinor, currency) + element("Sts", element("Cd", "BOOK"))
            + (line.hasBookingDay ? element("BookgDt", day) : "") + element("ValDt", day)
            + (line.servicer.empty() ? "" : element("AcctSvcrRef", line.servicer))
            + element("NtryDtls", element("TxDtls", details)));
}

int sumOf(const BankText& text)
{
    int sumMinor = 0;
    for (const BankLine& line : text.lines)
        sumMinor += line.amountMinor;
    return sumMinor;
}

} // namespace

std::string camtOf(const BankText& text, const std::string& message)
{
    static const std::map<std::string, std::pair<std::string, std::string>> kNames{
        {"052", {"BkToCstmrAcctRpt", "Rpt"}},
        {"053", {"BkToCstmrStmt", "Stmt"}},
        {"054", {"BkToCstmrDbtCdtNtfctn", "Ntfctn"}}};
    const auto& [root, kind] = kNames.at(message);
    std::string inside = element("Id", text.id);
    if (!text.number.empty())
        inside += element("ElctrncSeqNb", text.number);
    inside += element("CreDtTm", "2026-02-01T08:00:00");
    if (!text.from.empty())
        inside += element("FrToDt", element("FrDtTm", text.from) + element("ToDtTm", text.to));
    inside += element(
        "Acct", element("Id", element("IBAN", text.account)) + element("Ccy", text.currency));
    if (text.openingMinor)
        inside +=
            camtBalance("OPBD", *text.openingMinor, text.openingDay, text.currency)
            + camtBalance("CLBD", *text.openingMinor + sumOf(text), text.closingDay, text.currency);
    for (const BankLine& line : text.lines)
        inside += camtLine(line, text.currency);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document "
           "xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt."
           + message + ".001.08\">\n<" + root + ">" + element("GrpHdr", element("MsgId", "M"))
           + "\n" + element(kind, inside) + "</" + root + "></Document>\n";
}

std::string mt940Of(const BankText& text)
{
    const auto balance = [&text](const std::string& tag, int day, int amountMinor) {
        return ":" + tag + ":" + (amountMinor < 0 ? "D" : "C") + "2601" + dayText(day)
               + text.currency + decimal(amountMinor, ',') + "\n";
    };
    const int openingMinor = text.openingMinor.value_or(0);
    std::string bytes = ":20:" + text.id + "\n:25:" + text.account
                        + "\n:28C:" + (text.number.empty() ? "0" : text.number) + "\n";
    bytes += balance(text.isContinued ? "60M" : "60F", text.openingDay, openingMinor);
    for (const BankLine& line : text.lines)
        bytes += ":61:2601" + dayText(line.day) + "01" + dayText(line.day)
                 + (line.amountMinor < 0 ? "D" : "C") + decimal(line.amountMinor, ',') + "NTRF"
                 + (line.name.empty() ? "NONREF" : line.name)
                 + (line.servicer.empty() ? "" : "//" + line.servicer) + "\n:86:" + line.words
                 + "\n";
    bytes += balance(text.isCut ? "62M" : "62F", text.closingDay, openingMinor + sumOf(text));
    return bytes + "-\n";
}

} // namespace onceover
