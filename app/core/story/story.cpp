// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story.h"

#include "app/core/private_file.h"
#include "app/core/reading.h"
#include "app/core/story/story_ending.h"
#include "app/core/story/story_facts.h"
#include "app/core/story/story_files.h"
#include "app/core/story/story_matching.h"
#include "backend/postgres/child_process.h"

#include <set>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{90};
constexpr std::chrono::seconds kStatementPatience{30};

std::filesystem::path markerOf(const DemoStage& stage)
{
    return stage.storyDirectory() / "told";
}

bool isUnsettled(const StoryPayment& payment)
{
    return payment.status == "UNKNOWN" || payment.status == "REVIEW";
}

} // namespace

Story::Story(DemoStage& stage, StoryTeller teller, std::stop_token stop)
    : m_stage(stage)
    , m_teller(std::move(teller))
    , m_stop(std::move(stop))
    , m_commands(stage.directory())
    , m_cast(Json::parse(storyFile("cast.json")))
{}

Story::~Story() = default;

bool Story::wasTold(const DemoStage& stage)
{
    return std::filesystem::exists(markerOf(stage));
}

void Story::news(const std::string& step, const Json& values)
{
    m_teller({step, storySentence(step, values), values});
}

Result<void> Story::readBooks()
{
    auto books = StoryBooks::read(*m_review);
    if (!books)
        return Failure(books.error());
    m_books = std::move(*books);
    return {};
}

Result<bool> Story::tell()
{
    const auto settings = m_stage.site().machine(MachineKind::Reader);
    if (!settings)
        return Failure(settings.error());
    m_review = std::make_unique<PgReview>(*settings);
    if (wasTold(m_stage)) {
        news("told_before", {{"directory", m_stage.directory().string()}});
    } else if (auto played = play(); !played) {
        return Failure(played.error());
    }
    const auto holds = StoryEnding(m_stage, *m_review, m_teller).tell();
    if (holds && *holds && !wasTold(m_stage)) {
        if (auto marked = writePrivateFile(markerOf(m_stage), "told\n"); !marked)
            return Failure(marked.error());
    }
    return holds;
}

Result<void> Story::play()
{
    using Step = Result<void> (Story::*)();
    static constexpr Step kSteps[] = {
        &Story::setScene,
        &Story::takeIn,
        &Story::send,
        &Story::askProvider,
        &Story::importStatements,
        &Story::matchLines,
        &Story::showContradictions,
        &Story::resend,
        &Story::leaveProposal,
    };
    for (const Step step : kSteps) {
        if (m_stop.stop_requested())
            return Failure(Error::notHappened("story.stopped", "The story was stopped."));
        if (auto done = (this->*step)(); !done)
            return done;
    }
    // Whoever goes on from here may want the core and its journal.
    m_core.reset();
    return {};
}

Result<void> Story::setScene()
{
    news("cluster", {{"directory", m_stage.directory().string()}});
    news("provider", {{"port", m_stage.sandbox().port()}});
    std::string providers;
    for (const std::string& provider : m_stage.profilesPut())
        providers += (providers.empty() ? "" : ", ") + provider;
    if (providers.empty())
        news("profiles_known", Json::object());
    else
        news(
            "profiles",
            {{"proposer", m_cast["reviewer"]["name"]},
             {"approver", m_cast["second"]["name"]},
             {"providers", providers}});
    return {};
}

Result<void> Story::takeIn()
{
    if (auto read = readBooks(); !read)
        return read;
    if (!m_books.payments().empty()) {
        news("resumed", Json::object());
        return {};
    }
    const CommandRun accepted = m_commands.accept(m_stage.paymentsFile());
    if (auto done = accepted.toResult(); !done)
        return done;
    if (auto read = readBooks(); !read)
        return read;
    const std::int64_t paymentCount = m_books.count([](const StoryPayment&) { return true; });
    news(
        "accepted",
        {{"accepted", accepted.count("outcome", "ACCEPTED")},
         {"amounts", m_books.amounts([](const StoryPayment&) { return true; })},
         {"held", m_books.count([](const StoryPayment& payment) { return payment.isHeld; })}});
    m_commands.accept(m_stage.paymentsFile());
    if (auto read = readBooks(); !read)
        return read;
    news(
        "repeated",
        {{"new", m_books.count([](const StoryPayment&) { return true; }) - paymentCount}});
    return {};
}

