// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/cpp_mutation.h"

#include "test_places.h"
#include "tests/mutation/cpp_build.h"
#include "tests/mutation/cpp_mutants.h"
#include "tests/mutation/mutant_class.h"
#include "tests/mutation/work_through.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace onceover {

namespace {

const std::string kSource = ONCEOVER_SOURCE_DIR "/";

// The files that decide what is sent, what is known and what is written, and the classes that test
// each.
struct Subject
{
    const char* file;
    std::vector<const char*> classes;
};

const std::vector<Subject>& subjects()
{
    static const std::vector<const char*> kEngine = {
        "LookStepTest",
        "EngineRefusalTest",
        "WitnessStepTest",
        "EngineFaultTest",
        "EngineFileFaultTest",
        "simulation",
        "ScenarioSendingTest",
        "ScenarioWaitingTest"};
    static const std::vector<const char*> kJournal = {
        "JournalTest",
        "JournalFaultTest",
        "EngineFileFaultTest",
        "EngineFaultTest",
        "ScenarioWaitingTest"};
    static const std::vector<const char*> kProvider = {"ProviderAnswerTest", "ProviderWireTest"};
    static const std::vector<Subject> kSubjects = {
        {"backend/domain/verdict.cpp",
         {"VerdictTest", "VerdictPropertyTest", "EngineFaultTest", "simulation"}},
        {"backend/domain/evidence.cpp",
         {"VerdictTest", "VerdictPropertyTest", "ProviderAnswerTest"}},
        {"backend/domain/fate.cpp", {"VerdictTest", "VerdictPropertyTest", "EngineFaultTest"}},
        {"backend/domain/reference.cpp", {"ReferenceTest"}},
        {"backend/domain/case_facts.cpp", {"DeskSessionTest", "DeskAnswersTest"}},
        {"backend/domain/money.cpp", {"MoneyTest"}},
        {"backend/engine/claim_step.cpp", kEngine},
        {"backend/engine/submit_step.cpp", kEngine},
        {"backend/engine/settle_step.cpp", kEngine},
        {"backend/engine/witness_step.cpp", kEngine},
        {"backend/engine/look_step.cpp", kEngine},
        {"backend/engine/pass.cpp", kEngine},
        {"backend/journal/file_journal.cpp", kJournal},
        {"backend/journal/journal_frames.cpp", kJournal},
        {"backend/journal/journal_history.cpp", kJournal},
        {"backend/journal/journal_json.cpp", kJournal},
        {"backend/provider/curl_call.cpp", kProvider},
        {"backend/provider/submission_verdict.cpp", kProvider},
        {"backend/provider/answer_table.cpp", kProvider},
        {"backend/provider/charge_listing.cpp", kProvider},
        {"backend/provider/charge_query.cpp", kProvider},
        {"backend/provider/charge_reader.cpp", kProvider},
        {"backend/postgres/transaction.cpp", {"PostgresCommitTest", "PostgresConnectionTest"}},
        {"backend/store/pg_payment_store.cpp",
         {"AttackCodesTest", "ScenarioSendingTest", "ScenarioWaitingTest"}},
        {"backend/desk/desk_session.cpp", {"DeskAnswersTest", "DeskSessionTest"}},
    };
    return kSubjects;
}

const Subject& subjectOf(const std::string& file)
{
    return *std::find_if(
        subjects().begin(), subjects().end(), [&](const Subject& one) { return file == one.file; });
}

std::vector<Mutant> chosenMutants(const MutationOptions& options)
{
    std::vector<Mutant> chosen;
    for (const Subject& subject : subjects()) {
        std::ifstream stream(kSource + subject.file);
        const std::string text(std::istreambuf_iterator<char>(stream), {});
        for (Mutant& mutant : cppMutants(subject.file, text)) {
            if (mutant.file.find(options.file) != std::string::npos
                && mutant.key().find(options.only) != std::string::npos) {
                chosen.push_back(std::move(mutant));
            }
        }
    }
    if (options.sample) {
        return sampleOf(chosen, options.seed, static_cast<std::size_t>(*options.sample));
    }
    return chosen;
}

class CppMutation
{
public:
    CppMutation()
        : m_build(ONCEOVER_UNIT_KILLS_TARGET)
        , m_units(KillRunner(ONCEOVER_UNIT_KILLS, {}).units())
        , m_order(m_units)
        , m_explained(Explained::read(kSource + "tests/mutation/explained.txt"))
    {
        m_order.read(kSource + "tests/mutation/killers_cpp.txt");
    }

