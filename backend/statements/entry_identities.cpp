// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/entry_identities.h"

#include "backend/domain/sha256.h"

#include <functional>
#include <optional>

namespace onceover {

namespace {

// Cut off, two names could become one.
std::string bounded(std::string name)
{
    constexpr std::size_t kMaxName = 240;
    return name.size() <= kMaxName ? name : "sha256:" + toHex(sha256(name));
}

// Some banks give every statement one identification and one number: its balances tell it apart.
std::string balanceText(const std::string& day, const std::optional<std::int64_t>& balanceMinor)
{
    return day + "=" + (balanceMinor ? std::to_string(*balanceMinor) : std::string());
}

} // namespace

// Banks use their references again in later years, so the day and the amount belong to the name.
std::string EntryIdentities::bankIdentity(const StatementEntry& entry)
{
    const auto reference = entry.references.find(kAccountServicer);
    if (reference == entry.references.end())
        return {};
    const std::string& day = entry.bookingDate.empty() ? entry.valueDate : entry.bookingDate;
    return "bank:" + reference->second + ":" + day + ":" + std::to_string(entry.amountMinor)
           + entry.currency + ":" + std::string(toText(entry.status));
}

void EntryIdentities::add(const StatementEntry& entry)
{
    const auto reference = entry.references.find(kAccountServicer);
    if (reference != entry.references.end())
        ++m_counts[std::hash<std::string>{}(reference->second)];
}

std::string EntryIdentities::of(
    const Statement& statement,
    const StatementEntry& entry,
    std::string_view fileDigest,
    std::string_view place) const
{
    const auto reference = entry.references.find(kAccountServicer);
    if (reference != entry.references.end()) {
        const auto count = m_counts.find(std::hash<std::string>{}(reference->second));
        if (count != m_counts.end() && count->second == 1)
            return bounded(bankIdentity(entry));
    }
    return place.empty() ? positionOf(statement, entry, fileDigest) : bounded(std::string(place));
}

std::string EntryIdentities::positionOf(
    const Statement& statement, const StatementEntry& entry, std::string_view fileDigest)
{
    std::string scope = "file:" + std::string(fileDigest) + ":" + std::to_string(statement.ordinal);
    if (!statement.statementId.empty())
        scope = "statement:" + statement.format + ":" + statement.statementId + ":"
                + statement.electronicSequenceNumber + ":" + statement.createdAt.substr(0, 10) + ":"
                + statement.periodFrom + ":"
                + balanceText(statement.openingDate, statement.openingMinor) + ":"
                + balanceText(statement.closingDate, statement.closingMinor);
    return bounded(scope + ":" + entry.bookingDate + ":" + std::to_string(entry.position));
}

} // namespace onceover
