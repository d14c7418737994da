// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/desk/desk_session.h"
#include "backend/domain/case_facts.h"

#include <QTest>

using namespace onceover;

namespace {

// Answers what it is told, and counts: nothing is ever sent twice.
class ScriptedStore : public DeskStore
{
public:
    explicit ScriptedStore(int& calls, Result<CommandAnswer> answer)
        : m_calls(&calls)
        , m_answer(std::move(answer))
    {}

    Result<CommandAnswer> run(const DeskCommand&) override
    {
        ++*m_calls;
        return m_answer;
    }

    Result<CommandAnswer> readCommand(const Uuid&) override
    {
        ++*m_calls;
        return m_answer;
    }

private:
    int* m_calls;
    Result<CommandAnswer> m_answer;
};

} // namespace

class DeskAnswersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aDoubtIsUnknownAndIsNotRepeated()
    {
        int calls = 0;
        DeskSession desk(std::make_unique<ScriptedStore>(
            calls, Failure(Error::possible("database.away", "The answer to COMMIT was lost."))));
        const CommandAnswer answer = desk.endTake({});
        QVERIFY(answer.outcome == CommandAnswer::Outcome::Unknown);
        QCOMPARE(answer.code, std::string("database.away"));
        QCOMPARE(calls, 1);
    }

    void aRefusalIsProven()
    {
        int calls = 0;
        DeskSession desk(std::make_unique<ScriptedStore>(
            calls, Failure(Error::notHappened("case.taken", "Another person is working on it."))));
        QVERIFY(desk.endTake({}).outcome == CommandAnswer::Outcome::Refused);
        // A failure to read leaves the doubt, whatever its effect.
        QVERIFY(desk.readCommand({}).outcome == CommandAnswer::Outcome::Unknown);
    }

    void onlyTheStoreEndsTheDoubt()
    {
        int calls = 0;
        DeskSession desk(std::make_unique<ScriptedStore>(
            calls, Failure(Error::notHappened("command.void", "It can no longer be done."))));
        QVERIFY(desk.readDecision({}).outcome == CommandAnswer::Outcome::Refused);
    }

    // Refused here, with proof: nothing of it was sent.
    void whatIsMalformedNeverLeaves()
    {
        int calls = 0;
        DeskSession desk(std::make_unique<ScriptedStore>(calls, CommandAnswer()));
        const auto codeOf = [&](const CommandAnswer& answer) {
            const bool isProven = answer.outcome == CommandAnswer::Outcome::Refused && calls == 0;
            return isProven ? answer.code : std::string(calls > 0 ? "sent" : "in doubt");
        };
        const std::string unknown = "reason.unknown";
        Proposal proposal;
        QCOMPARE(codeOf(desk.propose(proposal)), unknown);
        proposal.reasonCode = "OTHER";
        proposal.digest = std::string(64, 'a');
        proposal.note = "x";
        proposal.resend = ResendOptions();
        QCOMPARE(codeOf(desk.propose(proposal)), std::string("options.invalid"));
        CoreProposal core;
        QCOMPARE(codeOf(desk.proposeCore(core)), unknown);
        QCOMPARE(codeOf(desk.proposeUpload({})), unknown);
        QCOMPARE(codeOf(desk.take({})), unknown);
        QCOMPARE(codeOf(desk.defer({})), unknown);
        QCOMPARE(codeOf(desk.approve({})), std::string("digest.invalid"));
        ProfileProposal profile;
        profile.note = "x";
        profile.body = std::string(1, '\0');
        QCOMPARE(codeOf(desk.proposeProfile(profile)), std::string("profile.invalid"));
        QCOMPARE(codeOf(desk.proposeProfile({})), std::string("note.missing"));
        QCOMPARE(codeOf(desk.withdraw({})), std::string("note.missing"));
        QCOMPARE(codeOf(desk.enquire({})), std::string("note.missing"));
        QCOMPARE(codeOf(desk.addNote({})), std::string("note.missing"));
        QCOMPARE(calls, 0);
    }

    void digestsAndNotesHaveTheirShape()
    {
        const auto codeOf = [](const std::string& digest, const std::string& note) {
            int calls = 0;
            DeskSession desk(std::make_unique<ScriptedStore>(calls, CommandAnswer()));
            Proposal proposal;
            proposal.reasonCode = "OTHER";
            proposal.digest = digest;
            proposal.note = note;
            const CommandAnswer answer = desk.propose(proposal);
            return calls == 1 ? std::string("sent") : answer.code;
        };
        const std::string digest(64, '9');
        const std::string wrong = "digest.invalid";
        QCOMPARE(codeOf(digest, "x"), std::string("sent"));
        QCOMPARE(codeOf(digest + "9", "x"), wrong);
        QCOMPARE(codeOf(digest.substr(1), "x"), wrong);
        QCOMPARE(codeOf(digest.substr(1) + "A", "x"), wrong);
        QCOMPARE(codeOf(digest, " \t\r\n"), std::string("note.missing"));
        QCOMPARE(codeOf(digest, " x "), std::string("sent"));
        // A letter counts once, however many bytes it has.
        std::string letters;
        for (int i = 0; i < 4096; ++i)
            letters += "\xc3\xa9";
        QCOMPARE(codeOf(digest, letters), std::string("sent"));
        QCOMPARE(codeOf(digest, letters + "x"), std::string("note.too_long"));
        QCOMPARE(codeOf(digest, std::string("a\0b", 3)), std::string("note.invalid"));
    }

    void aCaseIsTakenWithoutWordsOnlyToWork()
    {
        int calls = 0;
        DeskSession desk(std::make_unique<ScriptedStore>(calls, CommandAnswer()));
        Take take;
        take.reasonCode = "TAKE_OVER";
        QCOMPARE(desk.take(take).code, std::string("note.missing"));
        take.reasonCode = "WORKING";
        desk.take(take);
        QCOMPARE(calls, 1);
    }

    void changesAreNamed()
    {
        CaseFacts shown;
        shown.status = "UNKNOWN";
        shown.attempts = {{1, "a", 1, "POSSIBLE", std::nullopt, std::nullopt}};
        shown.candidates = {{"c", "EXACT"}};
        CaseFacts now = shown;
        QVERIFY(changedFacts(shown, now).empty());
        now.status = "REVIEW";
        // A missing value is not an empty one.
        now.attempts[0].closedBy = "";
        now.candidates.clear();
        const std::vector<std::string> expected = {"status", "attempt:a", "candidate:c"};
        QVERIFY(changedFacts(shown, now) == expected);
        QVERIFY(caseDigest(shown) != caseDigest(now));
    }
};

QTEST_GUILESS_MAIN(DeskAnswersTest)
#include "desk_answers_test.moc"
