// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_proposal.h"

#include "backend/statements/csv/csv_amount.h"
#include "backend/statements/csv/csv_cell_word.h"
#include "backend/statements/csv/csv_file_reader.h"
#include "backend/statements/csv/csv_mapping.h"
#include "backend/statements/csv/csv_proposed_profile.h"
#include "backend/statements/csv/csv_row_pass.h"
#include "backend/statements/encoding/text_decoder.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace onceover {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} * 1024;
constexpr std::size_t kShownRows = 5;
// Lines about the whole that are looked at; a file of more is no statement.
constexpr std::size_t kMostBeside = 50;

// What a reading by some profile said of the balances.
class TieSink final : public StatementSink
{
public:
    bool entry(const StatementEntry&) override { return true; }

    bool statement(const Statement& statement) override
    {
        m_isTied = m_isTied && statement.ties.value_or(false);
        m_isBroken = m_isBroken || !statement.ties.value_or(true);
        // One line follows from anything.
        m_entries += statement.entryCount;
        return true;
    }

    bool isTied() const { return m_isTied && m_entries > 2; }

    bool isBroken() const { return m_isBroken; }

private:
    bool m_isTied = true;
    bool m_isBroken = false;
    std::int64_t m_entries = 0;
};

bool saysBalance(const CsvRow& row)
{
    return std::any_of(row.cells.begin(), row.cells.end(), [](const std::string& cell) {
        const std::string_view meaning = meaningOfLine(cell);
        return meaning == "opening" || meaning == "closing";
    });
}

class Proposer
{
public:
    Proposer(const ByteSource& source, const CsvOptions& options)
        : m_source(source)
        , m_options(options)
    {}

    tl::expected<CsvProposal, Refusal> propose();

private:
    std::optional<Refusal> readLayout();
    std::optional<Refusal> look(const CsvReader::OnRow& onRow);
    std::optional<Refusal> lookAtColumns();
    std::optional<Refusal> lookAtMovements(std::size_t dayColumn);
    void addTo(std::vector<CsvColumnLook>& looks, const CsvRow& row) const;
    TieSink tried(const CsvMapping& mapping, bool isInverse = false);
    std::optional<Refusal> refusalBy(const std::string& profileJson) const;
    void proveAmount(CsvMapping& mapping);
    void proveSigns(const CsvMapping& mapping, CsvProposedProfile& profile);
    void ask(const char* code, std::string message, std::vector<std::string> choices = {});

    const ByteSource& m_source;
    const CsvOptions& m_options;
    CsvProposal m_proposal;
    std::vector<CsvColumnLook> m_looks;
    std::vector<CsvRow> m_before;
    std::vector<CsvRow> m_beside;
    // Rows with a day whose words are those of a balance.
    std::vector<CsvRow> m_balances;
};

void Proposer::ask(const char* code, std::string message, std::vector<std::string> choices)
{
    m_proposal.questions.push_back(
        {code, m_proposal.layout.headerLine, {}, std::move(message), std::move(choices)});
}

std::optional<Refusal> Proposer::readLayout()
{
    PassedBytes passed;
    const auto encoding =
        encodingOf(m_source, {m_options.encoding, {}}, m_options.limits.fileBytes, passed);
    if (!encoding)
        return encoding.error();
    m_proposal.encoding = *encoding;
    std::string head;
    TextDecoder decoder(m_proposal.encoding);
    const auto read = m_source.pass([&](std::string_view bytes) {
        decoder.feed(bytes, head);
        return head.size() < kHeadBytes;
    });
    if (!read)
        return read.error();
    const auto layout = csvLayoutOf(head, m_options.limits);
    if (!layout)
        return Refusal{
            1, "statement.no_columns", "the file has no columns under any delimiter", {}};
    m_proposal.layout = *layout;
    if (!layout->header.empty())
        m_proposal.layout.width = layout->header.size();
    return std::nullopt;
}

