// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/back_test_json.h"

#include "backend/matching/back_test.h"
#include "backend/matching/match_book_reader.h"
#include "backend/matching/match_facts_json.h"

#include <map>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

const char* nameOf(BackTestKind kind)
{
    switch (kind) {
    case BackTestKind::ConfirmedWrongly:
        return "CONFIRMED_WRONGLY";
    case BackTestKind::NewlyFound:
        return "NEWLY_FOUND";
    case BackTestKind::NoLongerFound:
        break;
    }
    return "NO_LONGER_FOUND";
}

struct Told
{
    ResolvedCases cases;
    std::vector<std::string> paymentIds;
};

Told toldIn(const Json& work)
{
    Told told;
    std::map<std::string, std::size_t> positions;
    for (const Json& each : work.at("payments")) {
        positions.emplace(each.at("payment_id").get<std::string>(), told.paymentIds.size());
        told.paymentIds.push_back(each.at("payment_id").get<std::string>());
        told.cases.payments.push_back(paymentFactsFrom(each));
    }
    for (const Json& each : work.at("cases")) {
        told.cases.records.push_back(recordFactsFrom(each.at("record")));
        told.cases.owners.push_back(positions.at(each.at("payment_id").get<std::string>()));
    }
    for (const Json& each : work.at("coverage"))
        told.cases.coverage.push_back(coveredDaysFrom(each));
    return told;
}

Json findingsOf(const BackTest& test, const Told& told)
{
    Json findings = Json::array();
    for (const BackTestFinding& finding : test.findings)
        findings.push_back(
            {{"finding", nameOf(finding.kind)},
             {"record_id", told.cases.records[finding.match.record].identity},
             {"payment_id", told.paymentIds[finding.match.payment]},
             {"tier", toText(finding.match.tier)},
             {"reason", toText(finding.match.reason)}});
    return findings;
}

Json testOf(const Json& work)
{
    Json result = {
        {"decision_id", work.at("decision_id")},
        {"through_us", work.at("through_us")},
        {"cases_sha256", work.at("cases_sha256")},
        {"linked_rightly", 0}};
    const auto proposed = matchRuleBookFrom(work.at("rules").get<std::string>());
    if (!proposed) {
        result["fault"] = proposed.error().detail();
        return result;
    }
    const auto inForce = matchRuleBookFrom(work.at("rules_in_force").dump());
    const Told told = toldIn(work);
    const BackTest test = backTest(told.cases, *proposed, inForce.value_or(MatchRuleBook()));
    result["linked_rightly"] = test.rightlyLinked;
    result["findings"] = findingsOf(test, told);
    return result;
}

} // namespace

Result<std::string> backTestOf(std::string_view work)
{
    try {
        return testOf(Json::parse(work)).dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const std::exception& wrong) {
        return Failure(Error::notHappened(
            "match.facts_unreadable",
            std::string("The database tells cases that cannot be tested: ") + wrong.what()));
    }
}

} // namespace onceover
