// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/sql_mutation.h"

#include "test_places.h"
#include "tests/mutation/mutant_class.h"
#include "tests/mutation/sql_mutants.h"
#include "tests/mutation/work_through.h"

#include <QElapsedTimer>

#include <algorithm>
#include <array>
#include <cstdio>

namespace onceover {

namespace {

const std::string kFolder = ONCEOVER_SOURCE_DIR "/tests/mutation/";
// What each unit runs, as the last --learn of this build found it, and what killed since.
const std::string kCoverage = ONCEOVER_BINARY_DIR "/mutation_coverage.txt";
const std::string kLastKillers = ONCEOVER_BINARY_DIR "/mutation_killers.txt";

// What hashes and numbers are made of: held to vectors by tests of its own, and nothing is decided
// there.
constexpr std::string_view kEncoding = "0002";

// Words of a request and of a profile: what they refuse is tested case by case, and they hold
// nothing back.
constexpr std::array<std::string_view, 3> kLeftOut = {
    "intake_fault", "canonical_intent", "look_input"};

constexpr std::array<std::string_view, 4> kOfInstallation = {
    "install", "enrol_person", "enrol_login", "disable_login"};
// A function's name stands this early in its definition.
constexpr std::size_t kNameEnd = 80;

bool isLeftOut(const std::string& function)
{
    return std::find(kLeftOut.begin(), kLeftOut.end(), function) != kLeftOut.end();
}

bool isSafetyCritical(std::string_view migration)
{
    return migration.substr(0, kEncoding.size()) != kEncoding;
}

std::map<std::string, std::string> filesOfTables()
{
    constexpr std::string_view kTable = "create table onceover.";
    std::map<std::string, std::string> files;
    for (const Migration& migration : StoreFixture::migrationsOfSource()) {
        const std::string text(migration.sql);
        for (std::size_t at = text.find(kTable); at != std::string::npos;
             at = text.find(kTable, at + 1)) {
            const std::size_t name = at + kTable.size();
            files[text.substr(name, text.find_first_of(" (", name) - name)] =
                std::string(migration.name);
        }
    }
    return files;
}

} // namespace

SqlMutation::SqlMutation(const std::string& killSuite, MutationOptions options)
    : m_options(std::move(options))
    , m_runner(m_cluster.keep(killSuite), m_cluster.environment())
    , m_order(m_runner.units())
    , m_explained(Explained::read(kFolder + "explained.txt"))
{
    m_order.readMutants(kFolder + "../store/engine_mutants.txt");
    m_order.readMutants(kFolder + "../store/scenario_mutants.txt");
    m_order.read(kFolder + "killers.txt");
    m_order.read(kLastKillers);
}

std::vector<Mutant> SqlMutation::mutants()
{
    if (!m_all.empty()) {
        return m_all;
    }
    // The last definition of a function is the one that runs.
    std::map<std::string, std::vector<Mutant>> functions;
    std::map<std::string, std::string> definitions;
    for (const Migration& migration : StoreFixture::migrationsOfSource()) {
        if (!isSafetyCritical(std::string(migration.name))) {
            continue;
        }
        for (const SqlFunction& function : sqlFunctions(std::string(migration.sql))) {
            definitions[function.name] = function.definition;
            if (!isLeftOut(function.name)) {
                functions[function.name] = sqlMutants(std::string(migration.name), function);
            }
        }
    }
    for (const auto& [name, ofFunction] : functions) {
        m_all.insert(m_all.end(), ofFunction.begin(), ofFunction.end());
        for (const auto& [caller, definition] : definitions) {
            if (caller != name && definition.find("onceover." + name + "(") != std::string::npos) {
                m_callers[name].insert(caller);
            }
        }
    }
    const std::vector<Mutant> ofTables = m_cluster.tableMutants(filesOfTables());
    m_all.insert(m_all.end(), ofTables.begin(), ofTables.end());
    std::stable_sort(m_all.begin(), m_all.end(), [](const Mutant& a, const Mutant& b) {
        return a.file < b.file;
    });
    return m_all;
}

std::vector<Mutant> SqlMutation::chosen()
{
    std::vector<Mutant> chosen;
    for (const Mutant& mutant : mutants()) {
        if (mutant.file.find(m_options.file) != std::string::npos
            && mutant.key().find(m_options.only) != std::string::npos) {
            chosen.push_back(mutant);
        }
    }
    if (m_options.sample) {
        return sampleOf(chosen, m_options.seed, static_cast<std::size_t>(*m_options.sample));
    }
    return chosen;
}

KillReport SqlMutation::runUnits(
    const std::vector<std::string>& units, const std::string& script, int number)
{
    std::map<std::string, std::string> more = {
        {"ONCEOVER_TEST_MUTANT_SCRIPT", m_cluster.writeScript(number, script)}};
    // What runs at the installation only is not run again in a copy of an installed database.
    for (const std::string_view function : kOfInstallation) {
        if (script.find("function onceover." + std::string(function) + "(") < kNameEnd) {
            more["ONCEOVER_TEST_TEMPLATE"] = "";
        }
    }
    return m_runner.run(units, more, [this](qint64 pid) { m_cluster.dropDatabasesOf(pid); });
}

KillReport SqlMutation::ask(const std::string& pattern, const std::string& unit)
{
    const std::vector<Mutant> all = mutants();
    const auto fits = [&](const Mutant& one) {
        return Explained::matches(pattern, foldBlanks(one.key()));
    };
    const auto found = std::find_if(all.begin(), all.end(), fits);
    KillReport report;
    if (found == all.end()) {
        report.output = "there is no such mutant";
        return report;
    }
    constexpr int kNumber = 1000000;
    return runUnits({unit}, found->text, kNumber);
}

KillReport SqlMutation::kill(const std::string& script, const std::string& subject, int number)
{
    std::vector<std::string> units = m_order.order(subject);
    if (m_options.most) {
        units.resize(std::min(units.size(), static_cast<std::size_t>(*m_options.most)));
    }
    KillReport report = runUnits(units, script, number);
    // A machine under load fails a test without any reason: whoever notices a mutant notices it
    // twice.
    while (report.isKilled() && !runUnits({report.killer}, script, number).isKilled()) {
        const auto doubtful = std::find(units.begin(), units.end(), report.killer);
        units.erase(units.begin(), doubtful == units.end() ? doubtful : doubtful + 1);
        report = units.empty() ? KillReport() : runUnits(units, script, number);
    }
    if (report.isKilled()) {
        m_order.addKill(subject, report.killer);
        m_order.write(kLastKillers);
    }
    return report;
}

void SqlMutation::judge(const Mutant& mutant, int number, MutationScore& score)
{
    std::string with;
    bool isExplained = false;
    {
        const std::scoped_lock lock(m_mutex);
        const Explained::Entry* const entry = m_explained.find(mutant.key());
        isExplained = entry != nullptr;
        with = isExplained ? entry->with : std::string();
    }
    if (isExplained && with.empty()) {
        score.add(mutant, MutationScore::Fate::Explained, "");
        return;
    }
    if (!m_cluster.isAccepted(mutant.text)) {
        score.add(mutant, MutationScore::Fate::Broken, "");
        return;
    }
    std::string script = mutant.text;
    if (!with.empty()) {
        const auto mask = std::find_if(m_all.begin(), m_all.end(), [&](const Mutant& one) {
            return foldBlanks(one.key()) == foldBlanks(with);
        });
        if (mask == m_all.end()) {
            score.add(mutant, MutationScore::Fate::Survived, "there is no mask " + with);
            return;
        }
        script += "\n" + mask->text + ";\n";
    }
    // Of a table's part the kind says who notices; of a function, its name.
    const bool isOfTable = mutant.text.rfind("create", 0) != 0;
    const KillReport report = kill(script, isOfTable ? mutant.kind : mutant.subject, number);
    if (!report.isKilled()) {
        score.add(mutant, MutationScore::Fate::Survived, "");
    } else {
        score.add(
            mutant,
            with.empty() ? MutationScore::Fate::Killed : MutationScore::Fate::Masked,
            report.killer + ": " + report.complaint());
    }
}

void SqlMutation::learn()
{
    m_cluster.countCalls();
    for (const std::string& unit : m_runner.units()) {
        std::set<std::string> functions;
        QElapsedTimer time;
        time.start();
        const KillReport report = m_runner.run({unit}, {}, [&](qint64 pid) {
            functions = m_cluster.functionsRunBy(pid);
            m_cluster.dropDatabasesOf(pid);
        });
        if (report.isKilled()) {
            std::printf("without any mutant %s fails:\n%s\n", unit.c_str(), report.output.c_str());
            m_order.forget(unit);
            continue;
        }
        std::printf("%s runs %d functions\n", unit.c_str(), static_cast<int>(functions.size()));
        std::fflush(stdout);
        m_order.addCoverage(unit, functions, static_cast<int>(time.elapsed()));
    }
    m_order.writeCoverage(kCoverage);
}

void SqlMutation::inheritCoverage()
{
    // What the server inlines it does not count.
    for (int round = 0; round < 4; ++round) {
        for (const auto& [name, callers] : m_callers) {
            m_order.inheritCoverage(name, callers);
        }
    }
}

void SqlMutation::run(const std::vector<Mutant>& mutants, MutationScore& score)
{
    if (m_options.isLearning) {
        learn();
    } else {
        m_order.readCoverage(kCoverage);
    }
    inheritCoverage();
    workThrough(mutants.size(), m_options, [&](std::size_t i) {
        judge(mutants[i], static_cast<int>(i), score);
    });
    if (m_options.isLearning) {
        m_order.write(kFolder + "killers.txt");
    }
}

} // namespace onceover