std::optional<Refusal> Proposer::look(const CsvReader::OnRow& onRow)
{
    ParseLog log;
    const CsvLayout& layout = m_proposal.layout;
    const auto passed = CsvRowPass(
                            m_source,
                            m_proposal.encoding,
                            {layout.delimiter, layout.quote, false},
                            m_options.limits)
                            .run(onRow, log);
    return passed ? std::nullopt : std::optional(passed.error());
}

void Proposer::addTo(std::vector<CsvColumnLook>& looks, const CsvRow& row) const
{
    for (std::size_t column = 0; column < looks.size() && column < row.cells.size(); ++column)
        looks[column].add(row.cells[column], row.line);
}

std::optional<Refusal> Proposer::lookAtColumns()
{
    m_looks.assign(m_proposal.layout.width, {});
    return look([this](CsvRow& row) {
        if (row.line < m_proposal.layout.headerLine)
            m_before.push_back(row);
        if (row.line > m_proposal.layout.headerLine && row.cells != m_proposal.layout.header)
            addTo(m_looks, row);
        return true;
    });
}

std::optional<Refusal> Proposer::lookAtMovements(std::size_t dayColumn)
{
    m_looks.assign(m_proposal.layout.width, {});
    return look([this, dayColumn](CsvRow& row) {
        if (row.line <= m_proposal.layout.headerLine || row.cells == m_proposal.layout.header)
            return true;
        const bool isMovement =
            dayColumn < row.cells.size() && datePartsOf(trimmed(row.cells[dayColumn]));
        if (isMovement) {
            addTo(m_looks, row);
            if (m_balances.size() < kMostBeside && saysBalance(row))
                m_balances.push_back(row);
            if (m_proposal.rows.size() < kShownRows)
                m_proposal.rows.push_back(row.cells);
        } else if (m_beside.size() < kMostBeside) {
            m_beside.push_back(row);
        }
        return true;
    });
}

TieSink Proposer::tried(const CsvMapping& mapping, bool isInverse)
{
    CsvProposedProfile profile(m_proposal.layout, m_looks, mapping);
    profile.setInverse(isInverse);
    profile.addLines(m_before, m_beside);
    TieSink sink;
    const auto read = readCsvProfile(profile.json());
    if (!read || !readCsv(m_source, *read, m_options, sink)) {
        Statement none;
        none.ties = false;
        sink.statement(none);
    }
    return sink;
}

std::optional<Refusal> Proposer::refusalBy(const std::string& profileJson) const
{
    TieSink sink;
    const auto profile = readCsvProfile(profileJson);
    if (!profile)
        return Refusal{
            0, "statement.profile", profile.error().field + " " + profile.error().message, {}};
    const auto read = readCsv(m_source, *profile, m_options, sink);
    return read ? std::nullopt : std::optional(read.error());
}

// Of several columns that may be the amount, the one that the balances follow from; the only column
// of numbers with decimals and signs is it too.
void Proposer::proveAmount(CsvMapping& mapping)
{
    if (mapping.amounts().size() == 1 && m_looks[mapping.amounts().front()].negatives() > 0) {
        mapping.set("amount", mapping.amounts().front());
        return;
    }
    const auto given = mapping.columnOf("balance");
    std::vector<std::size_t> balances =
        given ? std::vector<std::size_t>{*given} : mapping.amounts();
    std::vector<std::pair<std::size_t, std::size_t>> proven;
    for (const std::size_t amount : mapping.amounts()) {
        for (const std::size_t balance : balances) {
            if (amount == balance || mapping.amounts().size() > 4)
                continue;
            mapping.set("amount", amount);
            mapping.set("balance", balance);
            if (tried(mapping).isTied())
                proven.emplace_back(amount, balance);
        }
    }
    mapping.set("amount", std::nullopt);
    mapping.set("balance", given);
    if (proven.size() == 1) {
        mapping.set("amount", proven.front().first);
        mapping.set("balance", proven.front().second);
        return;
    }
    std::vector<std::string> names;
    for (const std::size_t column : mapping.amounts())
        names.push_back(mapping.nameOf(column));
    ask("amount_column", "which column is the amount is not certain", names);
}

