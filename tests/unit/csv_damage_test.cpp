// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/csv_reading.h"

#include <QtTest>

#include <map>
#include <random>

namespace onceover {

namespace {

// What a reader was told of the money: every amount by its line, and whether anything was flagged.
struct Told
{
    std::map<std::int64_t, std::int64_t> entries;
    bool isFlagged = false;
};

Told toldBy(const std::vector<CollectedStatement>& statements)
{
    Told told;
    for (const CollectedStatement& each : statements) {
        told.isFlagged =
            told.isFlagged || each.statement.ties == false || !each.statement.warnings.empty();
        for (const StatementEntry& entry : each.entries)
            told.entries[entry.line] = entry.amountMinor;
    }
    return told;
}

// Shipped profiles with a file of each that balances or ends as its source's do.
struct Sample
{
    const char* profile;
    std::string text;
};

std::vector<Sample> samples()
{
    std::vector<Sample> all;
    const auto decimal = [](std::int64_t amountMinor) {
        return std::to_string(amountMinor / 100) + "."
               + std::to_string(100 + amountMinor % 100).substr(1);
    };
    const auto add = [&all](const char* profile, const std::string& text) {
        all.push_back({profile, text});
    };
    std::string ing =
        "\"Datum\",\"Naam / Omschrijving\",\"Rekening\",\"Tegenrekening\",\"Code\",\"Af "
        "Bij\",\"Bedrag (EUR)\",\"MutatieSoort\",\"Mededelingen\"\n";
    std::string wise = "\"TransferWise ID\",Date,Amount,Currency,Description,\"Running "
                       "Balance\",\"Transaction Type\"\n";
    std::string stripe = "balance_transaction_id,created_utc,currency,gross,fee,net,reporting_"
                         "category,description\n";
    std::int64_t balance = 100000;
    for (int row = 1; row <= 12; ++row) {
        const std::string amount = std::to_string(row * 37) + ",1" + std::to_string(row % 10);
        ing += "\"202601" + std::to_string(10 + row)
               + "\",\"Naam\",\"NL99INGB9999999999\",\"\",\"OV\",\"" + (row % 3 == 0 ? "Bij" : "Af")
               + "\",\"" + amount + "\",\"Overschrijving\",\"PAY-" + std::to_string(row) + "\"\n";
        balance += row * 1111;
        wise += "TRANSFER-" + std::to_string(row) + "," + std::to_string(10 + row) + "-01-2026,"
                + decimal(row * 1111) + ",GBP,\"Received, money\"," + decimal(balance)
                + ",CREDIT\n";
        stripe += "txn_" + std::to_string(row) + ",2026-01-" + std::to_string(10 + row)
                  + " 08:26:29,eur," + std::to_string(row * 10) + ".00,1.50,"
                  + std::to_string(row * 10 - 2) + ".50,charge,order\n";
    }
    add("ing-nl", ing);
    add("wise-statement", wise);
    add("stripe-balance-transactions", stripe);
    return all;
}

std::int64_t rounds(std::int64_t few)
{
    const int many = qEnvironmentVariableIntValue("ONCEOVER_CSV_ROUNDS");
    return many > 0 ? many : few;
}

} // namespace

// Files that were cut or whose bits were flipped: refused or flagged, never another sum in silence.
class CsvDamageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsNeverChangeAmountsSilently();
    void flippedBitsNeverChangeTiedSumsSilently();
};

void CsvDamageTest::cutsNeverChangeAmountsSilently()
{
    int refused = 0;
    int flagged = 0;
    int shorter = 0;
    for (const Sample& sample : samples()) {
        const CsvProfile profile = shippedProfile(sample.profile);
        const auto whole = readCsvText(sample.text, profile);
        QVERIFY2(whole, codeOf(whole).c_str());
        const Told all = toldBy(*whole);
        QVERIFY(!all.isFlagged && all.entries.size() == 12);
        for (std::size_t cut = 1; cut <= 100; ++cut) {
            const auto reading =
                readCsvText(sample.text.substr(0, sample.text.size() * cut / 101), profile);
            if (!reading) {
                ++refused;
                continue;
            }
            const Told told = toldBy(*reading);
            flagged += told.isFlagged ? 1 : 0;
            shorter += told.isFlagged ? 0 : 1;
            // Cut between two lines it is a file of fewer lines, and says nothing of what is
            // absent.
            QVERIFY(!reading->at(0).statement.showsItsEnd);
            for (const auto& [line, amountMinor] : told.entries)
                QVERIFY(told.isFlagged || all.entries.at(line) == amountMinor);
        }
    }
    qInfo("300 cuts: %d refused, %d flagged, %d whole lines fewer", refused, flagged, shorter);
    QVERIFY(refused > 100 && flagged > 0);
}

void CsvDamageTest::flippedBitsNeverChangeTiedSumsSilently()
{
    // Where balances or parts stand beside the amounts, no flipped bit changes a sum unnoticed.
    // NOLINTNEXTLINE(cert-msc51-cpp): the same bits in every run.
    std::mt19937 random(4711);
    std::int64_t silent = 0;
    std::int64_t noticed = 0;
    const auto count = rounds(400);
    for (const Sample& sample : samples()) {
        if (std::string_view(sample.profile) == "ing-nl")
            continue;
        const CsvProfile profile = shippedProfile(sample.profile);
        const Told all = toldBy(*readCsvText(sample.text, profile));
        for (std::int64_t round = 0; round < count; ++round) {
            std::string text = sample.text;
            const std::size_t position = random() % text.size();
            text[position] = static_cast<char>(text[position] ^ (1 << random() % 8));
            const auto reading = readCsvText(text, profile);
            if (!reading || toldBy(*reading).isFlagged) {
                ++noticed;
                continue;
            }
            // The oldest balance is the first that is printed: nothing proves what led to it. And a
            // flipped letter of a currency may be another currency's, with the same digits.
            const auto entries = toldBy(*reading).entries;
            QCOMPARE(entries.size(), all.entries.size());
            const bool isOldestOpen = std::string_view(sample.profile) == "wise-statement";
            for (const auto& [line, amountMinor] : entries)
                QVERIFY2(
                    all.entries.at(line) == amountMinor || (isOldestOpen && line == 2),
                    text.c_str());
            ++silent;
        }
    }
    qInfo(
        "%lld flips: %lld noticed, %lld changed no sum",
        static_cast<long long>(noticed + silent),
        static_cast<long long>(noticed),
        static_cast<long long>(silent));
    QVERIFY(noticed > 0 && silent > 0);
}

} // namespace onceover

QTEST_GUILESS_MAIN(onceover::CsvDamageTest)

#include "csv_damage_test.moc"