    // Asks each unit without any mutant; one that fails is not asked about mutants.
    void learn();
    void judge(const Mutant& mutant, int number, MutationScore& score);

    void writeKillers() const { m_order.write(kSource + "tests/mutation/killers_cpp.txt"); }

private:
    std::vector<std::string> unitsFor(const std::string& file) const;

    CppBuild m_build;
    std::vector<std::string> m_units;
    UnitOrder m_order;
    Explained m_explained;
    std::mutex m_mutex;
    QTemporaryDir m_directory{QStringLiteral("/dev/shm/onceover-mutants-XXXXXX")};
    MutationCluster m_cluster;
};

void CppMutation::learn()
{
    const KillRunner runner(ONCEOVER_UNIT_KILLS, m_cluster.environment());
    for (const std::string& unit : m_units) {
        const KillReport report =
            runner.run({unit}, {}, [this](qint64 pid) { m_cluster.dropDatabasesOf(pid); });
        if (report.isKilled()) {
            std::printf("without any mutant %s fails:\n%s\n", unit.c_str(), report.output.c_str());
            m_order.forget(unit);
        }
    }
}

std::vector<std::string> CppMutation::unitsFor(const std::string& file) const
{
    const Subject& subject = subjectOf(file);
    std::vector<std::string> units;
    const std::vector<std::string> order = m_order.order(file);
    // In the order of the classes, and of the kills within each.
    for (const char* const name : subject.classes) {
        std::copy_if(
            order.begin(), order.end(), std::back_inserter(units), [&](const std::string& unit) {
                return unit.substr(0, unit.find("::")) == name;
            });
    }
    return units;
}

void CppMutation::judge(const Mutant& mutant, int number, MutationScore& score)
{
    {
        const std::scoped_lock lock(m_mutex);
        if (m_explained.find(mutant.file + ": " + mutant.key()) != nullptr) {
            score.add(mutant, MutationScore::Fate::Explained, "");
            return;
        }
    }
    const QString program = m_build.build(mutant, number, m_directory.path());
    if (program.isEmpty()) {
        score.add(mutant, MutationScore::Fate::Broken, "");
        return;
    }
    const KillRunner runner(program.toStdString(), m_cluster.environment());
    const auto ask = [&](const std::vector<std::string>& units) {
        return runner.run(units, {}, [this](qint64 pid) { m_cluster.dropDatabasesOf(pid); });
    };
    std::vector<std::string> units = unitsFor(mutant.file);
    KillReport report = ask(units);
    // As for the SQL: who notices it notices it twice.
    while (report.isKilled() && !ask({report.killer}).isKilled()) {
        const auto doubtful = std::find(units.begin(), units.end(), report.killer);
        units.erase(units.begin(), doubtful == units.end() ? doubtful : doubtful + 1);
        report = units.empty() ? KillReport() : ask(units);
    }
    QFile::remove(program);
    if (report.isKilled()) {
        m_order.addKill(mutant.file, report.killer);
    }
    score.add(
        mutant,
        report.isKilled() ? MutationScore::Fate::Killed : MutationScore::Fate::Survived,
        report.killer);
}

} // namespace

void runCppMutation(const MutationOptions& options, bool isListing, MutationScore& score)
{
    const std::vector<Mutant> chosen = chosenMutants(options);
    if (isListing) {
        for (const Mutant& mutant : chosen) {
            std::printf("%s: %s\n", mutant.file.c_str(), mutant.key().c_str());
        }
        return;
    }
    CppMutation mutation;
    if (options.isLearning) {
        mutation.learn();
    }
    workThrough(chosen.size(), options, [&](std::size_t i) {
        mutation.judge(chosen[i], static_cast<int>(i), score);
    });
    if (options.isLearning) {
        mutation.writeKillers();
    }
}

} // namespace onceover
