// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_printer.h"

#include "backend/domain/money.h"
#include "backend/statements/statement_file.h"
#include "backend/statements/statement_json.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace onceover {

namespace {

struct CloseFile
{
    void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string decimalOf(std::int64_t amountMinor, const std::string& code)
{
    const auto currency = Currency::fromCode(code);
    // Codes without a minor unit were read with two decimals, as the euro has.
    const auto shown = currency ? currency : Currency::fromCode("EUR");
    return Money(amountMinor, *shown).toDecimal() + " " + (code.empty() ? "(no currency)" : code);
}

std::string decimalOf(const std::optional<std::int64_t>& amountMinor, const std::string& code)
{
    return amountMinor ? decimalOf(*amountMinor, code) : std::string("not given");
}

const std::string& orDash(const std::string& text)
{
    static const std::string kDash = "-";
    return text.empty() ? kDash : text;
}

// Control characters in bank text must not steer a terminal; what is no control character stays.
std::string plain(const std::string& text)
{
    std::string result;
    for (std::size_t position = 0; position < text.size(); ++position) {
        const auto byte = static_cast<unsigned char>(text[position]);
        // U+0080 to U+009F are control characters of their own, written C2 80 to C2 9F.
        const bool isHighControl = byte == 0xc2 && position + 1 < text.size()
                                   && static_cast<unsigned char>(text[position + 1]) < 0xa0;
        if (isHighControl)
            ++position;
        result += byte < 0x20 || byte == 0x7f || isHighControl ? ' ' : text[position];
    }
    return result;
}

std::string textLine(const StatementEntry& entry)
{
    std::string line =
        "  " + orDash(entry.bookingDate) + "  " + decimalOf(entry.amountMinor, entry.currency);
    if (entry.status != EntryStatus::Booked)
        line += "  " + std::string(toText(entry.status));
    if (entry.isReversal)
        line += "  reversal";
    for (const auto& [key, value] : entry.references)
        line += "  " + key + "=" + plain(value);
    if (!entry.text.empty())
        line += "  " + plain(entry.text);
    for (const StatementFee& fee : entry.fees)
        line += "\n      fee " + decimalOf(fee.amountMinor, fee.currency);
    if (entry.unexplainedMinor)
        line += "\n      unexplained " + decimalOf(*entry.unexplainedMinor, entry.currency);
    if (entry.details.size() < 2)
        return line;
    for (const StatementDetail& detail : entry.details) {
        line += "\n      of which " + decimalOf(detail.amountMinor, entry.currency);
        for (const auto& [key, value] : detail.references)
            line += "  " + key + "=" + plain(value);
        if (!detail.text.empty())
            line += "  " + plain(detail.text);
    }
    return line;
}

std::string textLine(const Statement& statement)
{
    const std::string& currency = statement.currency;
    std::string text = statement.format + " statement " + plain(orDash(statement.statementId))
                       + " of account " + plain(orDash(statement.account)) + "\n  opening "
                       + decimalOf(statement.openingMinor, statement.openingCurrency) + ", credits "
                       + decimalOf(statement.creditsMinor, currency) + ", debits "
                       + decimalOf(statement.debitsMinor, currency) + ", closing "
                       + decimalOf(statement.closingMinor, statement.closingCurrency) + "\n  ";
    text += statement.entryCount == 0 ? "no movements"
                                      : std::to_string(statement.entryCount) + " entries";
    if (statement.ties)
        text += *statement.ties ? "; the balances tie" : "; THE BALANCES DO NOT TIE";
    for (const SettlementPart& part : statement.settlement)
        text += "\n  " + part.kind + " " + decimalOf(part.amountMinor, currency);
    if (statement.settlementRemainderMinor)
        text += "\n  unexplained " + decimalOf(*statement.settlementRemainderMinor, currency);
    if (!statement.encoding.empty())
        text += "\n  read as " + statement.encoding + " (" + statement.encodingReason + ")";
    for (const StatementWarning& warning : statement.warnings)
        text += "\n  warning " + warning.code + ", line " + std::to_string(warning.line) + ": "
                + warning.message;
    return text;
}

std::string textLine(const PaymentStatus& status)
{
    std::string text = status.format + " status of " + std::string(toText(status.level)) + " "
                       + orDash(status.status);
    if (!status.originalMessageId.empty())
        text += "  message=" + plain(status.originalMessageId);
    if (!status.originalPaymentInformationId.empty())
        text += "  payment=" + plain(status.originalPaymentInformationId);
    for (const auto& [key, value] : status.references)
        text += "  " + key + "=" + plain(value);
    if (status.instructed)
        text +=
            "  ordered " + decimalOf(status.instructed->amountMinor, status.instructed->currency);
    for (const StatusReason& reason : status.reasons)
        text += "\n      reason " + orDash(reason.code) + " " + plain(reason.text);
    for (const StatementWarning& warning : status.warnings)
        text += "\n  warning " + warning.code + ", line " + std::to_string(warning.line) + ": "
                + warning.message;
    return text;
}

// Keeps the entries of the file on disk until the file is known to be good.
class Spool final : public StatementSink
{
public:
    explicit Spool(bool isJson)
        : m_isJson(isJson)
        , m_file(std::tmpfile())
    {}

