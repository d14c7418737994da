// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how fast statements are read beside expat with empty handlers and, where
// ONCEOVER_MT940JS names a folder in which npm installed it, beside mt940js; and that memory stays
// flat. Everything in one run, interleaved, in files it writes itself.
#include "backend/statements/statement_file.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <expat.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace onceover {
namespace {

constexpr int kRounds = 3;

class Counter final : public StatementSink
{
public:
    bool entry(const StatementEntry& entry) override
    {
        ++entries;
        sumMinor += entry.amountMinor;
        return true;
    }

    bool statement(const Statement&) override { return true; }

    std::int64_t entries = 0;
    std::int64_t sumMinor = 0;
};

double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

long peakKiB()
{
    rusage usage = {};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

void writeCamt(const std::string& path, int entries)
{
    std::ofstream file(path);
    file << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document "
            "xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Id>S</"
            "Id>"
            "<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>\n";
    for (int number = 0; number < entries; ++number)
        file << "<Ntry>\n  <NtryRef>" << number << "</NtryRef>\n  <Amt Ccy=\"EUR\">"
             << 10 + number % 9000
             << ".25</Amt>\n  <CdtDbtInd>DBIT</CdtDbtInd>\n  <Sts><Cd>BOOK</Cd></Sts>\n  "
                "<BookgDt><Dt>2026-11-12</Dt></BookgDt>\n  <ValDt><Dt>2026-11-12</Dt></ValDt>\n  "
                "<AcctSvcrRef>BNK"
             << number
             << "</AcctSvcrRef>\n  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT"
                "</SubFmlyCd></Fmly></Domn></BkTxCd>\n  <NtryDtls>\n    <TxDtls>\n      "
                "<Refs><EndToEndId>PX-"
             << number << "</EndToEndId><InstrId>I" << number
             << "</InstrId></Refs>\n      <Amt Ccy=\"EUR\">" << 10 + number % 9000
             << ".25</Amt>\n      <RltdPties><Cdtr><Pty><Nm>Supplier &amp; "
                "Sons</Nm></Pty></Cdtr><CdtrAcct>"
                "<Id><IBAN>DE02120300000000202051</IBAN></Id></CdtrAcct></RltdPties>\n      "
                "<RmtInf><Ustrd>Invoice PX-"
             << number << "</Ustrd></RmtInf>\n    </TxDtls>\n  </NtryDtls>\n</Ntry>\n";
    file << "</Stmt></BkToCstmrStmt></Document>\n";
}

void writeMt940(const std::string& path, int entries)
{
    std::ofstream file(path);
    long closing = 0;
    for (int number = 0; number < entries; ++number) {
        if (number % 100 == 0) {
            closing = 10'000'000;
            file << ":20:STMT" << number / 100
                 << "\r\n:25:DE89370400440532013000\r\n:28C:" << number / 100 % 99999 + 1
                 << "/001\r\n:60F:C261101EUR100000,00\r\n";
        }
        closing += (10 + number % 9000) * 100L + 25;
        file << ":61:2611121112C" << 10 + number % 9000 << ",25NTRFPX" << number << "//BNK"
             << number << "\r\n:86:166?00TRANSFER?20PX-" << number
             << "?21order?30DEUTDEFF?31DE02120300000000202051?32Supplier\r\n";
        // It ties: others refuse what does not.
        if (number % 100 == 99)
            file << ":62F:C261130EUR" << closing / 100 << "," << closing / 10 % 10 << closing % 10
                 << "\r\n-\r\n";
    }
}

double readTime(const std::string& path, int entries)
{
    Counter counter;
    const double begin = now();
    const auto file = StatementFile::open(path);
    const auto read = file->parse(counter);
    const double seconds = now() - begin;
    if (!read || counter.entries != entries) {
        std::fprintf(
            stderr,
            "%s was not read: %s\n",
            path.c_str(),
            read ? "" : read.error().message.c_str());
        std::exit(1);
    }
    return seconds;
}

double expatTime(const std::string& path)
{
    const double begin = now();
    std::FILE* file = std::fopen(path.c_str(), "rb");
    XML_Parser parser = XML_ParserCreateNS(nullptr, '\n');
    XML_SetElementHandler(
        parser, [](void*, const XML_Char*, const XML_Char**) {}, [](void*, const XML_Char*) {});
    XML_SetCharacterDataHandler(parser, [](void*, const XML_Char*, int) {});
    std::string block(std::size_t{64} * 1024, '\0');
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file))
        XML_Parse(parser, block.data(), static_cast<int>(count), XML_FALSE);
    XML_Parse(parser, nullptr, 0, XML_TRUE);
    XML_ParserFree(parser);
    std::fclose(file);
    return now() - begin;
}

