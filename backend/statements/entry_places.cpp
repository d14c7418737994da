// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/entry_places.h"

#include "backend/domain/sha256.h"

#include <cstdint>
#include <map>

namespace onceover {

namespace {

// The movements of one day, in whichever order the statement lists them.
struct Day
{
    std::int64_t sumMinor = 0;
    std::int64_t openingMinor = 0;
    // How many lines that look the same have been passed.
    std::map<std::string, std::int64_t> equalLines;
};

const std::string& dayOf(const StatementEntry& entry)
{
    return entry.bookingDate.empty() ? entry.valueDate : entry.bookingDate;
}

// What the line says beside day and amount, so that another line in its place is another line.
std::string wordsOf(const StatementEntry& entry)
{
    std::string words = entry.isReversal ? "reversal\n" : "\n";
    for (const auto& [key, value] : entry.references)
        words += key + "=" + value + "\n";
    return toHex(sha256(words + entry.text)).substr(0, 32);
}

bool isPlaced(const StatementEntry& entry, const Statement& statement)
{
    return entry.status == EntryStatus::Booked && entry.currency == statement.currency;
}

} // namespace

std::vector<std::string> placesOf(
    const Statement& statement, const std::vector<StatementEntry>& entries)
{
    if (!statement.openingMinor || statement.ties != true || statement.isInterim)
        return {};
    std::map<std::string, Day> days;
    for (const StatementEntry& entry : entries) {
        if (!isPlaced(entry, statement))
            continue;
        // The statement's own sum did not overflow, but a day's may.
        std::int64_t& sumMinor = days[dayOf(entry)].sumMinor;
        if (dayOf(entry).empty() || __builtin_add_overflow(sumMinor, entry.amountMinor, &sumMinor))
            return {};
    }
    std::int64_t balanceMinor = *statement.openingMinor;
    for (auto& [name, day] : days) {
        day.openingMinor = balanceMinor;
        if (__builtin_add_overflow(balanceMinor, day.sumMinor, &balanceMinor))
            return {};
    }
    std::vector<std::string> places;
    places.reserve(entries.size());
    for (const StatementEntry& entry : entries) {
        std::string place;
        if (isPlaced(entry, statement)) {
            Day& day = days[dayOf(entry)];
            const std::string look =
                std::to_string(entry.amountMinor) + entry.currency + ":" + wordsOf(entry);
            place = "place:" + dayOf(entry) + ":" + std::to_string(day.openingMinor) + ":"
                    + std::to_string(++day.equalLines[look]) + ":" + look;
        }
        places.push_back(std::move(place));
    }
    return places;
}

} // namespace onceover
