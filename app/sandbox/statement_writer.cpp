// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/statement_writer.h"

#include "app/sandbox/charge.h"
#include "app/sandbox/minor_units.h"
#include "app/sandbox/sha256_hex.h"
#include "app/sandbox/wall_clock.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

// XML 1.0 cannot hold most control characters at all: they become blanks.
std::string escaped(const std::string& text)
{
    std::string result;
    for (const char c : text) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result;
}

std::string element(const char* name, const std::string& text)
{
    return '<' + std::string(name) + '>' + escaped(text) + "</" + name + '>';
}

// The first characters of a UTF-8 text, never half a character.
std::string firstCharacters(const std::string& text, std::size_t count)
{
    std::size_t at = 0;
    while (at < text.size() && count > 0) {
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U)
            ++at;
        --count;
    }
    return text.substr(0, at);
}

std::string upperCase(std::string text)
{
    for (char& c : text) {
        if (c >= 'a' && c <= 'z')
            c = static_cast<char>(c - 'a' + 'A');
    }
    return text;
}

std::string accountXml(const std::string& account)
{
    const auto letterAt = [&](std::size_t i) {
        return account[i] >= 'A' && account[i] <= 'Z';
    };
    const auto digitAt = [&](std::size_t i) {
        return account[i] >= '0' && account[i] <= '9';
    };
    const bool iban = account.size() >= 5 && letterAt(0) && letterAt(1) && digitAt(2) && digitAt(3);
    return iban ? "<Id>" + element("IBAN", account) + "</Id>"
                : "<Id><Othr>" + element("Id", account) + "</Othr></Id>";
}

const char* direction(bool credit)
{
    return credit ? "<CdtDbtInd>CRDT</CdtDbtInd>" : "<CdtDbtInd>DBIT</CdtDbtInd>";
}

} // namespace

StatementWriter::StatementWriter(StatementRequest request, const std::vector<Json>& ledgerLines)
    : m_request(std::move(request))
{
    for (const Json& line : ledgerLines) {
        if (!wants(line))
            continue;
        const Charge charge = Charge::fromLedger(line);
        m_entries.push_back(
            {charge.id,
             charge.amountMinor,
             false,
             charge.reference,
             charge.payee,
             charge.payeeAccount,
             charge.reference});
    }
    addUnrelated();
}

bool StatementWriter::wants(const Json& line) const
{
    if (textIn(line, "kind") != "charge")
        return false;
    const Charge charge = Charge::fromLedger(line);
    const std::int64_t createdS = charge.createdUs / kUsPerSecond;
    return charge.currency == m_request.currency && m_request.omit.count(charge.reference) == 0
           && (m_request.providers.empty() || m_request.providers.count(charge.provider) != 0)
           && createdS >= m_request.fromS && (m_request.toS == 0 || createdS < m_request.toS);
}

void StatementWriter::addUnrelated()
{
    for (std::int64_t i = 1; i <= m_request.extra; ++i) {
        const bool credit = i % 2 == 1;
        const std::string number = std::to_string(i);
        m_entries.push_back(
            {"x_" + sha256Hex(m_request.account + m_request.date + number).substr(0, 24),
             credit ? 100'000 + 1'370 * i : 500 + 10 * i,
             credit,
             "NOTPROVIDED",
             credit ? "Unrelated payer " + number : std::string(),
             {},
             credit ? "Incoming transfer " + number : "Account fee " + number});
    }
}

std::int64_t StatementWriter::sumMinor(bool credit) const
{
    std::int64_t sum = 0;
    for (const Entry& entry : m_entries)
        sum += entry.credit == credit ? entry.amountMinor : 0;
    return sum;
}

std::string StatementWriter::statementId() const
{
    std::string content = m_request.account + m_request.currency + m_request.date
                          + std::to_string(m_request.openingMinor);
    for (const Entry& entry : m_entries)
        content += entry.id;
    return "SBX" + sha256Hex(content).substr(0, 24);
}

