// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/import_record.h"

#include "backend/matching/found_reference.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <utility>

namespace onceover {

namespace {

using Json = nlohmann::json;

// What moves between a provider's pockets and ours belongs to no payment, whatever it names.
bool isOfAPayment(const std::string& kind)
{
    static constexpr std::array<std::string_view, 7> kOthers{
        "FEE", "RESERVE", "PAYOUT", "CARRY", "CONVERSION", "TRANSFER", "ADJUSTMENT"};
    return std::find(kOthers.begin(), kOthers.end(), kind) == kOthers.end();
}

Shown shownOf(const StatementDetail& detail, std::int64_t amountMinor)
{
    return {
        amountMinor, &detail.references, detail.text, detail.counterpartyAccount, false, {}, {}};
}

// Gross with its fee, and a refund that the line nets, which is another payment's.
std::vector<Shown> partsOf(const StatementEntry& entry)
{
    static const StatementReferences kNone;
    const EntryParts& parts = *entry.parts;
    const std::string account =
        entry.details.empty() ? std::string() : entry.details.front().counterpartyAccount;
    std::vector<Shown> shown{
        {parts.grossMinor,
         &entry.references,
         entry.text,
         account,
         false,
         entry.kind,
         parts.feeMinor}};
    if (parts.refundMinor != 0)
        shown.push_back({parts.refundMinor, &kNone, "refund", {}, false, "REFUND", 0});
    return shown;
}

// What the line names: proof of one payment, or several names for people to look at.
void nameInto(Json& record, const StatementEntry& entry, const Shown& shown)
{
    const std::vector<FoundReference> found = namesOf(*shown.references, shown.text);
    std::set<std::string> distinct;
    for (const FoundReference& each : found)
        distinct.insert(each.reference.text());
    // A name that only looks right proves nothing, and is shown.
    if (found.size() == 1 && !isForPeople(found.front().spelling) && !shown.isBundle) {
        record["reference"] = *distinct.begin();
        if (found.front().generation)
            record["provider_key"] =
                *distinct.begin() + "-" + std::to_string(*found.front().generation);
        return;
    }
    if (shown.isBundle) {
        for (const StatementDetail& detail : entry.details) {
            for (const FoundReference& each : namesOf(detail.references, detail.text))
                distinct.insert(each.reference.text());
        }
    }
    if (!distinct.empty())
        record["named_references"] = distinct;
}

} // namespace

bool hasShape(std::string_view text, std::string_view shape)
{
    if (text.size() < shape.size())
        return false;
    return std::equal(shape.begin(), shape.end(), text.begin(), [](char wanted, char given) {
        return wanted == '0' ? given >= '0' && given <= '9' : wanted == given;
    });
}

nlohmann::json dateOrNull(const std::string& text)
{
    return hasShape(text, "0000-00-00") ? Json(text.substr(0, 10)) : Json();
}

// One record per transaction where the file tells every share, and what its charges explain beside
// them, so that the records add up to the entry. The entry's own sum is never given to a part.
std::vector<Shown> shownBy(const StatementEntry& entry)
{
    static const StatementReferences kNone;
    if (entry.parts)
        return partsOf(entry);
    const bool isCounted =
        !entry.batchCount || std::cmp_equal(*entry.batchCount, entry.details.size());
    bool isSplit = !entry.details.empty() && !entry.unexplainedMinor && isCounted;
    std::int64_t restMinor = entry.amountMinor;
    for (const StatementDetail& detail : entry.details)
        isSplit = isSplit && detail.amountMinor
                  && !__builtin_sub_overflow(restMinor, *detail.amountMinor, &restMinor);
    if (!isSplit)
        return {
            {entry.amountMinor,
             &entry.references,
             entry.text,
             entry.details.size() == 1 ? entry.details.front().counterpartyAccount : std::string(),
             entry.details.size() > 1 || entry.batchCount.value_or(1) > 1
                 || entry.unexplainedMinor.has_value(),
             entry.kind,
             {}}};
    std::vector<Shown> shown;
    for (const StatementDetail& detail : entry.details)
        shown.push_back(shownOf(detail, *detail.amountMinor));
    // The references of an entry with one transaction are the transaction's.
    if (shown.size() == 1) {
        shown.front().references = &entry.references;
        shown.front().text = entry.text;
        shown.front().kind = entry.kind;
    }
    if (restMinor != 0)
        shown.push_back({restMinor, &kNone, "charges", {}, false, {}, {}});
    return shown;
}

nlohmann::json recordJson(const StatementEntry& entry, const Shown& shown)
{
    Json record;
    record["amount_minor"] = std::llabs(shown.amountMinor);
    record["currency"] = entry.currency;
    record["direction"] = shown.amountMinor < 0 ? "OUT" : "IN";
    record["state"] = toText(entry.status);
    record["is_reversal"] = entry.isReversal;
    record["payee_account"] = shown.account;
    record["references"] = Json::object();
    for (const auto& reference : *shown.references)
        record["references"][reference.first] = reference.second;
    if (!entry.printedValueDate.empty())
        record["references"]["value_date_printed"] = entry.printedValueDate;
    record["narrative"] = shown.text;
    record["booked_on"] = dateOrNull(entry.bookingDate);
    record["value_on"] = dateOrNull(entry.valueDate);
    if (!shown.kind.empty())
        record["kind"] = shown.kind;
    if (shown.feeMinor) {
        record["fee_minor"] = *shown.feeMinor;
        record["net_minor"] = shown.amountMinor + *shown.feeMinor;
    }
    if (isOfAPayment(shown.kind))
        nameInto(record, entry, shown);
    return record;
}

} // namespace onceover
