// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/written_statement.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace onceover {

namespace {

std::size_t below(std::mt19937_64& random, std::size_t limit)
{
    return static_cast<std::size_t>(random() % limit);
}

bool oneIn(std::mt19937_64& random, std::size_t limit)
{
    return below(random, limit) == 0;
}

std::string word(std::mt19937_64& random, std::size_t length)
{
    constexpr std::string_view kLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    std::string text;
    while (text.size() < length)
        text += kLetters[below(random, kLetters.size())];
    return text;
}

std::string day(std::mt19937_64& random)
{
    char text[16] = {};
    std::snprintf(
        text,
        sizeof text,
        "2026-%02u-%02u",
        1U + static_cast<unsigned int>(below(random, 12)),
        1U + static_cast<unsigned int>(below(random, 28)));
    return text;
}

// "1234.56" with this mark, exactly the currency's decimals or fewer where they are zeros.
std::string decimal(std::int64_t amountMinor, int exponent, char mark, bool isShort)
{
    std::string digits = std::to_string(std::llabs(amountMinor));
    const auto places = static_cast<std::size_t>(exponent);
    while (digits.size() <= places)
        digits.insert(0, 1, '0');
    std::string whole = digits.substr(0, digits.size() - places);
    std::string fraction = digits.substr(digits.size() - places);
    while (isShort && !fraction.empty() && fraction.back() == '0')
        fraction.pop_back();
    // SWIFT wants its comma even before nothing; XML does not.
    if (fraction.empty() && mark == '.')
        return whole;
    return whole + mark + fraction;
}

std::string swiftDay(const std::string& iso)
{
    return iso.substr(2, 2) + iso.substr(5, 2) + iso.substr(8, 2);
}

WrittenEntry randomEntry(std::mt19937_64& random, const std::string& bookingDay)
{
    WrittenEntry entry;
    const std::int64_t size = oneIn(random, 20) ? 1'000'000'000'000 : 10'000'000;
    entry.amountMinor = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(size));
    if (oneIn(random, 2))
        entry.amountMinor = -entry.amountMinor;
    entry.isReversal = oneIn(random, 8);
    entry.bookingDay = bookingDay;
    entry.valueDay = bookingDay;
    if (!oneIn(random, 4))
        entry.customerReference = word(random, 5 + below(random, 11));
    if (!oneIn(random, 4))
        entry.bankReference = word(random, 5 + below(random, 11));
    if (!oneIn(random, 3))
        entry.endToEndId = word(random, 8 + below(random, 27));
    for (std::size_t count = below(random, 6); count > 0; --count)
        entry.text += (entry.text.empty() ? "" : " ") + word(random, 1 + below(random, 12));
    return entry;
}

std::string camtBalance(
    const char* code,
    std::int64_t amountMinor,
    const WrittenStatement& statement,
    const std::string& on)
{
    return "<Bal><Tp><CdOrPrtry><Cd>" + std::string(code) + "</Cd></CdOrPrtry></Tp><Amt Ccy=\""
           + statement.currency + "\">" + decimal(amountMinor, statement.exponent, '.', false)
           + "</Amt><CdtDbtInd>" + (amountMinor < 0 ? "DBIT" : "CRDT") + "</CdtDbtInd><Dt><Dt>" + on
           + "</Dt></Dt></Bal>";
}

std::string camtEntry(
    const WrittenEntry& entry, const WrittenStatement& statement, std::mt19937_64& random)
{
    std::string text = "<Ntry><Amt Ccy=\"" + statement.currency + "\">"
                       + decimal(entry.amountMinor, statement.exponent, '.', oneIn(random, 2))
                       + "</Amt><CdtDbtInd>" + (entry.amountMinor < 0 ? "DBIT" : "CRDT")
                       + "</CdtDbtInd>";
    if (entry.isReversal)
        text += "<RvslInd>true</RvslInd>";
    text += oneIn(random, 2) ? "<Sts>BOOK</Sts>" : "<Sts><Cd>BOOK</Cd></Sts>";
    text += "<BookgDt><Dt>" + entry.bookingDay + "</Dt></BookgDt><ValDt><DtTm>" + entry.valueDay
            + "T10:00:00</DtTm></ValDt>";
    if (!entry.bankReference.empty())
        text += "<AcctSvcrRef>" + entry.bankReference + "</AcctSvcrRef>";
    text += "<NtryDtls><TxDtls><Refs>";
    if (!entry.endToEndId.empty())
        text += "<EndToEndId>" + entry.endToEndId + "</EndToEndId>";
    else if (oneIn(random, 2))
        text += "<EndToEndId>NOTPROVIDED</EndToEndId>";
    if (!entry.customerReference.empty())
        text += "<AcctOwnrTxId>" + entry.customerReference + "</AcctOwnrTxId>";
    return text + "</Refs><RmtInf><Ustrd>" + entry.text
           + "</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>";
}

