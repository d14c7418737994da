// SPDX-License-Identifier: GPL-3.0-or-later
// One look: what is asked, what is stored of the answers and under whose name, with which times,
// and what becomes of the verdict.
#include "backend/engine/inline_call_runner.h"
#include "backend/engine/look_step.h"
#include "backend/engine/pass.h"
#include "tests/unit/engine_fakes.h"

#include <QtTest>

using namespace onceover;

namespace {

constexpr std::int64_t kSecondUs = 1'000'000;
constexpr std::int64_t kNowUs = 1'000'000 * kSecondUs;
constexpr std::int64_t kClaimedUs = kNowUs - 3600 * kSecondUs;

AttemptFacts attemptOf(int number, const std::string& key)
{
    AttemptFacts attempt;
    attempt.attemptId = Uuid::version7(number, {});
    attempt.providerKey = key;
    attempt.claimedAtUs = kClaimedUs + number;
    attempt.closedBy = ClosedBy::Core;
    attempt.closedAtUs = kClaimedUs + 60 * kSecondUs;
    return attempt;
}

ChargeRecord chargeUnder(const std::string& key)
{
    ChargeRecord record;
    record.providerKey = key;
    record.state = "SUCCEEDED";
    return record;
}

struct World
{
    World()
        : store(plan)
        , journal(disk, plan)
        , provider(std::make_shared<FakeProvider>(plan, [](const Uuid&) {}))
        , directory(provider)
        , parts{store, journal, directory, clock, ids, {}}
        , step(parts, runner)
    {
        static_cast<void>(store.registerCore({}));
        ProviderProfile profile = provider->profile();
        profile.queryByKey = true;
        profile.queryAuthoritative = true;
        profile.visibilityLagMs = 5'000;
        provider->setProfile(profile);
        store.facts.reference = "REF";
        store.facts.nowUs = kNowUs;
        store.facts.attempts = {attemptOf(1, "K-1")};
    }

    // The provider's answer about one key is stored and judged.
    Result<void> finish(const std::string& key, const QueryAnswer& answer)
    {
        return step.finish({provider, store.facts, {{key, answer}}}, counts);
    }

    // The facts say that the provider answered success.
    void setAnswered()
    {
        store.facts.attempts[0].fate = Fate::Happened;
        store.facts.attempts[0].answer = Answer::Succeeded;
    }

    FaultPlan plan;
    std::vector<JournalRecord> disk;
    FakeStore store;
    FakeJournal journal;
    std::shared_ptr<FakeProvider> provider;
    FakeDirectory directory;
    FakeClock clock;
    FakeIds ids;
    EngineParts parts;
    InlineCallRunner runner;
    LookStep step;
    EngineCounts counts;
};

QueryAnswer answerOf(QueryKind kind)
{
    QueryAnswer answer;
    answer.kind = kind;
    answer.reason = "r";
    answer.askedAtUs = kNowUs - 10 * kSecondUs;
    answer.answeredAtUs = kNowUs - 7 * kSecondUs;
    answer.bodyExcerpt = "body";
    answer.bodySha256 = "ab";
    return answer;
}

} // namespace

class LookStepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // Each key once, since before the first claim by any clock.
    void everyKeyIsAsked()
    {
        World world;
        world.store.facts.attempts = {
            attemptOf(3, "K-2"), attemptOf(1, "K-1"), attemptOf(2, "K-1")};
        const auto begun = world.step.begin(Uuid::version7(9, {}), world.provider, world.counts);
        QVERIFY(begun && *begun);
        const std::string since = std::to_string(kClaimedUs + 1 - 300 * kSecondUs);
        QCOMPARE(world.provider->questions.size(), std::size_t(2));
        QCOMPARE(world.provider->questions[0], "K-1 REF " + since);
        QCOMPARE(world.provider->questions[1], "K-2 REF " + since);
        QCOMPARE(world.counts.looked, 1);
        QVERIFY(world.store.scheduled.empty());
        // A clock that stands before every claim sets the time.
        world.store.facts.nowUs = kClaimedUs - kSecondUs;
        QVERIFY(world.step.begin(Uuid::version7(9, {}), world.provider, world.counts));
        QCOMPARE(
            world.provider->questions.back(),
            "K-2 REF " + std::to_string(kClaimedUs - 301 * kSecondUs));
    }

    void whoeverCannotBeAskedIsJudgedAtOnce()
    {
        World without;
        without.store.facts.attempts.clear();
        const auto first =
            without.step.begin(Uuid::version7(9, {}), without.provider, without.counts);
        QVERIFY(first && !*first);
        QCOMPARE(without.store.scheduled.size(), std::size_t(1));
        World silent;
        ProviderProfile profile = silent.provider->profile();
        profile.queryByKey = false;
        silent.provider->setProfile(profile);
        const auto second =
            silent.step.begin(Uuid::version7(9, {}), silent.provider, silent.counts);
        QVERIFY(second && !*second);
        QCOMPARE(silent.store.scheduled.size(), std::size_t(1));
        QVERIFY(silent.provider->questions.empty() && without.provider->questions.empty());
    }

    void whatWasAnsweredIsStored()
    {
        const std::pair<QueryKind, EvidenceKind> kinds[] = {
            {QueryKind::Absent, EvidenceKind::Absent},
            {QueryKind::Inconclusive, EvidenceKind::Inconclusive},
            {QueryKind::QueryFailed, EvidenceKind::QueryFailed}};
        for (const auto& [kind, stored] : kinds) {
            World world;
            // Two attempts travelled under this key, one under another.
            world.store.facts.attempts = {
                attemptOf(1, "K-1"), attemptOf(2, "K-1"), attemptOf(3, "K-2")};
            QVERIFY(world.finish("K-1", answerOf(kind)));
            QCOMPARE(world.store.evidence.size(), std::size_t(2));
            for (int i = 0; i < 2; ++i) {
                const NewEvidence& one = world.store.evidence[static_cast<std::size_t>(i)];
                QVERIFY(one.kind == stored && one.source == EvidenceSource::Query);
                QVERIFY(one.attemptId == Uuid::version7(i + 1, {}));
                QCOMPARE(one.reason, std::string("r"));
                QCOMPARE(one.bodyExcerpt, std::string("body"));
                QCOMPARE(one.bodySha256, std::string("ab"));
                QVERIFY(!one.record && one.state.empty());
            }
        }
    }

    // A charge names an attempt only where no other attempt travelled under its key.
    void aFoundChargeNamesItsAttempt()
    {
        const auto namedBy = [](const std::vector<AttemptFacts>& attempts, const std::string& key) {
            World world;
            world.store.facts.attempts = attempts;
            QueryAnswer answer = answerOf(QueryKind::Found);
            answer.records = {chargeUnder(key)};
            static_cast<void>(world.finish("K-1", answer));
            const NewEvidence& one = world.store.evidence.at(0);
            const bool isWhole = one.kind == EvidenceKind::Found && one.state == "SUCCEEDED"
                                 && one.record && one.record->providerKey == key;
            return isWhole ? one.attemptId : std::optional<Uuid>(Uuid::version7(99, {}));
        };
        QVERIFY(
            namedBy({attemptOf(1, "K-1"), attemptOf(2, "K-2")}, "K-1") == Uuid::version7(1, {}));
        QVERIFY(!namedBy({attemptOf(1, "K-1")}, "K-2"));
        QVERIFY(!namedBy({attemptOf(1, "K-1"), attemptOf(2, "K-1")}, "K-1"));
        World world;
        QueryAnswer two = answerOf(QueryKind::Found);
        two.records = {chargeUnder("K-1"), chargeUnder("K-1")};
        QVERIFY(world.finish("K-1", two));
        QCOMPARE(world.store.evidence.size(), std::size_t(2));
        QVERIFY(world.store.evidence[0].evidenceId != world.store.evidence[1].evidenceId);
    }

    // A wrong clock here never makes a question later than the database knows it to be.
    void theDatabasesClockBoundsTheTimes()
    {
        World world;
        QueryAnswer answer = answerOf(QueryKind::Absent);
        answer.visibleUntilUs = answer.askedAtUs - 5 * kSecondUs;
        QVERIFY(world.finish("K-1", answer));
        const NewEvidence plain = world.store.evidence.back();
        QCOMPARE(plain.askedAtUs, kNowUs - 10 * kSecondUs);
        QCOMPARE(plain.answeredAtUs, kNowUs - 7 * kSecondUs);
        QCOMPARE(*plain.couldSeeUntilUs, kNowUs - 15 * kSecondUs);

        answer.askedAtUs = kNowUs + 100 * kSecondUs;
        answer.answeredAtUs = kNowUs + 103 * kSecondUs;
        answer.visibleUntilUs = kNowUs + 99 * kSecondUs;
        QVERIFY(world.finish("K-1", answer));
        const NewEvidence ahead = world.store.evidence.back();
        QCOMPARE(ahead.askedAtUs, kNowUs);
        QCOMPARE(ahead.answeredAtUs, kNowUs + 3 * kSecondUs);
        QCOMPARE(*ahead.couldSeeUntilUs, kNowUs - 5 * kSecondUs);

        // The clock was set back between question and answer, and nobody says what could be seen.
        answer.askedAtUs = kNowUs - kSecondUs;
        answer.answeredAtUs = kNowUs - 9 * kSecondUs;
        answer.visibleUntilUs.reset();
        QVERIFY(world.finish("K-1", answer));
        const NewEvidence back = world.store.evidence.back();
        QCOMPARE(back.askedAtUs, kNowUs - kSecondUs);
        QCOMPARE(back.answeredAtUs, kNowUs - kSecondUs);
        QVERIFY(!back.couldSeeUntilUs);
    }

    void onlyWhatIsOpenIsJudged()
    {
        const std::pair<PaymentStatus, bool> states[] = {
            {PaymentStatus::Unknown, true},
            {PaymentStatus::Review, true},
            {PaymentStatus::Succeeded, false},
            {PaymentStatus::Failed, false}};
        for (const auto& [status, isOpen] : states) {
            World world;
            world.setAnswered();
            world.store.facts.status = status;
            QVERIFY(world.finish("K-1", answerOf(QueryKind::QueryFailed)));
            QCOMPARE(world.store.verdicts.size(), std::size_t(isOpen ? 1 : 0));
            QCOMPARE(world.store.scheduled.size(), std::size_t(1));
        }
        // What waits, or is under way, moves nothing.
        World waiting;
        waiting.store.facts.exhaustedAtUs = kNowUs + kSecondUs;
        QVERIFY(waiting.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QVERIFY(waiting.store.verdicts.empty());
        QVERIFY(waiting.store.scheduled.at(0).kind == VerdictKind::Wait);
        World processing;
        processing.store.facts.attempts[0].answer = Answer::Processing;
        ProviderProfile profile = processing.provider->profile();
        profile.processingSlaMs = 7'200'000;
        processing.provider->setProfile(profile);
        QVERIFY(processing.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QVERIFY(processing.store.verdicts.empty());
        QVERIFY(processing.store.scheduled.at(0).kind == VerdictKind::Processing);
    }

    void whatSettlesIsCounted()
    {
        const std::pair<const char*, int> states[] = {
            {"SUCCEEDED", 1}, {"FAILED", 1}, {"REVIEW", 0}, {"UNKNOWN", 0}};
        for (const auto& [status, settled] : states) {
            World world;
            world.setAnswered();
            world.store.verdictAnswers = {std::string(status)};
            QVERIFY(world.finish("K-1", answerOf(QueryKind::QueryFailed)));
            QCOMPARE(world.counts.settledByLook, settled);
        }
    }

    // New evidence asked for a look of its own; what the database does not find proven waits; what
    // concerns the session is told.
    void aRefusedVerdictWaits()
    {
        using Answers = std::vector<Result<std::string>>;
        const auto refusal = [](const char* code) {
            return Result<std::string>(Failure(Error::notHappened(code, "")));
        };
        World stale;
        stale.setAnswered();
        stale.store.verdictAnswers = Answers{refusal("verdict.stale")};
        QVERIFY(stale.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QVERIFY(stale.store.scheduled.empty());

        World unproven;
        unproven.setAnswered();
        unproven.store.verdictAnswers = Answers{refusal("verdict.unproven")};
        QVERIFY(unproven.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QCOMPARE(unproven.store.verdicts.size(), std::size_t(2));
        QVERIFY(unproven.store.verdicts[0].kind == VerdictKind::Happened);
        QVERIFY(unproven.store.verdicts[1].kind == VerdictKind::Ambiguous);
        QVERIFY(unproven.store.scheduled.at(0).kind == VerdictKind::Ambiguous);

        World twice;
        twice.setAnswered();
        twice.store.verdictAnswers =
            Answers{refusal("verdict.unproven"), refusal("verdict.unproven")};
        QVERIFY(twice.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QCOMPARE(twice.store.scheduled.size(), std::size_t(1));

        const Result<std::string> wide[] = {
            refusal("fence.not_armed"),
            Result<std::string>(Failure(Error::possible("verdict.unproven", "")))};
        for (const Result<std::string>& answer : wide) {
            World world;
            world.setAnswered();
            world.store.verdictAnswers = Answers{answer};
            const auto finished = world.finish("K-1", answerOf(QueryKind::QueryFailed));
            QVERIFY(!finished && finished.error().code() == answer.error().code());
            QVERIFY(world.store.scheduled.empty());
        }
    }

    // The database knows three reasons by names of its own.
    void reasonsHaveTheDatabasesNames()
    {
        World open;
        open.store.facts.attempts[0].closedBy.reset();
        open.store.facts.attempts[0].closedAtUs.reset();
        open.store.facts.exhaustedAtUs = kNowUs;
        QVERIFY(open.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QCOMPARE(open.store.verdicts.at(0).reason, std::string("EARLIER_ATTEMPT_OPEN"));
        QVERIFY(open.store.verdicts.at(0).kind == VerdictKind::Exhausted);

        World expired;
        ProviderProfile profile = expired.provider->profile();
        profile.keyLifetimeMs = 1'000;
        expired.provider->setProfile(profile);
        expired.store.facts.exhaustedAtUs = kNowUs;
        QVERIFY(expired.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QCOMPARE(expired.store.verdicts.at(0).reason, std::string("KEY_EXPIRED"));

        World part;
        part.store.facts.amountMinor = 100;
        part.store.facts.currency = "EUR";
        LinkedRecord record;
        record.role = "PROOF";
        record.state = "SUCCEEDED";
        record.amountMinor = 40;
        record.currency = "EUR";
        part.store.facts.records = {record};
        QVERIFY(part.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QCOMPARE(part.store.verdicts.at(0).reason, std::string("PARTIAL"));

        World answered;
        answered.setAnswered();
        QVERIFY(answered.finish("K-1", answerOf(QueryKind::QueryFailed)));
        QCOMPARE(answered.store.verdicts.at(0).reason, std::string("answered"));
    }

    void anAnswerThatIsNotStoredIsNotJudged()
    {
        World world;
        world.setAnswered();
        world.store.notStored = Error::notHappened("evidence.invalid", "");
        const auto finished = world.finish("K-1", answerOf(QueryKind::Absent));
        QVERIFY(!finished && finished.error().code() == "evidence.invalid");
        QVERIFY(world.store.verdicts.empty() && world.store.scheduled.empty());
    }

    // A refusal of this one answer holds up nothing else; what concerns the session ends the pass.
    void whatConcernsTheSessionEndsThePass()
    {
        const std::pair<Error, bool> answers[] = {
            {Error::notHappened("evidence.invalid", ""), true},
            {Error::possible("evidence.invalid", ""), false},
            {Error::notHappened("fence.not_armed", ""), false},
            {Error::notHappened("core.replaced", ""), false},
            {Error::notHappened("machine.unknown", ""), false}};
        for (const auto& [refusal, isOfOnePayment] : answers) {
            World world;
            world.store.due = {Uuid::version7(1, {}), Uuid::version7(2, {})};
            world.store.notStored = refusal;
            const PassReport report = Pass(world.parts, world.runner).run([] { return false; });
            QCOMPARE(report.error.has_value(), !isOfOnePayment);
            QVERIFY(!report.error || report.error->code() == refusal.code());
            QVERIFY(!world.provider->questions.empty() && world.store.scheduled.empty());
        }
    }
};

QTEST_GUILESS_MAIN(LookStepTest)
#include "look_step_test.moc"
