// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_proposal_printer.h"

#include "backend/statements/csv/csv_proposal.h"
#include "backend/statements/statement_file.h"
#include "backend/statements/statement_printer.h"

#include <ostream>

namespace onceover {

int printCsvProposal(
    const std::string& path, const CsvOptions& options, std::ostream& out, std::ostream& err)
{
    const auto file = StatementFile::open(path);
    if (!file) {
        err << file.error().message << " (" << file.error().code << ")\n";
        return kStatementNotOpened;
    }
    const auto proposal = proposeCsvMapping(*file, options);
    if (!proposal) {
        err << proposal.error().message << " (" << proposal.error().code << ")\n";
        return kStatementRefused;
    }
    out << proposal->profileJson << '\n';
    err << "read as " << proposal->encoding.charset << " (" << toText(proposal->encoding.reason)
        << ")\n";
    for (const CsvQuestion& question : proposal->questions) {
        err << "to be said: " << question.message;
        if (!question.column.empty())
            err << ", column " << question.column;
        for (const std::string& choice : question.choices)
            err << (&choice == &question.choices.front() ? ": " : ", ") << choice;
        err << " (" << question.code << ")\n";
    }
    if (proposal->refusal)
        err << "line " << proposal->refusal->line << " " << proposal->refusal->field << ": "
            << proposal->refusal->message << " (" << proposal->refusal->code << ")\n";
    out.flush();
    return out.good() ? kStatementRead : kStatementNotPrinted;
}

} // namespace onceover