std::string swiftBalance(
    const char* tag,
    std::int64_t amountMinor,
    const WrittenStatement& statement,
    const std::string& on,
    std::mt19937_64& random)
{
    return ":" + std::string(tag) + ":" + (amountMinor < 0 ? "D" : "C") + swiftDay(on)
           + statement.currency + decimal(amountMinor, statement.exponent, ',', oneIn(random, 2))
           + "\n";
}

std::string swiftEntry(
    const WrittenEntry& entry, const WrittenStatement& statement, std::mt19937_64& random)
{
    const bool isIn = entry.amountMinor > 0;
    std::string mark = entry.isReversal ? (isIn ? "RD" : "RC") : (isIn ? "C" : "D");
    if (oneIn(random, 3))
        mark += statement.currency.back();
    std::string text = ":61:" + swiftDay(entry.valueDay) + swiftDay(entry.bookingDay).substr(2)
                       + mark + (oneIn(random, 4) ? "000" : "")
                       + decimal(entry.amountMinor, statement.exponent, ',', oneIn(random, 2))
                       + "NTRF"
                       + (entry.customerReference.empty() ? "NONREF" : entry.customerReference);
    if (!entry.bankReference.empty())
        text += "//" + entry.bankReference;
    std::string narrative = "166?00POSTING";
    std::string purpose = entry.endToEndId.empty() ? "" : "EREF+" + entry.endToEndId;
    std::size_t number = 20;
    // Subfields of 27 characters, and a line end after every 65, wherever that falls.
    for (std::size_t at = 0; at < purpose.size(); at += 27)
        narrative += "?" + std::to_string(number++) + purpose.substr(at, 27);
    narrative += "?" + std::to_string(number) + "SVWZ+" + entry.text;
    text += "\n:86:";
    for (std::size_t at = 0; at < narrative.size(); at += 65)
        text += narrative.substr(at, 65) + "\n";
    return text;
}

std::string baiRecords(
    const WrittenStatement& statement,
    std::mt19937_64& random,
    std::int64_t& sumMinor,
    int& records)
{
    const bool isContinued = oneIn(random, 2);
    std::string text = "03," + statement.account + "," + statement.currency + ",010,"
                       + std::to_string(statement.openingMinor) + ",,"
                       + (isContinued ? "/\n88," : ",") + "015,"
                       + std::to_string(statement.closingMinor()) + ",,/\n";
    sumMinor = statement.openingMinor + statement.closingMinor();
    records = 2 + (isContinued ? 1 : 0);
    for (const WrittenEntry& entry : statement.entries) {
        const bool isIn = entry.amountMinor > 0;
        const char* type = entry.isReversal ? (isIn ? "252" : "552") : (isIn ? "165" : "495");
        const std::string amount = std::to_string(std::llabs(entry.amountMinor));
        text += "16," + std::string(type) + "," + amount;
        constexpr std::array<const char*, 4> kFunds = {",,", ",Z,", ",0,", ",2,"};
        const std::size_t funds = below(random, 6);
        if (funds < kFunds.size())
            text += kFunds[funds];
        else if (funds == 4)
            text += ",V," + swiftDay(entry.valueDay) + ",,";
        else
            text += ",S," + amount + ",0,0,";
        text += entry.bankReference + "," + entry.customerReference + ",";
        text += entry.endToEndId.empty() ? entry.text + "/\n"
                                         : entry.text + "\n88,EREF: " + entry.endToEndId + "\n";
        records += entry.endToEndId.empty() ? 1 : 2;
        sumMinor += std::llabs(entry.amountMinor);
    }
    return text + "49," + std::to_string(sumMinor) + "," + std::to_string(records) + "/\n";
}

} // namespace

std::int64_t WrittenStatement::closingMinor() const
{
    std::int64_t sumMinor = openingMinor;
    for (const WrittenEntry& entry : entries)
        sumMinor += entry.amountMinor;
    return sumMinor;
}

