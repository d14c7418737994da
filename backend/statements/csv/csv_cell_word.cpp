// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_cell_word.h"

#include "backend/statements/csv/csv_columns.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

struct MeaningRow
{
    std::string_view meaning;
    // Folded, parted by "|".
    std::string_view words;
};

constexpr std::array kCells = std::to_array<MeaningRow>({
    {"credit",
     "c|cr|crdt|credit|cr\u00e9dit|cr\u00e9dito|h|haben|haber|avere|bij|+|in|incoming|"
     "received|receive|deposit|gutschrift|abono|uznanie|money in|kredit|\u6536\u5165|"
     "\u5165\u91d1|income"},
    {"debit",
     "d|dr|dbit|debit|d\u00e9bit|d\u00e9bito|debet|s|soll|debe|dare|af|-|out|outgoing|"
     "sent|send|withdrawal|lastschrift|cargo|obci\u0105\u017cenie|money out|\u652f\u51fa|"
     "\u51fa\u91d1|expense"},
    {"BOOKED",
     "booked|completed|complete|posted|cleared|settled|executed|success|successful|"
     "succeeded|paid|done|final|gebucht|verbucht|umsatz gebucht|r\u00e9gl\u00e9|"
     "comptabilis\u00e9|eseguito|contabilizado|zaksi\u0119gowane|zrealizowana|"
     "za\u00fa\u010dtov\u00e1no|k\u00f6nyvelt|geboekt|bokf\u00f6rd|approved"},
    {"PENDING",
     "pending|vorgemerkt|umsatz vorgemerkt|authorised|authorized|in progress|processing|"
     "en attente|pendiente|in attesa|oczekuj\u0105ca|gereserveerd|reserved|open|uncleared|"
     "hold"},
    {"INFO",
     "failed|declined|cancelled|canceled|reverted|rejected|expired|denied|void|abgelehnt|"
     "storniert|refus\u00e9|annul\u00e9|odrzucona"},
});

// Beginnings.
constexpr std::array kLines = std::to_array<MeaningRow>({
    {"opening",
     "opening balance|beginning balance|starting balance|start balance|balance at start|"
     "initial balance|previous balance|balance brought forward|brought forward|"
     "balance b/f|anfangssaldo|alter kontostand|alter saldo|startsaldo|beginsaldo|"
     "oud saldo|solde initial|solde pr\u00e9c\u00e9dent|ancien solde|saldo inicial|"
     "saldo anterior|saldo iniziale|saldo pocz\u0105tkowe|saldo otwarcia|"
     "po\u010d\u00e1te\u010dn\u00ed z\u016fstatek|nyit\u00f3 egyenleg|ing\u00e5ende saldo|"
     "inng\u00e5ende saldo|\u7e70\u8d8a"},
    {"closing",
     "closing balance|ending balance|end balance|balance at end|final balance|new balance|"
     "current balance|balance carried forward|carried forward|balance c/f|endsaldo|"
     "schlusssaldo|neuer kontostand|neuer saldo|kontostand|eindsaldo|nieuw saldo|"
     "solde final|nouveau solde|saldo final|saldo finale|saldo ko\u0144cowe|"
     "saldo zamkni\u0119cia|kone\u010dn\u00fd z\u016fstatek|z\u00e1r\u00f3 egyenleg|"
     "utg\u00e5ende saldo"},
    {"total",
     "total|totals|grand total|subtotal|sum|summe|gesamt|totaal|somme|totale|suma|razem|"
     "celkem|\u00f6sszesen|summa|\u5408\u8a08|\u5408\u8ba1|total debits|total credits|"
     "number of|count"},
});

template <typename Rows>
std::vector<CsvCellWords> splitWords(const Rows& rows)
{
    std::vector<CsvCellWords> all;
    for (const MeaningRow& row : rows) {
        CsvCellWords& words = all.emplace_back();
        words.meaning = row.meaning;
        for (std::string_view rest = row.words; !rest.empty();) {
            const std::string_view word = rest.substr(0, rest.find('|'));
            words.words.emplace_back(word);
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        }
    }
    return all;
}

} // namespace

const std::vector<CsvCellWords>& csvCellWords()
{
    static const std::vector<CsvCellWords> kWords = splitWords(kCells);
    return kWords;
}

std::string_view meaningOfCell(std::string_view cell)
{
    const std::string folded = foldedHeader(cell);
    for (const CsvCellWords& each : csvCellWords()) {
        if (std::find(each.words.begin(), each.words.end(), folded) != each.words.end())
            return each.meaning;
    }
    return {};
}

std::string_view meaningOfLine(std::string_view firstCell)
{
    static const std::vector<CsvCellWords> kWords = splitWords(kLines);
    const std::string folded = foldedHeader(firstCell);
    for (const CsvCellWords& each : kWords) {
        const bool isIt =
            std::any_of(each.words.begin(), each.words.end(), [&folded](const std::string& word) {
                return folded.starts_with(word);
            });
        if (isIt)
            return each.meaning;
    }
    return {};
}

} // namespace onceover
