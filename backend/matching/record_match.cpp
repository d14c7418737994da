// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/record_match.h"

#include <utility>

namespace onceover {

namespace {

// The pairs of one record, automatic as far as the record alone can tell.
std::vector<RecordMatch> matchesOf(
    std::size_t position, const RecordFacts& record, const PaymentsByReference& payments)
{
    std::vector<RecordMatch> matches;
    for (FoundReference& found : referencesOf(record.references, record.text)) {
        const auto payment = payments.find(found.reference);
        if (payment == payments.end())
            continue;
        RecordMatch match{position, std::move(found), compareFields(record, payment->second)};
        match.isAutomatic = match.fields.isExact() && record.isBooked && !record.isReversal;
        matches.push_back(std::move(match));
    }
    // A record that names two payments cannot say which of them it proves.
    if (matches.size() > 1) {
        for (RecordMatch& match : matches)
            match.isAutomatic = false;
    }
    return matches;
}

} // namespace

std::string_view toText(Tier tier)
{
    switch (tier) {
    case Tier::ExactReference:
        return "EXACT_REFERENCE";
    case Tier::NormalisedReference:
        return "NORMALISED_REFERENCE";
    case Tier::AccountAmountWindow:
        break;
    }
    return "ACCOUNT_AMOUNT_WINDOW";
}

std::vector<RecordMatch> matchByReference(
    const std::vector<RecordFacts>& records, const PaymentsByReference& payments)
{
    std::vector<RecordMatch> matches;
    std::map<Reference, std::size_t> bookedClaims;
    for (std::size_t position = 0; position < records.size(); ++position) {
        for (RecordMatch& match : matchesOf(position, records[position], payments)) {
            if (records[position].isBooked && !records[position].isReversal)
                ++bookedClaims[match.found.reference];
            matches.push_back(std::move(match));
        }
    }
    for (RecordMatch& match : matches)
        match.isAutomatic = match.isAutomatic && bookedClaims[match.found.reference] == 1;
    return matches;
}

} // namespace onceover
