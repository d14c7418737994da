// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/command_line.h"
#include "app/sandbox/report_commands.h"
#include "app/sandbox/serve_command.h"

#include <QCoreApplication>

#include <cstdio>
#include <string>
#include <vector>

namespace {

constexpr const char* kHelp =
    R"(onceover-sandbox: a payment provider with scripted faults and a ledger of its own

  onceover-sandbox serve --dir DIR [--port N] [--script FILE] [--print-port] [--end-with-input]
      Listen on 127.0.0.1 (port 0 or none: a free one) and keep the ledger in DIR.
      Prints {"type":"listening","port":N}, or with --print-port the bare number.
      With --end-with-input it ends when its standard input does, unless a byte came first.
  onceover-sandbox ledger --dir DIR [--json]
      Requests, charges, declines and injected duplicates per reference.
  onceover-sandbox statement --dir DIR --account IBAN --currency CODE --date YYYY-MM-DD
      [--opening MINOR] [--providers a,b] [--omit REF,REF] [--extra N] [--from S] [--to S] [--out FILE]
      The charges as a bank statement, camt.053.001.08.
  onceover-sandbox --help | --version

Exit codes: 0 done; 64 wrong usage; 65 bad script; 66 cannot read the input; 69 the port is in use;
73 cannot create or lock DIR or a file in it; 74 the ledger or output cannot be written or is damaged.
)";

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const auto line = onceover::CommandLine::parse(std::vector<std::string>(argv + 1, argv + argc));
    if (!line) {
        std::fprintf(
            stderr,
            "onceover-sandbox: %s\nTry onceover-sandbox --help.\n",
            line.error().message.c_str());
        return line.error().exitCode;
    }
    if (line->command == "help")
        return std::fputs(kHelp, stdout) < 0 ? onceover::kExitIo : onceover::kExitOk;
    if (line->command == "version")
        return std::puts("onceover-sandbox " ONCEOVER_VERSION) < 0 ? onceover::kExitIo
                                                                   : onceover::kExitOk;
    if (line->command == "serve")
        return onceover::runServe(*line);
    return line->command == "ledger" ? onceover::runLedger(*line) : onceover::runStatement(*line);
}
