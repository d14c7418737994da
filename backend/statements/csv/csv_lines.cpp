// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_lines.h"

#include "backend/domain/sha256.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace onceover {

namespace {

constexpr std::size_t kMomentLength = 19;
constexpr std::size_t kLongestKey = 160;

bool hasTime(const StatementEntry& entry)
{
    return entry.bookedAt.size() >= kMomentLength && entry.bookedAt[10] == 'T';
}

std::string amountOf(const StatementEntry& entry)
{
    return std::to_string(entry.amountMinor) + entry.currency;
}

// Everything that a line says, each part with its length.
class Words
{
public:
    void add(const std::string& text) { m_text += std::to_string(text.size()) + ":" + text + ","; }

    std::string digest() const { return toHex(sha256(m_text)).substr(0, 40); }

private:
    std::string m_text;
};

std::string placeOf(
    const StatementEntry& entry,
    const std::string& account,
    const std::string& slot,
    bool hasBalance)
{
    Words words;
    words.add(account);
    words.add(slot);
    words.add(hasBalance ? std::to_string(*entry.balanceBeforeMinor) : std::string());
    words.add(amountOf(entry));
    words.add(std::string(toText(entry.status)));
    words.add(entry.valueDate);
    words.add(entry.kind);
    words.add(entry.typeCode);
    words.add(entry.isReversal ? "reversal" : "");
    words.add(entry.text);
    for (const auto& [key, value] : entry.references) {
        words.add(key);
        words.add(value);
    }
    for (const StatementFee& fee : entry.fees)
        words.add(std::to_string(fee.amountMinor) + fee.currency);
    for (const StatementDetail& detail : entry.details) {
        words.add(detail.counterpartyName);
        words.add(detail.counterpartyAccount);
    }
    return "line:" + words.digest();
}

std::string keyedName(const Statement& statement, const StatementEntry& entry)
{
    std::string name =
        "ref:"
        + (entry.lineKey.size() <= kLongestKey ? entry.lineKey : toHex(sha256(entry.lineKey)));
    const bool isBooked = entry.status == EntryStatus::Booked;
    if (statement.layer == "BANK" || !isBooked)
        name += "@" + entry.bookingDate;
    if (!isBooked)
        name += "@" + std::string(toText(entry.status));
    return name + "#" + amountOf(entry);
}

} // namespace

CsvLines csvLinesOf(const Statement& statement, const std::vector<StatementEntry>& entries)
{
    const bool hasTimes = std::all_of(entries.begin(), entries.end(), hasTime);
    const bool hasBalances =
        statement.balancesFollow == true
        && std::all_of(entries.begin(), entries.end(), [](const StatementEntry& entry) {
               return entry.balanceBeforeMinor.has_value();
           });
    CsvLines found;
    found.lines.reserve(entries.size());
    std::map<std::string, std::int64_t> counts;
    for (const StatementEntry& entry : entries) {
        CsvLine line;
        line.slot = hasTimes ? entry.bookedAt.substr(0, kMomentLength) : entry.bookingDate;
        const bool isPlaced = entry.lineKey.empty();
        line.name = isPlaced ? placeOf(entry, statement.account, line.slot, hasBalances)
                             : keyedName(statement, entry);
        const std::int64_t count = ++counts[line.name];
        // A charge is called as the provider's own interface calls it.
        if (statement.layer == "CHARGE" && !isPlaced && count == 1
            && entry.status == EntryStatus::Booked)
            line.name = entry.lineKey;
        else
            line.name += "#" + std::to_string(count);
        if (entry.status == EntryStatus::Booked) {
            if (found.firstSlot.empty() || line.slot < found.firstSlot)
                found.firstSlot = line.slot;
            found.lastSlot = std::max(found.lastSlot, line.slot);
        }
        if (isPlaced)
            found.form = std::string(hasTimes ? "time" : "day") + (hasBalances ? "+balance" : "");
        found.lines.push_back(std::move(line));
    }
    return found;
}

} // namespace onceover
