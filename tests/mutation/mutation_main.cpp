// SPDX-License-Identifier: GPL-3.0-or-later
// The mutator's command line; tests/mutation/run builds it and calls it.
#include "tests/mutation/cpp_mutation.h"
#include "tests/mutation/sql_mutation.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

namespace {

constexpr int kWantedPercent = 95;

onceover::MutationOptions optionsOf(const QCommandLineParser& parser)
{
    onceover::MutationOptions options;
    options.file = parser.value(QStringLiteral("file")).toStdString();
    options.only = parser.value(QStringLiteral("only")).toStdString();
    options.seed = parser.value(QStringLiteral("seed")).toUInt();
    options.jobs = std::max(1, parser.value(QStringLiteral("jobs")).toInt());
    options.isLearning = parser.isSet(QStringLiteral("learn"));
    if (parser.isSet(QStringLiteral("most"))) {
        options.most = parser.value(QStringLiteral("most")).toInt();
    }
    if (parser.isSet(QStringLiteral("minutes"))) {
        options.minutes = parser.value(QStringLiteral("minutes")).toInt();
    }
    if (parser.isSet(QStringLiteral("sample"))) {
        options.sample = parser.value(QStringLiteral("sample")).toInt();
    }
    return options;
}

void runSql(
    const onceover::MutationOptions& options, bool isListing, onceover::MutationScore& score)
{
    onceover::SqlMutation mutation(ONCEOVER_KILL_SUITE, options);
    const std::vector<onceover::Mutant> chosen = mutation.chosen();
    if (isListing) {
        for (const onceover::Mutant& mutant : chosen) {
            std::printf("%s: %s\n", mutant.file.c_str(), mutant.key().c_str());
        }
        return;
    }
    mutation.run(chosen, score);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({
        {QStringLiteral("sql"), QStringLiteral("Only the migrations.")},
        {QStringLiteral("cpp"), QStringLiteral("Only the C++ files.")},
        {QStringLiteral("file"),
         QStringLiteral("Only files with TEXT in their name."),
         QStringLiteral("TEXT")},
        {QStringLiteral("only"),
         QStringLiteral("Only mutants with TEXT in their key."),
         QStringLiteral("TEXT")},
        {QStringLiteral("seed"),
         QStringLiteral("Chooses the sample."),
         QStringLiteral("S"),
         QStringLiteral("1")},
        {QStringLiteral("sample"),
         QStringLiteral("How many mutants; all without it."),
         QStringLiteral("N")},
        {QStringLiteral("jobs"),
         QStringLiteral("How many at a time."),
         QStringLiteral("N"),
         QStringLiteral("1")},
        {QStringLiteral("most"),
         QStringLiteral("How many units about one mutant."),
         QStringLiteral("N")},
        {QStringLiteral("minutes"),
         QStringLiteral("Begin no mutant after so many minutes."),
         QStringLiteral("N")},
        {QStringLiteral("learn"), QStringLiteral("Run every unit alone first; write killers.txt.")},
        {QStringLiteral("list"), QStringLiteral("Print the mutants and run none.")},
    });
    parser.process(application);
    const onceover::MutationOptions options = optionsOf(parser);
    const bool isListing = parser.isSet(QStringLiteral("list"));
    onceover::MutationScore score;
    if (!parser.isSet(QStringLiteral("cpp"))) {
        runSql(options, isListing, score);
    }
    if (!parser.isSet(QStringLiteral("sql"))) {
        onceover::runCppMutation(options, isListing, score);
    }
    if (isListing) {
        return 0;
    }
    if (options.sample) {
        std::printf("\na sample of %d, seed %u\n", *options.sample, options.seed);
    }
    std::printf("\nsurvivors\n%s\n%s", score.survivorList().c_str(), score.table().c_str());
    return score.percent() >= kWantedPercent ? 0 : 1;
}
