// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_matching.h"

#include "app/core/private_file.h"
#include "app/core/reading.h"
#include "app/core/story/story_files.h"
#include "app/core/system_clock.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{60};
constexpr std::int64_t kDayUs = 86'400'000'000;
constexpr std::int64_t kOpeningMinor = 500'000;
// Repeated after an interruption, these commands are reads.
constexpr const char* kProposal = "5706a6e1-0000-7000-8000-000000000001";
constexpr const char* kApproval = "5706a6e1-0000-7000-8000-000000000002";

// "261130".
std::string shortDay(std::int64_t instantUs)
{
    const std::string day = rfc3339(instantUs);
    return day.substr(2, 2) + day.substr(5, 2) + day.substr(8, 2);
}

std::string amountOf(std::int64_t amountMinor)
{
    const std::string cents = std::to_string(100 + amountMinor % 100).substr(1);
    return std::to_string(amountMinor / 100) + "," + cents;
}

} // namespace

StoryMatching::StoryMatching(
    DemoStage& stage,
    const StoryCommands& commands,
    StoryCore& core,
    const Json& cast,
    StoryTeller teller,
    std::stop_token stop)
    : m_stage(stage)
    , m_commands(commands)
    , m_core(core)
    , m_cast(cast)
    , m_teller(std::move(teller))
    , m_stop(std::move(stop))
{}

void StoryMatching::news(const std::string& step, const Json& values)
{
    m_teller({step, storySentence(step, values), values});
}

Result<void> StoryMatching::putRulesInForce()
{
    const auto file = m_stage.storyDirectory() / "match-rules.json";
    if (auto written = writePrivateFile(file, std::string(storyFile("match-rules.json"))); !written)
        return written;
    const Json& reviewer = m_cast["reviewer"];
    const Json& second = m_cast["second"];
    const CommandRun proposed = m_commands.desk(
        textOf(reviewer, "login"),
        {"propose-rules",
         "--id",
         kProposal,
         "--file",
         file.string(),
         "--note",
         "Our bank's statements carry no references."});
    if (auto done = proposed.toResult(); !done)
        return done;
    CommandRun approved;
    const auto books = m_core.passUntil(
        [&](const StoryBooks&) {
            approved = m_commands.desk(
                textOf(second, "login"),
                {"approve",
                 "--id",
                 kApproval,
                 "--decision",
                 textOf(proposed.last(), "id"),
                 "--digest",
                 textOf(proposed.last(), "digest")});
            // Until a core has tested them.
            return textOf(approved.last(), "code") != "rules.not_tested";
        },
        kPatience,
        m_stop);
    if (!books)
        return Failure(books.error());
    if (auto done = approved.toResult(); !done)
        return done;
    news("rules", {{"proposer", reviewer["name"]}, {"approver", second["name"]}});
    return {};
}

std::vector<StoryMatching::Line> StoryMatching::linesOf(const StoryBooks& books) const
{
    const auto accountOf = [this](const char* role) {
        return textOf(m_cast["accounts"], role);
    };
    const auto amountOfPayee = [&](const char* role) {
        const StoryPayment* payment = books.of(textOf(m_cast, role));
        return payment == nullptr ? std::int64_t{0} : payment->amountMinor;
    };
    const StoryPayment* part = books.of(textOf(m_cast, "paid_in_part"));
    const std::string name = part == nullptr ? std::string() : part->reference;
    return {
        {amountOfPayee("settled_as_set"), "ST0001", accountOf("settled_as_set"), "RENT"},
        {amountOfPayee("settled_as_set"), "ST0002", accountOf("settled_as_set"), "RENT"},
        {amountOfPayee("paid_in_part") * 2 / 3, "ST0003", accountOf("paid_in_part"), name},
        {amountOfPayee("alike"), "ST0004", accountOf("alike"), "BREAD"},
        {7770, "ST0005", "DE02700202700010108669", "SUBSCRIPTION"},
        {420, "ST0006", "DE02700100800030876808", "POSTAGE"}};
}

std::string StoryMatching::statement(
    int number, std::int64_t openingMinor, const std::vector<Line>& lines) const
{
    const std::int64_t nowUs = SystemClock().nowUs();
    const std::string day = shortDay(nowUs);
    std::string text = ":20:STORY" + std::to_string(number)
                       + "\r\n:25:" + textOf(m_cast["accounts"], "ours")
                       + "\r\n:28C:" + std::to_string(number) + "/1\r\n:60F:C"
                       + shortDay(nowUs - kDayUs) + "EUR" + amountOf(openingMinor) + "\r\n";
    for (const Line& line : lines) {
        openingMinor -= line.amountMinor;
        text += ":61:" + day + day.substr(2) + "D" + amountOf(line.amountMinor) + "NTRFNONREF//"
                + line.bankReference + "\r\n:86:166?00TRANSFER?20" + line.text + "?31"
                + line.account + "\r\n";
    }
    return text + ":62F:C" + shortDay(nowUs + kDayUs) + "EUR" + amountOf(openingMinor)
           + "\r\n-\r\n";
}

Result<void> StoryMatching::importFiles(const StoryBooks& books)
{
    const std::vector<Line> lines = linesOf(books);
    const auto shared = lines.begin() + 3;
    std::int64_t laterMinor = kOpeningMinor;
    for (auto line = lines.begin(); line != shared; ++line)
        laterMinor -= line->amountMinor;
    const std::array<std::string, 2> files = {
        statement(1, kOpeningMinor, {lines.begin(), lines.end() - 1}),
        statement(2, laterMinor, {shared, lines.end()})};
    Json sums = {{"files", files.size()}, {"entries", 0}, {"records", 0}, {"linked", 0}};
    for (std::size_t index = 0; index < files.size(); ++index) {
        const auto path =
            m_stage.storyDirectory() / ("statement-" + std::to_string(index + 1) + ".sta");
        if (auto written = writePrivateFile(path, files.at(index)); !written)
            return written;
        const CommandRun imported = m_commands.importFile(path);
        if (auto done = imported.toResult(); !done)
            return done;
        for (const char* name : {"entries", "records", "linked"})
            sums[name] =
                sums[name].get<std::int64_t>() + imported.last().value(name, std::int64_t{0});
    }
    sums["set"] = textOf(m_cast, "settled_as_set");
    sums["alike"] = textOf(m_cast, "alike");
    sums["part"] = textOf(m_cast, "paid_in_part");
    news("matched", sums);
    return {};
}

} // namespace onceover
