// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_header_word.h"

#include "backend/statements/csv/csv_columns.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace onceover {

namespace {

struct RoleWords
{
    std::string_view role;
    // Folded, parted by "|"; "*" at the end of one stands for anything.
    std::string_view words;
};

// The first that fits decides: what is narrower stands first.
constexpr std::array kRoles = std::to_array<RoleWords>({
    {"direction",
     "creditdebet|credit/debit*|debit/credit*|credit or debit*|debit or credit*|"
     "credit debit*|debit credit*|d/c|c/d|dr/cr|cr/dr|dc|cd|cr dr|dr cr|db/cr|sign|"
     "direction|s/h|h/s|soll/haben|haben/soll|sh|sens|af bij|af/bij|bij/af|bij af|+/-|"
     "indicator|vorzeichen|signo|segno|znak|transaction direction"},
    {"counterparty", "creditor name*|debtor name*|creditor|debtor|creditor*|debitor*|debtor*"},
    {"text", "buchungstext*|credit card*|transaction details*|booking text*"},
    {"value",
     "value date*|valuedate|dateval*|valutadatum|valuta date|valutadato*|wertstellung*|wert|date "
     "de valeur*|"
     "date valeur*|fecha valor*|fecha de valor*|data valuta|data valor*|data-valor*|"
     "rentedatum|available*|data waluty|datum valuty*|\u00e9rt\u00e9knap*|valutadag|"
     "arvop\u00e4iv\u00e4|rentedato|\u8d77\u606f\u65e5*"},
    {"booked",
     "booking date*|bookingdate|transactiondate|postingdate|dateop*|book "
     "date*|booked*|buchung*|boekdatum|boekingsdatum|date|datum|"
     "d\u00e1tum|transaction date*|trans date*|trans. date*|tran date*|txn date*|"
     "transactiedatum|entry date|operation date*|fecha*|data|data operazione*|"
     "data contabile*|data mov*|data lan\u00e7amento*|data operacji*|"
     "data ksi\u0119gowania*|data transakcji*|date de comptabilisation*|date comptable*|"
     "date op*|date d'op*|date operation*|completed date|k\u00f6nyvel\u00e9s*|"
     "tranzakci\u00f3 d\u00e1tuma*|created*|posted*|posting date*|post date*|"
     "bokf\u00f6ringsdag*|bokf\u00f8rt*|bogf\u00f8rt*|bokf\u00f6ringsdatum*|"
     "transaktionsdatum*|dato|datum za\u00fa\u010dtov\u00e1n\u00ed*|datum transakce*|"
     "datum proveden\u00ed*|datum \u00fa\u010dtov\u00e1n\u00ed*|"
     "d\u00e1tum za\u00fa\u010dtovania*|kirjausp\u00e4iv\u00e4*|"
     "p\u00e4iv\u00e4m\u00e4\u00e4r\u00e4|\u65e5\u4ed8*|\u53d6\u5f15\u65e5*|\u65e5\u671f*|"
     "\u4ea4\u6613\u65e5\u671f*|\u8bb0\u8d26\u65e5\u671f*|timestamp|when"},
    {"debit",
     "debit*|d\u00e9bit*|debet*|belastung*|lastschrift*|soll|withdrawal*|paid out|"
     "money out|cargo|cargos|debe|dare|addebit*|uscite|d\u00e9bito*|d\u00e9bitos|ausgabe*|"
     "ut|ut fra konto|uttak|afgeschreven|obci\u0105\u017cen*|terhel\u00e9s*|v\u00fddaj*|"
     "payments out|out|\u51fa\u91d1*|\u304a\u652f\u6255\u91d1\u984d*|\u652f\u51fa*|"
     "\u501f\u65b9*|dr"},
    {"credit",
     "credit*|cr\u00e9dit*|gutschrift*|haben|deposit*|paid in|money in|abono|abonos|haber|"
     "avere|accredit*|entrate|cr\u00e9dito*|einnahme*|inn|inn p\u00e5 konto|innskudd|"
     "bijgeschreven|uznan*|j\u00f3v\u00e1\u00edr\u00e1s*|p\u0159\u00edjem*|payments in|in|"
     "\u5165\u91d1*|\u304a\u9810\u308a\u91d1\u984d*|\u6536\u5165*|\u8d37\u65b9*|cr"},
    {"balance",
     "running "
     "balance*|runningbalance|accountbalance|balance*|saldo*|solde*|kontostand*|egyenleg*|"
     "z\u016fstatek*|"
     "zostatok*|stan konta*|account balance*|closing balance*|ledger balance*|kontosaldo*|"
     "\u6b8b\u9ad8*|\u5dee\u5f15\u6b8b\u9ad8*|\u4f59\u989d*"},
    {"fee",
     "fee|fees|fee *|geb\u00fchr*|frais*|commission*|comisi\u00f3n*|commissioni*|kosten|"
     "charges"},
    {"currency",
     "currency*|w\u00e4hrung*|waehrung*|whrg.|ccy|curr|curr.|devise|monn.|munt|muntsoort|"
     "valutacode|valutakod|p\u00e9nznem*|devizanem*|divisa|moneda|moeda|waluta|m\u011bna*|"
     "mena|valuutta|\u901a\u8ca8*|\u5e01\u79cd*|\u5e01\u522b*"},
    {"status",
     "status|state|booking status*|transaction status*|stato|\u00e9tat|estado|"
     "\u72b6\u6001"},
    {"amount",
     "amount*|transaction amount*|betrag*|bedrag*|montant*|importe*|importo*|montante*|"
     "valor|valor *|\u00f6sszeg*|kwota*|belopp*|bel\u00f8b*|bel\u00f8p*|umsatz|umsatz *|"
     "\u010d\u00e1stka*|suma|summa|objem|m\u00e4\u00e4r\u00e4*|\u91d1\u984d*|"
     "\u53d6\u5f15\u91d1\u984d*|\u91d1\u989d*|\u4ea4\u6613\u91d1\u989d*|value|net amount*|"
     "sum"},
    {"counterpartyAccount",
     "counterparty account*|counterparty iban*|tegenrekening*|payee account*|"
     "beneficiary account*|gegenkonto*|iban des*|proti\u00fa\u010det*|"
     "rachunek kontrahenta*|kontonummer des*"},
    {"account",
     "account|account number*|account no*|account iban|konto|kontonummer|kontonummer *|"
     "rekening|rekeningnummer|iban|iban/*|compte|compte *|num\u00e9ro de compte*|conto|"
     "cuenta|conta|sz\u00e1mlasz\u00e1m*|\u010d\u00edslo \u00fa\u010dtu*|numer rachunku*|"
     "own account*|auftragskonto|iban auftragskonto|\u53e3\u5ea7\u756a\u53f7*|"
     "\u8d26\u53f7*"},
    {"counterparty",
     "payee*|payer*|partner*|name|empf\u00e4nger*|auftraggeber*|beg\u00fcnstigter*|"
     "beguenstigter*|zahlungspflichtiger*|naam*|beneficiary*|counterparty*|"
     "b\u00e9n\u00e9ficiaire*|ordenante*|beneficiario*|odbiorca*|nadawca*|kontrahent*|"
     "merchant*"},
    {"reference",
     "reference*|referenz*|referentie*|r\u00e9f\u00e9rence*|referencia*|riferimento*|ref|"
     "ref.|id|transaction id*|transaction reference*|transaction no*|kundenreferenz*|"
     "mandatsreferenz*|operation number*|end to end*|end-to-end*|endtoend*|referens*|"
     "variabiln\u00ed symbol*|nr ref*|\u53c2\u7167\u756a\u53f7*"},
    {"text",
     "description*|text|text *|tekst|verwendungszweck*|omschrijving*|mededelingen*|label|"
     "libell\u00e9*|libelle*|remarque*|memo|details*|detail|purpose*|narrative*|"
     "narration*|particulars*|remittance*|payment details*|k\u00f6zlem\u00e9ny*|"
     "megjegyz\u00e9s*|concepto*|causale*|descrizione*|descri\u00e7\u00e3o*|"
     "hist\u00f3rico*|opis*|tytu\u0142*|popis*|zpr\u00e1va*|pozn\u00e1mka*|note|notes|"
     "info*|forklaring*|beskrivelse*|vorgang*|selite|viesti|\u6458\u8981*|\u5099\u8003*|"
     "\u304a\u53d6\u308a\u6271\u3044\u5185\u5bb9*|\u9644\u8a00*|communication*"},
});

bool fits(std::string_view words, std::string_view header)
{
    while (!words.empty()) {
        std::string_view word = words.substr(0, words.find('|'));
        words.remove_prefix(std::min(words.size(), word.size() + 1));
        const bool isBeginning = word.ends_with('*');
        if (isBeginning)
            word.remove_suffix(1);
        if (header == word || (isBeginning && header.starts_with(word)))
            return true;
    }
    return false;
}

} // namespace

std::string roleOfHeader(const std::string& header)
{
    std::string folded = foldedHeader(header);
    std::replace(folded.begin(), folded.end(), '_', ' ');
    const auto* row = std::find_if(kRoles.begin(), kRoles.end(), [&folded](const RoleWords& each) {
        return fits(each.words, folded);
    });
    return row == kRoles.end() || folded.empty() ? std::string() : std::string(row->role);
}

} // namespace onceover