// Where no amount has a sign, only balances can say which way the money went; and they show
// statements in which purchases are positive.
void Proposer::proveSigns(const CsvMapping& mapping, CsvProposedProfile& profile)
{
    const bool hasBalance = mapping.columnOf("balance").has_value();
    const bool isTied = hasBalance && tried(mapping).isTied();
    if (!isTied && hasBalance && !mapping.hasPair() && tried(mapping, true).isTied()) {
        profile.setInverse(true);
        return;
    }
    if (!isTied && !mapping.hasSigns())
        ask("sign",
            "no amount has a sign, and nothing says which are credits and which are debits");
    if (!isTied && !mapping.fees().empty())
        ask("fees",
            "whether fees are part of the amounts is not certain",
            {mapping.nameOf(mapping.fees().front())});
}

tl::expected<CsvProposal, Refusal> Proposer::propose()
{
    if (auto problem = readLayout())
        return tl::unexpected<Refusal>(std::move(*problem));
    if (auto problem = lookAtColumns())
        return tl::unexpected<Refusal>(std::move(*problem));
    const auto dayColumn = CsvMapping::dayColumn(m_proposal.layout, m_looks);
    if (!dayColumn) {
        ask("date_column", "which column is the day of the booking is not certain");
        return m_proposal;
    }
    if (auto problem = lookAtMovements(*dayColumn))
        return tl::unexpected<Refusal>(std::move(*problem));
    CsvMapping mapping(m_proposal.layout, m_looks);
    mapping.assign(*dayColumn);
    m_proposal.questions = mapping.questions();
    if (!mapping.hasPair() && !mapping.columnOf("amount") && m_proposal.questions.empty())
        proveAmount(mapping);
    CsvProposedProfile profile(m_proposal.layout, m_looks, mapping);
    if (m_proposal.questions.empty())
        proveSigns(mapping, profile);
    for (const CsvRow& row : m_balances) {
        if (profile.hasAmount(row))
            m_proposal.questions.push_back(
                {"line", row.line, {}, "the line may be a balance and no movement", {}});
    }
    for (const CsvQuestion& each : profile.addLines(m_before, m_beside))
        m_proposal.questions.push_back(each);
    m_proposal.profileJson = profile.json();
    if (m_proposal.questions.empty())
        m_proposal.refusal = refusalBy(m_proposal.profileJson);
    return m_proposal;
}

} // namespace

tl::expected<CsvProposal, Refusal> proposeCsvMapping(
    const ByteSource& source, const CsvOptions& options)
{
    return Proposer(source, options).propose();
}

tl::expected<CsvProfile, Refusal> proposedCsvProfile(
    const ByteSource& source, const CsvOptions& options)
{
    const auto proposal = proposeCsvMapping(source, options);
    if (!proposal)
        return tl::unexpected<Refusal>(proposal.error());
    if (!proposal->questions.empty()) {
        const CsvQuestion& question = proposal->questions.front();
        std::string message = "no profile is known for the file, and " + question.message;
        for (const std::string& choice : question.choices)
            message += (&choice == &question.choices.front() ? ": " : ", ") + choice;
        return tl::unexpected<Refusal>(Refusal{
            question.line > 0 ? question.line : proposal->layout.headerLine,
            "statement.mapping_undecided",
            message,
            question.column});
    }
    auto profile = readCsvProfile(proposal->profileJson);
    if (!profile)
        return tl::unexpected<Refusal>(Refusal{
            0, "statement.profile", profile.error().field + " " + profile.error().message, {}});
    return *profile;
}

} // namespace onceover
