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