// Of mt940js alone: its start is not counted. 0 where it is not there.
double mt940jsTime(const std::string& path)
{
    const char* folder = std::getenv("ONCEOVER_MT940JS");
    if (folder == nullptr)
        return 0;
    const std::string program = "const m=require(process.argv[1]+'/node_modules/mt940js');"
                                "const t=require('fs').readFileSync(process.argv[2],'utf8');"
                                "const b=process.hrtime.bigint();new m.Parser().parse(t);"
                                "require('fs').writeFileSync(process.argv[2]+'.time',"
                                "String(Number(process.hrtime.bigint()-b)/1e9))";
    std::string words[] = {"node", "-e", program, folder, path};
    char* arguments[] = {
        words[0].data(),
        words[1].data(),
        words[2].data(),
        words[3].data(),
        words[4].data(),
        nullptr};
    pid_t child = 0;
    int status = -1;
    if (::posix_spawnp(&child, "node", nullptr, nullptr, arguments, environ) != 0
        || ::waitpid(child, &status, 0) != child || status != 0)
        return 0;
    double seconds = 0;
    std::ifstream(path + ".time") >> seconds;
    return seconds;
}

int run(int entries)
{
    namespace fs = std::filesystem;
    const fs::path folder =
        fs::temp_directory_path() / ("onceover-bench-" + std::to_string(::getpid()));
    fs::create_directory(folder);
    const std::string camt = (folder / "camt053.xml").string();
    const std::string mt = (folder / "mt940.sta").string();
    writeCamt(camt, entries);
    writeMt940(mt, entries);
    const long before = peakKiB();
    double expat = 1e9;
    double ours = 1e9;
    double swift = 1e9;
    double script = 1e9;
    for (int round = 0; round < kRounds; ++round) {
        expat = std::min(expat, expatTime(camt));
        ours = std::min(ours, readTime(camt, entries));
        swift = std::min(swift, readTime(mt, entries));
        script = std::min(script, mt940jsTime(mt));
    }
    const double megabytes = static_cast<double>(fs::file_size(camt)) / 1e6;
    std::printf(
        "camt.053: %d entries, %.0f MB: %.2f s (%.0f entries/s, %.0f MB/s)\n",
        entries,
        megabytes,
        ours,
        entries / ours,
        megabytes / ours);
    std::printf(
        "expat with empty handlers: %.2f s; ratio %.2f (wanted: at least 0.60)\n",
        expat,
        expat / ours);
    std::printf("MT940: %.2f s (%.0f entries/s)\n", swift, entries / swift);
    if (script > 0 && script < 1e9)
        std::printf(
            "mt940js: %.2f s; %.1f times as fast (wanted: at least 15)\n", script, script / swift);
    else
        std::printf(
            "mt940js is not here (set ONCEOVER_MT940JS to a folder where npm installed it)\n");
    std::printf("memory above the start: %ld KiB\n", peakKiB() - before);
    fs::remove_all(folder);
    return 0;
}

} // namespace
} // namespace onceover

int main(int argc, char** argv)
{
    return onceover::run(argc > 1 ? std::atoi(argv[1]) : 200'000);
}
