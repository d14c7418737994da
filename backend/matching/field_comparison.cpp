// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/field_comparison.h"

#include "backend/matching/found_reference.h"

#include <algorithm>

namespace onceover {

namespace {

// Accounts as people and banks write them: blanks and case carry no meaning.
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

Comparison equalOrNot(bool isEqual)
{
    return isEqual ? Comparison::Equal : Comparison::Differs;
}

Comparison compareReference(const RecordFacts& record, const PaymentFacts& payment)
{
    const auto found = referencesOf(record.references, record.text);
    if (found.empty())
        return Comparison::Missing;
    return equalOrNot(
        std::any_of(found.begin(), found.end(), [&payment](const FoundReference& each) {
            return each.reference == payment.reference;
        }));
}

} // namespace

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

FieldComparison compareFields(const RecordFacts& record, const PaymentFacts& payment)
{
    FieldComparison fields;
    fields.reference = compareReference(record, payment);
    fields.amount = equalOrNot(record.amountMinor == payment.amountMinor);
    fields.currency = record.currency.empty() ? Comparison::Missing
                                              : equalOrNot(record.currency == payment.currency);
    fields.direction = equalOrNot(record.direction == payment.direction);
    const std::string account = foldedAccount(record.counterpartyAccount);
    if (!account.empty())
        fields.payeeAccount = equalOrNot(account == foldedAccount(payment.payeeAccount));
    return fields;
}

} // namespace onceover
