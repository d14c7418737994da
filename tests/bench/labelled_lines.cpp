// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/labelled_lines.h"

#include "backend/matching/found_reference.h"
#include "backend/matching/line_matcher.h"
#include "backend/matching/name_beginning.h"

#include <cstdio>
#include <utility>
#include <vector>

namespace onceover {

namespace {

constexpr std::int64_t kSecondUs = 1'000'000;

PaymentLine paymentLine(const LabelledRow& row, std::uint64_t id, const MatchRules& rules)
{
    PaymentLine line;
    line.name = plainNameKey(row.reference);
    line.account = row.account;
    line.amountMinor = row.amountMinor;
    line.currency = currencyKey(row.currency);
    line.id = id;
    const PaymentDays days = daysOf(rules, row.atSeconds * kSecondUs, row.atSeconds * kSecondUs);
    if (days.isKnown) {
        line.from = days.from;
        line.to = days.to;
        line.guardFrom = days.guardFrom;
        line.guardTo = days.guardTo;
    }
    return line;
}

class RowReader
{
public:
    explicit RowReader(const LabelledWorld& world, const MatchRules& rules)
        : m_world(world)
        , m_rules(rules)
    {}

    void read()
    {
        m_payments.reserve(m_world.payments.size());
        for (const LabelledRow& row : m_world.payments)
            m_payments.push_back(paymentLine(row, m_payments.size(), m_rules));
        m_records.reserve(m_world.lines.size());
        for (const LabelledRow& row : m_world.lines)
            addRecord(row);
    }

    LineMatches match()
    {
        return matchLines(m_records, m_payments, pairsOf(std::move(m_beginnings), m_payments));
    }

private:
    void addRecord(const LabelledRow& row)
    {
        RecordLine line;
        line.name = plainNameKey(row.reference);
        line.account = row.account;
        line.amountMinor = row.amountMinor;
        line.currency = currencyKey(row.currency);
        line.id = m_records.size();
        line.day = m_rules.zone.dayOf(row.atSeconds * kSecondUs);
        if (line.name.isNone() && !row.reference.empty())
            readName(row.reference, line);
        m_records.push_back(line);
    }

    void readName(const std::string& text, RecordLine& line)
    {
        const auto index = static_cast<std::uint32_t>(m_records.size());
        for (const FoundReference& found : referencesIn(text, kTextField)) {
            line.name = nameKeyOf(found.reference.text());
            line.spelling = found.spelling;
        }
        if (const auto beginning = beginningIn(text, kTextField))
            m_beginnings.push_back(nameBeginning(index, beginning->characters));
    }

    const LabelledWorld& m_world;
    const MatchRules& m_rules;
    std::vector<RecordLine> m_records;
    std::vector<PaymentLine> m_payments;
    std::vector<NameBeginning> m_beginnings;
};

} // namespace

LineMatches matchRows(const LabelledWorld& world, const MatchRules& rules)
{
    RowReader reader(world, rules);
    reader.read();
    return reader.match();
}

MatchRules labelledRules()
{
    CalendarDays days;
    days.name = "bench";
    days.from = *dayFromText("2026-01-01");
    days.to = *dayFromText("2027-12-31");
    return MatchRules{{}, {}, {}, BusinessCalendar::fromDays(days).value()};
}

Judgement judged(const LabelledWorld& world, const LineMatches& matches)
{
    Judgement judgement;
    std::vector<bool> isLinked(world.lines.size(), false);
    std::vector<bool> isShown(world.lines.size(), false);
    const auto isUnique = [&world](std::size_t line) {
        const Label label = world.labels[line];
        return label == Label::Reference || label == Label::Mangled || label == Label::Window;
    };
    for (const LineMatch& link : matches.links) {
        isLinked[link.record] = true;
        const bool isRight = isUnique(link.record)
                             && world.truth[link.record] == static_cast<std::int32_t>(link.payment);
        judgement.falseLinks += std::size_t{!isRight};
        judgement.uniqueFound += std::size_t{isRight};
    }
    for (const LineMatch& pair : matches.forPeople)
        isShown[pair.record] = true;
    for (std::size_t line = 0; line < world.lines.size(); ++line) {
        Judgement::Row& row = judgement.rows[static_cast<std::size_t>(world.labels[line])];
        ++row.lines;
        row.linked += std::size_t{isLinked[line]};
        row.shown += std::size_t{isShown[line]};
        judgement.unique += std::size_t{isUnique(line)};
        const bool mustBeSeen = world.labels[line] != Label::Stranger;
        judgement.silent += std::size_t{mustBeSeen && !isLinked[line] && !isShown[line]};
    }
    return judgement;
}

std::string Judgement::toText() const
{
    std::string text;
    char line[160];
    for (std::size_t label = 0; label < rows.size(); ++label) {
        std::snprintf(
            line,
            sizeof line,
            "%-13s %8zu lines, %8zu linked, %8zu for people\n",
            nameOf(static_cast<Label>(label)),
            rows[label].lines,
            rows[label].linked,
            rows[label].shown);
        text += line;
    }
    std::snprintf(
        line,
        sizeof line,
        "false links %zu, neither linked nor shown %zu, unique found %zu of %zu\n",
        falseLinks,
        silent,
        uniqueFound,
        unique);
    return text + line;
}

} // namespace onceover
