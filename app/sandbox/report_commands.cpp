// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/report_commands.h"

#include "app/sandbox/ledger.h"
#include "app/sandbox/ledger_report.h"
#include "app/sandbox/statement_request.h"
#include "app/sandbox/statement_writer.h"

#include <cstdio>
#include <fstream>

namespace onceover {

namespace {

int complain(const Failure& failure)
{
    std::fprintf(stderr, "onceover-sandbox: %s\n", failure.message.c_str());
    return failure.exitCode;
}

int print(const std::string& text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        return complain({kExitIo, "cannot write to standard output"});
    return kExitOk;
}

} // namespace

int runLedger(const CommandLine& line)
{
    const auto lines = Ledger::read(line.option("dir"));
    if (!lines)
        return complain(lines.error());
    const LedgerReport report(*lines);
    return print(line.option("json").empty() ? report.asText() : jsonLine(report.asJson()) + '\n');
}

int runStatement(const CommandLine& line)
{
    auto parameters = line.options;
    parameters.erase("dir");
    parameters.erase("out");
    const auto request = StatementRequest::parse(parameters);
    if (!request)
        return complain(request.error());
    const auto lines = Ledger::read(line.option("dir"));
    if (!lines)
        return complain(lines.error());
    const std::string xml = StatementWriter(*request, *lines).xml();
    const std::string path = line.option("out");
    if (path.empty())
        return print(xml);
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!file)
        return complain({kExitCannotCreate, "cannot create " + path});
    file << xml << std::flush;
    return file ? kExitOk : complain({kExitIo, "cannot write " + path});
}

} // namespace onceover
