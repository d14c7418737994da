// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/entry_identities.h"

#include "backend/domain/sha256.h"

#include <functional>

namespace onceover {

namespace {

// Cut off, two names could become one.
std::string bounded(std::string name)
{
    constexpr std::size_t kMaxName = 240;
    return name.size() <= kMaxName ? name : "sha256:" + toHex(sha256(name));
}

} // namespace

// Banks use their references again in later years, so the day and the amount belong to the name.
std::string EntryIdentities::bankIdentity(const StatementEntry& entry)
{
    const auto reference = entry.references.find(kAccountServicer);
    if (reference == entry.references.end())
        return {};
    return "bank:" + reference->second + ":" + entry.bookingDate + ":"
           + std::to_string(entry.amountMinor) + entry.currency + ":"
           + std::string(toText(entry.status));
}

void EntryIdentities::add(const StatementEntry& entry)
{
    const auto reference = entry.references.find(kAccountServicer);
    if (reference != entry.references.end())
        ++m_counts[std::hash<std::string>{}(reference->second)];
}

std::string EntryIdentities::of(
    const Statement& statement, const StatementEntry& entry, std::string_view fileDigest) const
{
    const auto reference = entry.references.find(kAccountServicer);
    if (reference != entry.references.end()) {
        const auto count = m_counts.find(std::hash<std::string>{}(reference->second));
        if (count != m_counts.end() && count->second == 1)
            return bounded(bankIdentity(entry));
    }
    return positionOf(statement, entry, fileDigest);
}

std::string EntryIdentities::positionOf(
    const Statement& statement, const StatementEntry& entry, std::string_view fileDigest)
{
    std::string scope = "file:" + std::string(fileDigest) + ":" + std::to_string(statement.ordinal);
    if (!statement.statementId.empty())
        scope = "statement:" + statement.statementId + ":" + statement.electronicSequenceNumber
                + ":" + statement.createdAt.substr(0, 10) + ":" + statement.periodFrom;
    return bounded(scope + ":" + entry.bookingDate + ":" + std::to_string(entry.position));
}

} // namespace onceover