std::string StatementWriter::balanceXml(const char* code, std::int64_t balanceMinor) const
{
    const std::int64_t size = balanceMinor < 0 ? -balanceMinor : balanceMinor;
    return "<Bal><Tp><CdOrPrtry>" + element("Cd", code) + "</CdOrPrtry></Tp><Amt Ccy=\""
           + m_request.currency + "\">" + isoAmount(size, m_request.currency) + "</Amt>"
           + direction(balanceMinor >= 0) + "<Dt>" + element("Dt", m_request.date)
           + "</Dt></Bal>\n";
}

std::string StatementWriter::summaryXml() const
{
    const auto total = [&](const char* name, bool credit) {
        const auto count =
            std::count_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
                return entry.credit == credit;
            });
        return '<' + std::string(name) + '>' + element("NbOfNtries", std::to_string(count))
               + element("Sum", isoAmount(sumMinor(credit), m_request.currency)) + "</" + name
               + '>';
    };
    return "<TxsSummry>" + total("TtlCdtNtries", true) + total("TtlDbtNtries", false)
           + "</TxsSummry>\n";
}

std::string StatementWriter::entryXml(const Entry& entry) const
{
    const std::string amount = "<Amt Ccy=\"" + m_request.currency + "\">"
                               + isoAmount(entry.amountMinor, m_request.currency) + "</Amt>"
                               + direction(entry.credit);
    const std::string servicer =
        element("AcctSvcrRef", "SBK" + upperCase(entry.id.substr(entry.id.find('_') + 1)));
    const std::string dates = "<BookgDt>" + element("Dt", m_request.date) + "</BookgDt><ValDt>"
                              + element("Dt", m_request.date) + "</ValDt>";
    std::string parties;
    const char* const party = entry.credit ? "Dbtr" : "Cdtr";
    if (!entry.counterparty.empty())
        parties += '<' + std::string(party) + "><Pty>"
                   + element("Nm", firstCharacters(entry.counterparty, 140)) + "</Pty></" + party
                   + '>';
    if (!entry.counterpartyAccount.empty())
        parties += '<' + std::string(party) + "Acct>" + accountXml(entry.counterpartyAccount) + "</"
                   + party + "Acct>";
    if (!parties.empty())
        parties = "<RltdPties>" + parties + "</RltdPties>";
    return "<Ntry>" + amount + "<Sts><Cd>BOOK</Cd></Sts>" + dates + servicer
           + "<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>" + (entry.credit ? "RCDT" : "ICDT")
           + "</Cd><SubFmlyCd>OTHR</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs>"
           + servicer + element("EndToEndId", entry.endToEndId) + "</Refs>" + amount + parties
           + "<RmtInf>" + element("Ustrd", entry.text) + "</RmtInf></TxDtls></NtryDtls></Ntry>\n";
}

std::string StatementWriter::xml() const
{
    const std::string id = statementId();
    const std::string created = m_request.date + "T23:59:59+00:00";
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">"
                       "<BkToCstmrStmt>\n<GrpHdr>"
                       + element("MsgId", id) + element("CreDtTm", created) + "</GrpHdr>\n<Stmt>"
                       + element("Id", id) + element("CreDtTm", created) + "<FrToDt>"
                       + element("FrDtTm", m_request.date + "T00:00:00+00:00")
                       + element("ToDtTm", created) + "</FrToDt>\n<Acct>"
                       + accountXml(m_request.account) + element("Ccy", m_request.currency)
                       + "</Acct>\n";
    text += balanceXml("OPBD", m_request.openingMinor);
    text += balanceXml("CLBD", m_request.openingMinor + sumMinor(true) - sumMinor(false));
    text += summaryXml();
    for (const Entry& entry : m_entries)
        text += entryXml(entry);
    return text + "</Stmt>\n</BkToCstmrStmt></Document>\n";
}

} // namespace onceover