Result<void> Story::send()
{
    auto core = StoryCore::start(m_stage, *m_review);
    if (!core)
        return Failure(core.error());
    m_core = std::move(*core);
    if (auto passed = m_core->pass(); !passed)
        return passed;
    if (auto read = readBooks(); !read)
        return read;
    const auto facts = StoryFacts::read(*m_review, m_books);
    if (!facts)
        return Failure(facts.error());
    news(
        "sent",
        {{"SUCCEEDED", StoryFacts::of(facts->answers, "SUCCEEDED")},
         {"REJECTED",
          StoryFacts::of(facts->answers, "REJECTED_RETRYABLE")
              + StoryFacts::of(facts->answers, "REJECTED_FINAL")},
         {"UNKNOWN", StoryFacts::of(facts->answers, "UNKNOWN")}});
    return {};
}

Result<void> Story::askProvider()
{
    auto books = m_core->settle(kPatience, m_stop);
    if (!books)
        return Failure(books.error());
    m_books = std::move(*books);
    const auto facts = StoryFacts::read(*m_review, m_books);
    if (!facts)
        return Failure(facts.error());
    const auto countFailed = [&](const char* reason) {
        return m_books.count([&](const StoryPayment& payment) {
            return payment.status == "FAILED" && payment.reason == reason;
        });
    };
    const std::int64_t resentAbsent = StoryFacts::of(facts->grounds, "PROVEN_ABSENT");
    news(
        "asked",
        {{"found", m_books.count([](const StoryPayment& payment) {
              return payment.status == "SUCCEEDED" && payment.basis == "QUERY";
          })},
         {"absent", countFailed("ABSENT") + resentAbsent}});
    news(
        "retried",
        {{"retryable", StoryFacts::of(facts->grounds, "REJECTED_RETRYABLE")},
         {"proven_absent", resentAbsent},
         {"final", countFailed("REJECTED_FINAL")},
         {"absent", countFailed("ABSENT")}});
    return {};
}

Result<std::string> Story::writeStatement(const std::string& currency)
{
    const StoryPayment* missing = m_books.of(textOf(m_cast, "not_on_statement"));
    const auto file = m_stage.storyDirectory() / ("statement-" + currency + ".xml");
    std::vector<std::string> words = {
        m_stage.sandbox().program().string(),
        "statement",
        "--dir",
        m_stage.sandbox().directory().string(),
        "--account",
        "DE75512108001245126199",
        "--currency",
        currency,
        "--date",
        rfc3339(SystemClock().nowUs()).substr(0, 10),
        "--providers",
        textOf(m_cast, "asked_late"),
        "--out",
        file.string()};
    if (missing != nullptr)
        words.insert(words.end(), {"--omit", missing->reference});
    const auto ended = runChild(words, std::nullopt, Deadline::in(kStatementPatience));
    if (!ended)
        return Failure(ended.error());
    if (ended->exitCode != 0)
        return Failure(Error::notHappened("sandbox.statement", ended->output));
    return file.string();
}

Result<void> Story::importStatements()
{
    const std::string provider = "sandbox-" + textOf(m_cast, "asked_late");
    const auto isLost = [&](const StoryPayment& payment) {
        return payment.provider == provider && isUnsettled(payment);
    };
    const std::int64_t lostBefore = m_books.count(isLost);
    std::set<std::string> currencies;
    for (const StoryPayment& payment : m_books.payments()) {
        if (payment.provider == provider)
            currencies.insert(payment.currency);
    }
    std::int64_t entries = 0;
    std::int64_t linked = 0;
    for (const std::string& currency : currencies) {
        const auto file = writeStatement(currency);
        if (!file)
            return Failure(file.error());
        const CommandRun imported = m_commands.importFile(*file);
        if (auto done = imported.toResult(); !done)
            return done;
        entries += imported.last().value("entries", std::int64_t{0});
        linked += imported.last().value("linked", std::int64_t{0});
    }
    auto books = m_core->settle(kPatience, m_stop);
    if (!books)
        return Failure(books.error());
    m_books = std::move(*books);
    news(
        "statement",
        {{"files", currencies.size()},
         {"entries", entries},
         {"linked", linked},
         {"settled", lostBefore - m_books.count(isLost)}});
    return {};
}

