// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/field_comparison.h"

#include "backend/matching/found_reference.h"
#include "backend/matching/identifier.h"
#include "backend/matching/name_index.h"

#include <span>

namespace onceover {

namespace {

Comparison equalOrNot(bool isEqual)
{
    return isEqual ? Comparison::Equal : Comparison::Differs;
}

void compareNames(const RecordFacts& record, const PaymentFacts& payment, FieldComparison& fields)
{
    const auto take = [&fields](Spelling spelling, std::string_view field) {
        fields.reference = Comparison::Equal;
        if (fields.spelling && *fields.spelling <= spelling)
            return;
        fields.spelling = spelling;
        fields.namedIn = field;
    };
    for (const FoundReference& found : namesOf(record.references, record.text)) {
        if (found.reference == payment.reference)
            take(found.spelling, found.field);
        else if (fields.reference == Comparison::Missing)
            fields.reference = Comparison::Differs;
    }
    const NameIndex index(std::span(&payment, 1));
    // Field by field, to say where it stands.
    const auto lookIn = [&](std::string_view field, const RecordFacts& part) {
        const RecordNames names = index.namesIn(part, 0);
        for (const NamePair& pair : names.pairs)
            take(pair.spelling, field);
        for (const NameBeginning& beginning : names.beginnings) {
            if (beginning.holds(nameKeyOf(payment.reference.text())))
                take(Spelling::Truncated, field);
        }
    };
    for (const auto& each : record.references) {
        RecordFacts part;
        part.references.insert(each);
        lookIn(each.first, part);
    }
    RecordFacts narrative;
    narrative.text = record.text;
    lookIn(kTextField, narrative);
}

void compareWindow(
    const RecordFacts& record,
    const PaymentFacts& payment,
    const MatchRules* rules,
    FieldComparison& fields)
{
    if (rules == nullptr || !record.bookedOn || !payment.firstSentUs)
        return;
    const PaymentDays days =
        daysOf(*rules, *payment.firstSentUs, payment.lastSentUs.value_or(*payment.firstSentUs));
    if (days.isKnown)
        fields.window = equalOrNot(*record.bookedOn >= days.from && *record.bookedOn <= days.to);
}

} // namespace

std::string foldedAccount(std::string_view account)
{
    std::string folded;
    for (const char character : account) {
        if (character == ' ')
            continue;
        folded += character >= 'a' && character <= 'z' ? static_cast<char>(character - 'a' + 'A')
                                                       : character;
    }
    return folded;
}

std::string_view toText(Comparison comparison)
{
    switch (comparison) {
    case Comparison::Equal:
        return "EQUAL";
    case Comparison::Differs:
        return "DIFFERS";
    case Comparison::Missing:
        break;
    }
    return "MISSING";
}

FieldComparison compareFields(
    const RecordFacts& record, const PaymentFacts& payment, const MatchRules* rules)
{
    FieldComparison fields;
    compareNames(record, payment, fields);
    fields.amountRelation = amountRelation(record, payment, rules);
    fields.amount = equalOrNot(record.amountMinor == payment.amountMinor && !record.isBundle);
    fields.currency = record.currency.empty() ? Comparison::Missing
                                              : equalOrNot(record.currency == payment.currency);
    fields.direction = equalOrNot(record.direction == payment.direction);
    const std::string account = foldedAccount(record.counterpartyAccount);
    if (!account.empty()) {
        fields.payeeAccount = equalOrNot(account == foldedAccount(payment.payeeAccount));
        fields.isAccountNormalised = fields.payeeAccount == Comparison::Equal
                                     && record.counterpartyAccount != payment.payeeAccount;
    }
    compareWindow(record, payment, rules, fields);
    return fields;
}

} // namespace onceover
