// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/charge_listing.h"

#include "backend/domain/sha256.h"
#include "backend/provider/charge_reader.h"
#include "backend/provider/json_text.h"
#include "backend/provider/message_template.h"
#include "backend/provider/redaction.h"

#include <algorithm>
#include <map>

namespace onceover {

namespace {

constexpr int kMaxPages = 1000;
constexpr std::int64_t kUsPerMs = 1000;
constexpr std::int64_t kUsPerSecond = 1'000'000;

using Fetch = std::function<HttpExchange(const std::string& path)>;
using Charges = std::map<std::string, ChargeRecord>;

struct Pass
{
    Charges charges;
    // Empty when every page was read.
    std::string problem;
    std::int64_t askedAtUs = 0;
    std::int64_t answeredAtUs = 0;
    // The earliest of what the pages themselves claim to show up to; INT64_MAX when none does.
    std::int64_t claimedUntilUs = INT64_MAX;
    std::string lastBody;
};

struct Page
{
    std::string problem;
    std::string nextToken;
    bool hasMore = false;
};

std::string problemOf(const HttpExchange& exchange)
{
    if (exchange.end != HttpExchange::End::Answered)
        return exchange.reason;
    return exchange.status == 200 ? std::string{} : "http_" + std::to_string(exchange.status);
}

// Adds the page's records to the pass. A record seen twice with different content moved while it
// was read.
std::string addRecords(
    const nlohmann::json& records,
    const HttpProfile& profile,
    Charges& charges,
    std::string& lastId)
{
    if (!records.is_array())
        return "not_well_formed";
    for (const nlohmann::json& node : records) {
        auto record = readCharge(node, profile.record);
        if (!record)
            return "record_without_id";
        lastId = record->id;
        const auto [place, isNew] = charges.emplace(record->id, *record);
        if (!isNew && !(place->second == *record))
            return "passes_disagree";
    }
    return {};
}

Page readPage(const nlohmann::json& document, const HttpProfile& profile, Pass& pass)
{
    const ListShape& shape = *profile.list;
    Page page;
    const nlohmann::json* records = nodeAt(document, shape.recordsAt);
    std::string lastId;
    page.problem =
        records ? addRecords(*records, profile, pass.charges, lastId) : "not_well_formed";
    if (!page.problem.empty() || shape.paging == "NONE")
        return page;
    const nlohmann::json* more = nodeAt(document, shape.moreAt);
    if (shape.paging == "CURSOR") {
        // A missing or null cursor ends the list.
        page.hasMore = more && !more->is_null();
        page.nextToken =
            page.hasMore ? shortText(*more, 500).value_or(std::string{}) : std::string{};
    } else {
        if (!more || !more->is_boolean())
            page.problem = "not_well_formed";
        page.hasMore = more && more->is_boolean() && more->get<bool>();
        page.nextToken = lastId;
    }
    // "More" without a way to it would end in a loop or in a list that only looks complete.
    if (page.hasMore && page.nextToken.empty())
        page.problem = "not_well_formed";
    return page;
}

void noteClaim(const nlohmann::json& document, const HttpProfile& profile, Pass& pass)
{
    if (profile.visibleUntilAt.empty())
        return;
    const nlohmann::json* node = nodeAt(document, profile.visibleUntilAt);
    const auto claimed = node ? exactInteger(*node) : std::nullopt;
    std::int64_t claimedUs = 0;
    if (!claimed || __builtin_mul_overflow(*claimed, profile.record.createdUnitUs, &claimedUs))
        claimedUs = 0;
    pass.claimedUntilUs = std::min(pass.claimedUntilUs, claimedUs);
}

Pass walk(const HttpProfile& profile, const std::string& path, const Fetch& fetch)
{
    Pass pass;
    std::string token;
    for (int number = 0; number < kMaxPages; ++number) {
        const char joint = path.find('?') == std::string::npos ? '?' : '&';
        const std::string pagePath =
            token.empty() ? path
                          : path + joint + percentEncoded(profile.list->pageParameter) + "="
                                + percentEncoded(token);
        const HttpExchange exchange = fetch(pagePath);
        if (number == 0)
            pass.askedAtUs = exchange.startedAtUs;
        pass.answeredAtUs = exchange.finishedAtUs;
        pass.lastBody = exchange.body;
        pass.problem = problemOf(exchange);
        if (!pass.problem.empty())
            return pass;
        const auto document = parseJson(exchange.body);
        if (!document) {
            pass.problem = "not_well_formed";
            return pass;
        }
        noteClaim(*document, profile, pass);
        Page page = readPage(*document, profile, pass);
        pass.problem = page.problem;
        if (!pass.problem.empty() || !page.hasMore)
            return pass;
        token = std::move(page.nextToken);
    }
    pass.problem = "too_many_pages";
    return pass;
}

// Floor for the start and ceiling for the end, so that a coarser unit never cuts the span.
std::string pathFor(const ListShape& shape, std::int64_t fromUs, std::int64_t toUs)
{
    const auto ceiling = [](std::int64_t value, std::int64_t unit) {
        return (value + unit - 1) / unit;
    };
    const PlaceholderValues values = {
        {"from_us", std::to_string(fromUs)},
        {"to_us", std::to_string(toUs)},
        {"from_ms", std::to_string(fromUs / kUsPerMs)},
        {"to_ms", std::to_string(ceiling(toUs, kUsPerMs))},
        {"from_s", std::to_string(fromUs / kUsPerSecond)},
        {"to_s", std::to_string(ceiling(toUs, kUsPerSecond))},
    };
    return expand(shape.path, values, percentEncoded).value_or(shape.path);
}

// A provider that counts in seconds shows a charge with the start of its second: the span is
// widened to whole units.
bool isWithin(
    const ChargeRecord& record, std::int64_t fromUs, std::int64_t toUs, std::int64_t unitUs)
{
    return record.createdAtUs == 0
           || (record.createdAtUs >= fromUs - fromUs % unitUs && record.createdAtUs < toUs);
}

} // namespace

ListAnswer listTwice(
    const HttpProfile& profile, std::int64_t fromUs, std::int64_t toUs, const Fetch& fetch)
{
    ListAnswer answer;
    if (!profile.list) {
        answer.reason = "not_offered";
        return answer;
    }
    const std::string path =
        pathFor(*profile.list, std::max<std::int64_t>(fromUs, 0), std::max<std::int64_t>(toUs, 0));
    Pass first = walk(profile, path, fetch);
    Pass second;
    if (first.problem.empty())
        second = walk(profile, path, fetch);
    const bool isSecondRead = first.problem.empty();
    answer.askedAtUs = first.askedAtUs;
    answer.answeredAtUs = isSecondRead ? second.answeredAtUs : first.answeredAtUs;
    answer.reason = isSecondRead ? second.problem : first.problem;
    if (answer.reason.empty() && first.charges != second.charges)
        answer.reason = "passes_disagree";
    answer.complete = answer.reason.empty();
    Charges seen = std::move(second.charges);
    seen.merge(first.charges);
    for (auto& [id, record] : seen) {
        if (isWithin(record, fromUs, toUs, profile.record.createdUnitUs))
            answer.records.push_back(std::move(record));
    }
    const std::string& body = isSecondRead ? second.lastBody : first.lastBody;
    if (!body.empty()) {
        answer.bodyExcerpt = redactedExcerpt(body);
        answer.bodySha256 = toHex(sha256(body));
    }
    if (answer.complete) {
        answer.reason = "listed";
        const std::int64_t shownUntilUs =
            answer.askedAtUs - profile.declared.visibilityLagMs * kUsPerMs;
        answer.visibleUntilUs =
            std::min({shownUntilUs, first.claimedUntilUs, second.claimedUntilUs});
        answer.coverageFromUs = fromUs;
        answer.coverageToUs = std::min(toUs, *answer.visibleUntilUs);
    }
    return answer;
}

} // namespace onceover
