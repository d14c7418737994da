// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/query_endpoint.h"

#include "app/sandbox/fault_plan.h"
#include "app/sandbox/wall_clock.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace onceover {

namespace {

constexpr std::int64_t kDefaultLimit = 100;
constexpr std::int64_t kMaxLimit = 1'000;

// An optional whole number of the query string; nothing where it is no number.
std::optional<std::int64_t> numberOf(
    const HttpRequest& request, const char* name, std::int64_t fallback)
{
    const std::string text = request.parameter(name);
    if (text.empty())
        return fallback;
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || value < 0)
        return std::nullopt;
    return value;
}

} // namespace

QueryEndpoint::QueryEndpoint(const ChargeBook& book, FaultScript& script)
    : m_book(book)
    , m_script(script)
{}

HttpReply QueryEndpoint::get(
    const std::string& provider, const std::string& id, const HttpRequest& request)
{
    FaultOccasion occasion;
    occasion.isQuery = true;
    occasion.provider = provider;
    occasion.reference = request.parameter("reference");
    occasion.key = request.parameter("key");
    occasion.nth = ++m_queries[provider];
    const FaultPlan plan = FaultPlan::of(m_script.choose(occasion).faults);
    return plan.spoilt(answer(provider, id, request));
}

HttpReply QueryEndpoint::answer(
    const std::string& provider, const std::string& id, const HttpRequest& request) const
{
    const ProviderRules rules = m_script.rulesFor(provider);
    const std::int64_t atUs = nowUs();
    const std::string key = request.parameter("key");
    const std::string reference = request.parameter("reference");
    const bool isQuery = !id.empty() || !key.empty() || !reference.empty();
    if (isQuery ? !rules.query : !rules.list)
        return HttpReply::error(404, "no_such_endpoint");
    if (!isQuery)
        return list(provider, request, atUs);
    if (!id.empty()) {
        for (const Charge* charge : m_book.all(provider, atUs)) {
            if (charge->id == id)
                return HttpReply::json(200, charge->asAnswer());
        }
        return HttpReply::error(404, "not_found");
    }
    std::vector<const Charge*> found = key.empty() ? m_book.byReference(provider, reference, atUs)
                                                   : m_book.byKey(provider, key, atUs);
    if (!key.empty() && !reference.empty())
        found.erase(
            std::remove_if(
                found.begin(),
                found.end(),
                [&](const Charge* charge) { return charge->reference != reference; }),
            found.end());
    return HttpReply::json(200, envelope(provider, found, atUs));
}

HttpReply QueryEndpoint::list(
    const std::string& provider, const HttpRequest& request, std::int64_t atUs) const
{
    const auto from = numberOf(request, "from", 0);
    const auto to = numberOf(request, "to", std::numeric_limits<std::int64_t>::max());
    const auto limit = numberOf(request, "limit", kDefaultLimit);
    if (!from || !to || !limit || *limit < 1 || *limit > kMaxLimit)
        return HttpReply::error(
            422, "invalid_request", "from, to and limit (1 to 1000) are numbers");
    const std::vector<const Charge*> all = m_book.all(provider, atUs);
    auto at = all.begin();
    const std::string after = request.parameter("after");
    if (!after.empty()) {
        at = std::find_if(
            all.begin(), all.end(), [&](const Charge* charge) { return charge->id == after; });
        if (at == all.end())
            return HttpReply::error(422, "invalid_request", "after names no charge");
        ++at;
    }
    std::vector<const Charge*> page;
    bool hasMore = false;
    for (; at != all.end() && !hasMore; ++at) {
        const std::int64_t createdS = (*at)->createdUs / kUsPerSecond;
        if (createdS < *from || createdS >= *to)
            continue;
        if (static_cast<std::int64_t>(page.size()) == *limit)
            hasMore = true;
        else
            page.push_back(*at);
    }
    Json body = envelope(provider, page, atUs);
    body["has_more"] = hasMore;
    return HttpReply::json(200, body);
}

Json QueryEndpoint::envelope(
    const std::string& provider, const std::vector<const Charge*>& charges, std::int64_t atUs) const
{
    Json data = Json::array();
    for (const Charge* charge : charges)
        data.push_back(charge->asAnswer());
    std::int64_t untilUs = atUs - m_script.rulesFor(provider).visibilityDelayMs * kUsPerMs;
    if (const auto hidden = m_book.oldestHiddenUs(provider, atUs))
        untilUs = std::min(untilUs, *hidden - kUsPerSecond);
    return Json{
        {"data", data}, {"as_of", atUs / kUsPerSecond}, {"visible_until", untilUs / kUsPerSecond}};
}

} // namespace onceover
