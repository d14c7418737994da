// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/http_provider.h"

#include "backend/provider/charge_listing.h"
#include "backend/provider/charge_query.h"
#include "backend/provider/request_renderer.h"
#include "backend/provider/secret_source.h"
#include "backend/provider/submission_verdict.h"

#include <algorithm>
#include <chrono>

namespace onceover {

namespace {

std::int64_t unixMicroseconds()
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

SubmissionResult notSent(std::string reason)
{
    SubmissionResult result;
    result.answer = Answer::NotSent;
    result.reason = std::move(reason);
    result.startedAtUs = unixMicroseconds();
    result.finishedAtUs = result.startedAtUs;
    return result;
}

// False when the profile needs a secret and it cannot be read: then nothing may be sent.
bool authorize(const HttpProfile& profile, HttpRequest& request)
{
    if (!profile.authorization)
        return true;
    auto secret = readSecret(*profile.authorization);
    if (!secret)
        return false;
    request.headers.emplace_back(
        profile.authorization->header, profile.authorization->prefix + *secret);
    return true;
}

} // namespace

HttpProvider::HttpProvider(HttpProfile profile)
    : m_profile(std::move(profile))
{}

Result<std::string> HttpProvider::renderRequest(const Submission& submission) const
{
    // Headers and address belong to the request too: what cannot be expressed there is refused
    // before a permit exists.
    if (const auto call = renderCall(m_profile, submission); !call)
        return Failure(call.error());
    return renderBody(m_profile, submission);
}

SubmissionResult HttpProvider::submit(const Submission& submission, std::string_view renderedBody)
{
    auto request = renderCall(m_profile, submission);
    if (!request)
        return notSent("not_expressible");
    if (!authorize(m_profile, *request))
        return notSent("secret_unavailable");
    request->body = renderedBody;
    return resultOf(callOnce(*request), submission, m_profile);
}

QueryAnswer HttpProvider::queryByKey(
    std::string_view providerKey, std::string_view reference, std::int64_t sinceUs)
{
    const ChargeQuestion question{std::string(providerKey), std::string(reference)};
    if (!m_profile.query) {
        QueryAnswer answer;
        answer.askedAtUs = unixMicroseconds();
        answer.answeredAtUs = answer.askedAtUs;
        answer.reason = "not_offered";
        return answer;
    }
    if (m_profile.query->path.empty()) {
        // The provider's clock may be behind ours or ahead of it.
        constexpr std::int64_t kClockMarginUs = 15LL * 60 * 1'000'000;
        const std::int64_t fromUs = std::max<std::int64_t>(sinceUs - kClockMarginUs, 0);
        return answerFromList(question, list(fromUs, unixMicroseconds() + kClockMarginUs));
    }
    return answerFromExchange(question, get(queryPath(m_profile, question)), m_profile);
}

ListAnswer HttpProvider::list(std::int64_t fromUs, std::int64_t toUs)
{
    return listTwice(
        m_profile, fromUs, toUs, [this](const std::string& path) { return get(path); });
}

HttpExchange HttpProvider::get(const std::string& path) const
{
    HttpRequest request;
    request.method = "GET";
    request.url = m_profile.declared.baseUrl + path;
    request.headers = {{"Accept", "application/json"}, {"User-Agent", "onceover"}};
    request.proxy = m_profile.proxy;
    request.trustedCertificates = m_profile.trustedCertificates;
    request.connectTimeoutMs = m_profile.declared.connectTimeoutMs;
    request.totalTimeoutMs = m_profile.declared.queryTimeoutMs;
    if (authorize(m_profile, request))
        return callOnce(request);
    HttpExchange exchange;
    exchange.end = HttpExchange::End::NothingSent;
    exchange.reason = "secret_unavailable";
    exchange.startedAtUs = unixMicroseconds();
    exchange.finishedAtUs = exchange.startedAtUs;
    return exchange;
}

} // namespace onceover