std::vector<WrittenStatement> randomStatements(std::mt19937_64& random)
{
    struct Currency
    {
        const char* code;
        int exponent;
    };

    constexpr std::array<Currency, 5> kCurrencies = {
        Currency{"EUR", 2},
        Currency{"JPY", 0},
        Currency{"KWD", 3},
        Currency{"USD", 2},
        Currency{"CHF", 2}};
    std::vector<WrittenStatement> statements(1 + below(random, 4));
    for (WrittenStatement& statement : statements) {
        const Currency& currency = kCurrencies[below(random, kCurrencies.size())];
        statement.account = "12345678/" + word(random, 10);
        statement.currency = currency.code;
        statement.exponent = currency.exponent;
        statement.number = std::to_string(1 + below(random, 366));
        statement.openingMinor =
            static_cast<std::int64_t>(random() % 2'000'000'000) - 1'000'000'000;
        statement.openingDay = statement.closingDay = day(random);
        for (std::size_t count = below(random, 12); count > 0; --count)
            statement.entries.push_back(randomEntry(random, statement.openingDay));
    }
    return statements;
}

std::string writtenAsCamt(const std::vector<WrittenStatement>& statements, std::mt19937_64& random)
{
    std::string text =
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>";
    for (const WrittenStatement& statement : statements) {
        text += "<Stmt><Id>" + statement.number + "</Id><Acct><Id><Othr><Id>" + statement.account
                + "</Id></Othr></Id><Ccy>" + statement.currency + "</Ccy></Acct>";
        text += camtBalance("OPBD", statement.openingMinor, statement, statement.openingDay);
        text += camtBalance("CLBD", statement.closingMinor(), statement, statement.closingDay);
        for (const WrittenEntry& entry : statement.entries)
            text += camtEntry(entry, statement, random) + (oneIn(random, 2) ? "\n" : "");
        text += "</Stmt>";
    }
    return text + "</BkToCstmrStmt></Document>";
}

std::string writtenAsMt940(const std::vector<WrittenStatement>& statements, std::mt19937_64& random)
{
    const bool hasBlocks = oneIn(random, 3);
    std::string text;
    for (const WrittenStatement& statement : statements) {
        const std::string head = ":20:STARTUMS\n:25:" + statement.account + "\n";
        std::int64_t sumMinor = statement.openingMinor;
        int page = 1;
        if (hasBlocks)
            text += "{1:F01BANKDEFF}{2:I940BANKDEFF}{4:\n";
        text += head + ":28C:" + statement.number + "/1\n"
                + swiftBalance("60F", sumMinor, statement, statement.openingDay, random);
        for (const WrittenEntry& entry : statement.entries) {
            if (oneIn(random, 5)) {
                text += swiftBalance("62M", sumMinor, statement, statement.openingDay, random);
                text += hasBlocks ? "-}\n{1:F01BANKDEFF}{2:I940BANKDEFF}{4:\n" : "-\n";
                text += head + ":28C:" + statement.number + "/" + std::to_string(++page) + "\n"
                        + swiftBalance("60M", sumMinor, statement, statement.openingDay, random);
            }
            text += swiftEntry(entry, statement, random);
            sumMinor += entry.amountMinor;
        }
        text += swiftBalance("62F", sumMinor, statement, statement.closingDay, random)
                + (hasBlocks ? "-}\n" : "-\n");
    }
    return text;
}

std::string writtenAsBai2(const std::vector<WrittenStatement>& statements, std::mt19937_64& random)
{
    std::string text = "01,BANK,US,260105,0800,1,80,,2/\n";
    std::int64_t fileMinor = 0;
    int fileRecords = 2;
    for (const WrittenStatement& statement : statements) {
        std::int64_t sumMinor = 0;
        int records = 0;
        text += "02,US,BANK,1," + swiftDay(statement.openingDay) + ",,,2/\n";
        text += baiRecords(statement, random, sumMinor, records);
        text += "98," + std::to_string(sumMinor) + ",1," + std::to_string(records + 2) + "/\n";
        fileMinor += sumMinor;
        fileRecords += records + 2;
    }
    return text + "99," + std::to_string(fileMinor) + "," + std::to_string(statements.size()) + ","
           + std::to_string(fileRecords) + "/\n";
}

} // namespace onceover
