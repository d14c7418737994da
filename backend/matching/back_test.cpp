// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/back_test.h"

#include <algorithm>
#include <map>
#include <utility>

namespace onceover {

namespace {

std::map<std::size_t, RecordMatch> linksUnder(
    const ResolvedCases& cases, const MatchRuleBook& rules)
{
    std::map<std::size_t, RecordMatch> links;
    for (RecordMatch& match : matchLayer(cases.records, cases.payments, rules, cases.coverage)) {
        if (isAutomatic(match.reason))
            links.emplace(match.record, std::move(match));
    }
    return links;
}

} // namespace

bool BackTest::isHarmless() const
{
    return std::none_of(findings.begin(), findings.end(), [](const BackTestFinding& finding) {
        return finding.kind == BackTestKind::ConfirmedWrongly;
    });
}

BackTest backTest(
    const ResolvedCases& cases, const MatchRuleBook& proposed, const MatchRuleBook& inForce)
{
    const auto before = linksUnder(cases, inForce);
    const auto after = linksUnder(cases, proposed);
    const auto isRight = [&cases](const RecordMatch& match) {
        // Identical payments are interchangeable: a closed set is right when each record belongs to
        // a payment of the set.
        const auto& owner = cases.owners.at(match.record);
        if (owner && match.reason == MatchReason::ClosedSet) {
            const PaymentFacts& one = cases.payments[*owner];
            const PaymentFacts& other = cases.payments[match.payment];
            return one.amountMinor == other.amountMinor && one.currency == other.currency
                   && one.direction == other.direction
                   && foldedAccount(one.payeeAccount) == foldedAccount(other.payeeAccount);
        }
        return owner == match.payment;
    };
    BackTest result;
    for (const auto& [record, match] : after) {
        if (!isRight(match)) {
            result.findings.push_back({BackTestKind::ConfirmedWrongly, match});
            continue;
        }
        ++result.rightlyLinked;
        if (before.count(record) == 0)
            result.findings.push_back({BackTestKind::NewlyFound, match});
    }
    for (const auto& [record, match] : before) {
        if (after.count(record) == 0 && isRight(match))
            result.findings.push_back({BackTestKind::NoLongerFound, match});
    }
    return result;
}

} // namespace onceover