Result<void> Story::matchLines()
{
    StoryMatching matching(m_stage, m_commands, *m_core, m_cast, m_teller, m_stop);
    if (auto inForce = matching.putRulesInForce(); !inForce)
        return inForce;
    if (auto imported = matching.importFiles(m_books); !imported)
        return imported;
    auto books = m_core->settle(kPatience, m_stop);
    if (!books)
        return Failure(books.error());
    m_books = std::move(*books);
    return {};
}

Result<void> Story::showContradictions()
{
    for (const char* step : {"contradiction", "duplicate"}) {
        const char* role = std::string(step) == "duplicate" ? "duplicated" : "contradicted";
        const StoryPayment* payment = m_books.of(textOf(m_cast, role));
        if (payment == nullptr || !payment->hasContradiction)
            return Failure(
                Error::notHappened("story.missing", std::string("The story has no ") + step + "."));
        news(
            step,
            {{"payee", payment->payee},
             {"amount", payment->amount()},
             {"reference", payment->reference}});
    }
    return {};
}

CommandRun Story::proposeResend(
    const std::string& login, const StoryPayment& payment, const std::string& note)
{
    CommandRun taken =
        m_commands.desk(login, {"take", "--payment", payment.reference, "--reason", "WORKING"});
    if (taken.code != ExitCode::Done)
        return taken;
    const CommandRun seen = m_commands.payment(login, payment.reference);
    if (seen.code != ExitCode::Done)
        return seen;
    return m_commands.desk(
        login,
        {"propose",
         "--payment",
         payment.reference,
         "--digest",
         textOf(seen.last(), "digest"),
         "--version",
         std::to_string(seen.last().value("version", std::int64_t{0})),
         "--kind",
         "RESEND",
         "--reason",
         "NOT_ON_STATEMENT",
         "--generation",
         "new",
         "--note",
         note});
}

Result<void> Story::resend()
{
    const StoryPayment* found = m_books.of(textOf(m_cast, "resent"));
    if (found == nullptr || !isUnsettled(*found))
        return {};
    const StoryPayment payment = *found;
    const Json& reviewer = m_cast["reviewer"];
    const Json& second = m_cast["second"];
    const CommandRun proposed = proposeResend(
        textOf(reviewer, "login"),
        payment,
        "The statement of the day does not show it, and the payee has nothing.");
    if (auto done = proposed.toResult(); !done)
        return done;
    news(
        "take",
        {{"payee", payment.payee},
         {"amount", payment.amount()},
         {"person", reviewer["name"]},
         {"reference", payment.reference}});
    const std::vector<std::string> approval = {
        "approve",
        "--decision",
        textOf(proposed.last(), "id"),
        "--digest",
        textOf(proposed.last(), "digest")};
    const CommandRun alone = m_commands.desk(textOf(reviewer, "login"), approval);
    if (alone.code == ExitCode::Done)
        return Failure(
            Error::possible("story.four_eyes", "One person approved a proposal of his own."));
    news("alone", {{"person", reviewer["name"]}, {"code", textOf(alone.last(), "code")}});
    const CommandRun approved = m_commands.desk(textOf(second, "login"), approval);
    if (auto done = approved.toResult(); !done)
        return done;
    auto books = m_core->settle(kPatience, m_stop);
    if (!books)
        return Failure(books.error());
    m_books = std::move(*books);
    const StoryPayment* now = m_books.of(payment.payee);
    news(
        "approved",
        {{"person", second["name"]},
         {"status", now == nullptr ? "" : now->status},
         {"reference", payment.reference}});
    return {};
}

Result<void> Story::leaveProposal()
{
    const StoryPayment* payment = m_books.of(textOf(m_cast, "proposed"));
    if (payment == nullptr || !isUnsettled(*payment) || payment->hasOpenDecision)
        return {};
    const Json& person = m_cast["second"];
    const CommandRun proposed =
        proposeResend(textOf(person, "login"), *payment, "The payee called: nothing has arrived.");
    if (auto done = proposed.toResult(); !done)
        return done;
    news(
        "proposed",
        {{"person", person["name"]},
         {"payee", payment->payee},
         {"amount", payment->amount()},
         {"reference", payment->reference}});
    return {};
}

} // namespace onceover