    bool isGood() const { return m_file != nullptr && m_isGood; }

    bool entry(const StatementEntry& entry) override
    {
        return keep(m_isJson ? StatementJson::line(entry) : textLine(entry));
    }

    bool status(const PaymentStatus& status) override
    {
        return keep(m_isJson ? StatementJson::line(status) : textLine(status));
    }

    bool keep(std::string line)
    {
        line += '\n';
        m_isGood =
            m_isGood && std::fwrite(line.data(), 1, line.size(), m_file.get()) == line.size();
        m_bytes += static_cast<std::int64_t>(line.size());
        return m_isGood;
    }

    bool statement(const Statement& statement) override
    {
        m_statements.push_back(
            Part{m_isJson ? StatementJson::line(statement) : textLine(statement), m_bytes});
        m_bytes = 0;
        return true;
    }

    bool print(std::ostream& out)
    {
        m_isGood = m_isGood && std::fflush(m_file.get()) == 0;
        // Statuses belong to no statement.
        if (m_bytes > 0)
            m_statements.push_back(Part{{}, std::exchange(m_bytes, 0)});
        std::rewind(m_file.get());
        std::vector<char> block(std::size_t{64} * 1024);
        for (const Part& part : m_statements) {
            if (!part.line.empty())
                out << part.line << '\n';
            for (std::int64_t left = part.entryBytes; left > 0 && m_isGood && out;) {
                const auto wanted = std::min(block.size(), static_cast<std::size_t>(left));
                const std::size_t count = std::fread(block.data(), 1, wanted, m_file.get());
                m_isGood = count > 0;
                out.write(block.data(), static_cast<std::streamsize>(count));
                left -= static_cast<std::int64_t>(count);
            }
        }
        out.flush();
        return m_isGood && out.good();
    }

private:
    struct Part
    {
        std::string line;
        std::int64_t entryBytes = 0;
    };

    bool m_isJson;
    std::unique_ptr<std::FILE, CloseFile> m_file;
    bool m_isGood = true;
    std::int64_t m_bytes = 0;
    std::vector<Part> m_statements;
};

int printRefusal(
    const std::string& path,
    const Refusal& refusal,
    int exitCode,
    bool isJson,
    std::ostream& out,
    std::ostream& err)
{
    if (isJson) {
        out << StatementJson::line(refusal, path) << '\n';
        out.flush();
        return exitCode;
    }
    err << plain(path) << ": refused";
    if (refusal.line > 0)
        err << " at line " << refusal.line;
    if (!refusal.field.empty())
        err << ", " << refusal.field;
    err << ": " << plain(refusal.message) << " (" << refusal.code << ")\n";
    return exitCode;
}

} // namespace

int printStatement(
    const std::string& path,
    bool isJson,
    std::ostream& out,
    std::ostream& err,
    const ReadingChoice& choice)
{
    const auto file = StatementFile::open(path);
    if (!file)
        return printRefusal(path, file.error(), kStatementNotOpened, isJson, out, err);
    Spool spool(isJson);
    if (!spool.isGood()) {
        err << "no temporary file can be made\n";
        return kStatementNotPrinted;
    }
    const auto read = file->parse(spool, choice);
    if (!spool.isGood()) {
        err << "the temporary file cannot be written\n";
        return kStatementNotPrinted;
    }
    if (!read)
        return printRefusal(path, read.error(), kStatementRefused, isJson, out, err);
    return spool.print(out) ? kStatementRead : kStatementNotPrinted;
}

} // namespace onceover
