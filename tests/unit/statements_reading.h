// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement_file.h"
#include "backend/statements/statement_reader.h"
#include "backend/statements/statement_sink.h"
#include "test_places.h"

#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace onceover {

using Reading = tl::expected<std::vector<CollectedStatement>, Refusal>;

// Parses text that arrives in pieces of `pieceBytes`.
inline Reading readText(std::string_view text, std::size_t pieceBytes = 4096)
{
    StatementCollector collector;
    StatementReader parser(collector);
    for (std::size_t position = 0; position < text.size(); position += pieceBytes)
        parser.feed(text.substr(position, pieceBytes));
    if (auto refusal = parser.finish())
        return tl::unexpected<Refusal>(*refusal);
    return collector.statements();
}

inline Reading readPath(const std::string& path)
{
    StatementCollector collector;
    const auto file = StatementFile::open(path);
    if (!file)
        return tl::unexpected<Refusal>(file.error());
    if (const auto read = file->parse(collector); !read)
        return tl::unexpected<Refusal>(read.error());
    return collector.statements();
}

inline Reading readCase(const std::string& name)
{
    return readPath(ONCEOVER_SOURCE_DIR "/tests/cases/" + name);
}

// The code of the refusal, or nothing's name when the file was read.
inline std::string codeOf(const Reading& reading)
{
    return reading ? "(read)" : reading.error().code;
}

inline bool hasWarning(const Statement& statement, std::string_view code)
{
    for (const StatementWarning& warning : statement.warnings) {
        if (warning.code == code)
            return true;
    }
    return false;
}

// A statement in euro with these elements after its account.
inline std::string euroStatement(std::string_view inside)
{
    return R"(<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt>
<Id>S</Id><Acct><Id><IBAN>NL69TEST0000000001</IBAN></Id><Ccy>EUR</Ccy></Acct>)"
           + std::string(inside) + "</Stmt></BkToCstmrStmt></Document>";
}

inline std::string balance(
    std::string_view code, std::string_view amount, std::string_view day = "2026-01-16")
{
    return "<Bal><Tp><CdOrPrtry><Cd>" + std::string(code)
           + "</Cd></CdOrPrtry></Tp><Amt Ccy=\"EUR\">" + std::string(amount)
           + "</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>" + std::string(day) + "</Dt></Dt></Bal>";
}

// A booked entry of 10.00 EUR in, with these elements after its status.
inline std::string entryWith(std::string_view inside)
{
    return "<Ntry><Amt Ccy=\"EUR\">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>"
           + std::string(inside) + "</Ntry>";
}

// An MT940 in euro that opens at 0 on 2026-01-05, with these lines before its end.
inline std::string mtMessage(const std::string& inside)
{
    return ":20:T\n:25:123/456\n:28C:1/1\n:60F:C260105EUR0,00\n" + inside;
}

// A BAI2 file of one account with these records between 03 and 49, whose trailers are right.
inline std::string baiFile(
    const std::string& details,
    std::int64_t sum,
    int records,
    const std::string& account = "03,77,USD,010,1000,,,015,1000,,/\n",
    std::int64_t balances = 2000)
{
    const std::string total = std::to_string(sum + balances);
    return "01,BANK,US,260105,0800,1,,,2/\n02,US,BANK,1,260105,,USD,2/\n" + account + details
           + "49," + total + "," + std::to_string(records + 2) + "/\n98," + total + ",1,"
           + std::to_string(records + 4) + "/\n99," + total + ",1," + std::to_string(records + 6)
           + "/\n";
}

} // namespace onceover
