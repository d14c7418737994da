// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/free_lines.h"

#include "backend/matching/found_reference.h"
#include "backend/matching/identifier.h"
#include "backend/matching/match_book_reader.h"
#include "backend/matching/match_facts_json.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

Error unreadable(const std::exception& wrong)
{
    return Error::notHappened(
        "match.facts_unreadable",
        std::string("The database tells something that cannot be matched: ") + wrong.what());
}

// All that a line is compared with, itself included.
struct World
{
    std::vector<RecordFacts> records;
    std::vector<PaymentFacts> payments;
    std::vector<std::string> paymentIds;
    std::vector<CoveredDays> coverage;
    MatchRuleBook rules;
};

Result<World> worldFrom(const FreeLines& lines, const Json& told)
{
    World world;
    world.records = lines.records;
    for (const Json& each : told.at("records"))
        world.records.push_back(recordFactsFrom(each));
    for (const Json& each : told.at("payments")) {
        world.payments.push_back(paymentFactsFrom(each));
        world.paymentIds.push_back(each.at("payment_id").get<std::string>());
    }
    for (const Json& each : told.at("coverage"))
        world.coverage.push_back(coveredDaysFrom(each));
    auto rules = matchRuleBookFrom(told.at("rules").dump());
    if (!rules)
        return Failure(rules.error());
    world.rules = std::move(*rules);
    return world;
}

// A name for each closed set: within one account and amount sets lie one after the other in time.
std::map<std::size_t, std::string> setNames(
    const World& world, const std::vector<RecordMatch>& matches)
{
    std::vector<std::size_t> members;
    for (std::size_t index = 0; index < matches.size(); ++index) {
        if (matches[index].reason == MatchReason::ClosedSet)
            members.push_back(index);
    }
    const auto key = [&](std::size_t index) {
        const RecordFacts& record = world.records[matches[index].record];
        return std::make_tuple(
            foldedAccount(record.counterpartyAccount),
            record.amountMinor,
            record.currency,
            record.direction,
            record.bookedOn.value_or(0),
            record.identity);
    };
    std::sort(members.begin(), members.end(), [&](std::size_t left, std::size_t right) {
        return key(left) < key(right);
    });
    std::map<std::size_t, std::string> names;
    for (std::size_t first = 0; first < members.size();) {
        const std::size_t end =
            std::min(first + matches[members[first]].recordCount, members.size());
        const std::string name = world.records[matches[members[first]].record].identity;
        for (; first < end; ++first)
            names.emplace(members[first], name);
    }
    return names;
}

// A taken line says nothing new, and a payment that was never sent is not meant by a line that only
// looks alike.
bool isTold(const RecordMatch& match)
{
    const bool isAlike = match.tier == Tier::AccountAmountWindow;
    return match.reason != MatchReason::RecordTaken
           && !(isAlike && match.reason == MatchReason::NeverSent);
}

std::string matchesIn(const World& world)
{
    const std::vector<RecordMatch> matches =
        matchLayer(world.records, world.payments, world.rules, world.coverage);
    const auto sets = setNames(world, matches);
    Json told = Json::array();
    for (std::size_t index = 0; index < matches.size(); ++index) {
        const RecordMatch& match = matches[index];
        if (!isTold(match))
            continue;
        Json pair = {
            {"record_id", world.records[match.record].identity},
            {"payment_id", world.paymentIds[match.payment]},
            {"tier", toText(match.tier)},
            {"reason", toText(match.reason)},
            {"fields", fieldsOf(match)}};
        if (const auto set = sets.find(index); set != sets.end())
            pair["set"] = set->second;
        told.push_back(std::move(pair));
    }
    return told.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

Result<std::vector<FreeLines>> freeLinesFrom(std::string_view page)
{
    try {
        std::map<std::string, FreeLines> layers;
        for (const Json& each : Json::parse(page)) {
            const auto id = Uuid::fromText(each.at("record_id").get<std::string>());
            if (!id)
                throw std::invalid_argument("a line has no id");
            FreeLines& lines = layers[each.at("layer").get<std::string>()];
            lines.ids.push_back(*id);
            lines.records.push_back(recordFactsFrom(each));
        }
        std::vector<FreeLines> all;
        for (auto& [layer, lines] : layers) {
            lines.layer = layer;
            all.push_back(std::move(lines));
        }
        return all;
    } catch (const std::exception& wrong) {
        return Failure(unreadable(wrong));
    }
}

SoughtNames soughtNames(const FreeLines& lines)
{
    std::set<std::string> names;
    std::set<std::string> beginnings;
    const auto addBeginning = [&beginnings](std::string_view text, std::string_view field) {
        if (const auto beginning = beginningIn(text, field))
            beginnings.insert(beginning->characters);
    };
    for (const RecordFacts& record : lines.records) {
        for (const FoundReference& found : namesOf(record.references, record.text))
            names.insert(found.reference.text());
        for (const auto& [field, value] : record.references) {
            addBeginning(value, field);
            if (!isPlaceholder(value))
                names.insert(std::string(trimmedIdentifier(value)));
        }
        addBeginning(record.text, kTextField);
    }
    return {{names.begin(), names.end()}, {beginnings.begin(), beginnings.end()}};
}

Result<std::string> matchesOf(const FreeLines& lines, std::string_view world)
{
    try {
        const auto read = worldFrom(lines, Json::parse(world));
        if (!read)
            return Failure(read.error());
        return matchesIn(*read);
    } catch (const std::exception& wrong) {
        return Failure(unreadable(wrong));
    }
}

} // namespace onceover
