// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_places.h"
#include "tests/unit/statements_reading.h"

#include <QtTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

namespace onceover {

// Every file of tests/cases and of the corpus, cut short and with single bits turned: what is read
// then is refused, flagged, or the sums that the whole file gives; never other sums that tie.
// ONCEOVER_STATEMENT_DAMAGE is the number of bits turned in each file (default 30).
class StatementsDamageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void cutFilesGiveNoOtherSums_data() { files(); }

    void cutFilesGiveNoOtherSums();

    void turnedBitsGiveNoOtherSums_data() { files(); }

    void turnedBitsGiveNoOtherSums();
    void cleanupTestCase();

private:
    static constexpr int kCuts = 100;

    void files();
    static std::string contentOf(const QString& path);
    static bool isFlagged(const Statement& statement);
    static bool hasSumsOf(const Statement& statement, const Reading& whole);
    void judge(const std::string& damaged, const Reading& whole, const char* what);

    QStringList m_paths;
    int m_turns = 30;
    std::int64_t m_refused = 0;
    std::int64_t m_flagged = 0;
    std::int64_t m_equal = 0;
};

void StatementsDamageTest::initTestCase()
{
    bool isSet = false;
    const int turns = qEnvironmentVariableIntValue("ONCEOVER_STATEMENT_DAMAGE", &isSet);
    m_turns = isSet ? turns : m_turns;
    const QString chosen = qEnvironmentVariable("ONCEOVER_CORPUS");
    const QString corpus =
        chosen.isEmpty() ? QStringLiteral(ONCEOVER_SOURCE_DIR "/../shared/corpus") : chosen;
    for (const QString& folder :
         {QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/cases"), corpus + "/files"}) {
        QDirIterator each(
            folder,
            {QStringLiteral("*.xml"),
             QStringLiteral("*.sta"),
             QStringLiteral("*.swi"),
             QStringLiteral("*.bai")},
            QDir::Files,
            QDirIterator::Subdirectories);
        while (each.hasNext())
            m_paths += each.next();
    }
    m_paths.sort();
    if (!QFile::exists(corpus))
        qInfo("the corpus of real statement files is not here (set ONCEOVER_CORPUS)");
    qInfo("%d files", static_cast<int>(m_paths.size()));
}

void StatementsDamageTest::files()
{
    QTest::addColumn<QString>("path");
    for (const QString& path : m_paths)
        QTest::newRow(qPrintable(path.section('/', -3))) << path;
}

std::string StatementsDamageTest::contentOf(const QString& path)
{
    std::ifstream file(path.toStdString(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool StatementsDamageTest::isFlagged(const Statement& statement)
{
    if (statement.ties == false || statement.controlTotalsHold == false)
        return true;
    // Nothing in the file holds such sums, and the statement says so.
    if (!statement.ties && !statement.controlTotalsHold)
        return true;
    return std::any_of(
        statement.warnings.begin(), statement.warnings.end(), [](const StatementWarning& each) {
            return each.code == "statement.more_pages"
                   || each.code == "statement.first_page_missing"
                   || each.code == "statement.summary_differs"
                   || each.code == "statement.group_void"
                   || each.code == "statement.entries_in_other_currencies"
                   || each.code == "statement.status_unknown";
        });
}

// A balance that the damage hid is no wrong one.
bool StatementsDamageTest::hasSumsOf(const Statement& statement, const Reading& whole)
{
    const auto isOrHidden = [](const std::optional<std::int64_t>& read,
                               const std::optional<std::int64_t>& written) {
        return !read || read == written;
    };
    return whole && std::any_of(whole->begin(), whole->end(), [&](const CollectedStatement& each) {
               // Cut before a line that stands behind its statement's end, the statement is whole.
               const bool isWithoutStray = hasWarning(each.statement, "statement.entry_after_end")
                                           && statement.ties == true;
               return (isWithoutStray
                       || (each.statement.creditsMinor == statement.creditsMinor
                           && each.statement.debitsMinor == statement.debitsMinor))
                      && isOrHidden(statement.openingMinor, each.statement.openingMinor)
                      && isOrHidden(statement.closingMinor, each.statement.closingMinor);
           });
}

void StatementsDamageTest::judge(const std::string& damaged, const Reading& whole, const char* what)
{
    const auto reading = readText(damaged);
    if (!reading) {
        ++m_refused;
        QVERIFY2(!reading.error().message.empty(), what);
        return;
    }
    for (const CollectedStatement& each : *reading) {
        if (isFlagged(each.statement)) {
            ++m_flagged;
            continue;
        }
        ++m_equal;
        if (hasSumsOf(each.statement, whole))
            continue;
        QFAIL(qPrintable(
            QStringLiteral("%1: a statement at line %2 ties with other sums: %3 in, %4 out")
                .arg(QLatin1String(what))
                .arg(each.statement.line)
                .arg(each.statement.creditsMinor)
                .arg(each.statement.debitsMinor)));
    }
}

void StatementsDamageTest::cutFilesGiveNoOtherSums()
{
    QFETCH(QString, path);
    const std::string text = contentOf(path);
    const auto whole = readText(text);
    for (int cut = 0; cut < kCuts; ++cut) {
        const std::size_t length = text.size() * static_cast<std::size_t>(cut) / kCuts;
        judge(text.substr(0, length), whole, qPrintable(QStringLiteral("cut at %1").arg(length)));
        if (QTest::currentTestFailed())
            return;
    }
}

void StatementsDamageTest::turnedBitsGiveNoOtherSums()
{
    QFETCH(QString, path);
    const std::string text = contentOf(path);
    if (text.empty())
        return;
    const auto whole = readText(text);
    std::mt19937_64 random(text.size());
    for (int turn = 0; turn < m_turns; ++turn) {
        std::string damaged = text;
        const std::size_t at = random() % damaged.size();
        const unsigned int bit = random() % 8U;
        damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (1U << bit));
        judge(damaged, whole, qPrintable(QStringLiteral("bit %1 of byte %2").arg(bit).arg(at)));
        if (QTest::currentTestFailed())
            return;
    }
}

void StatementsDamageTest::cleanupTestCase()
{
    qInfo(
        "%lld refused, %lld statements flagged, %lld with the sums of the whole file",
        static_cast<long long>(m_refused),
        static_cast<long long>(m_flagged),
        static_cast<long long>(m_equal));
    QVERIFY(m_refused > 0 && m_flagged > 0 && m_equal > 0);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::StatementsDamageTest)

#include "statements_damage_test.moc"
