// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/book_provider.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace onceover {

namespace {

constexpr std::int64_t kMonthMs = 30LL * 86'400'000;

std::int64_t nowUs()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string boolean(bool value)
{
    return value ? "true" : "false";
}

} // namespace

std::string BookProfile::json() const
{
    return R"({"name":")" + name + R"(","max_automatic_permits":)"
           + std::to_string(maxAutomaticPermits) + R"(,"capabilities":{"key_collapses":)"
           + boolean(keyCollapses) + R"(,"key_lifetime_ms":)"
           + std::to_string(keyCollapses ? keyLifetimeMs : 0) + R"(,"query_by_key":)"
           + boolean(isQueried) + R"(,"query_authoritative":)" + boolean(isQueried)
           + R"(},"times":{"visibility_lag_ms":)" + std::to_string(visibilityLagMs)
           + R"(,"longest_processing_ms":)" + std::to_string(longestProcessingMs)
           + R"(,"retry_delay_ms":0,"exhausted_after_ms":)" + std::to_string(exhaustedAfterMs)
           + R"(,"look_delays_ms":[60000]}})";
}

ProviderProfile BookProfile::declared() const
{
    ProviderProfile profile;
    profile.name = name;
    profile.version = 1;
    profile.keyCollapses = keyCollapses;
    profile.keyLifetimeMs = keyCollapses ? keyLifetimeMs : 0;
    profile.queryByKey = isQueried;
    profile.queryAuthoritative = isQueried;
    profile.visibilityLagMs = visibilityLagMs;
    profile.longestProcessingMs = longestProcessingMs;
    profile.lateWindowMs = kMonthMs;
    profile.exhaustedAfterMs = exhaustedAfterMs;
    profile.answerTimeoutMs = 60'000;
    profile.concurrency = concurrency;
    profile.maxAutomaticPermits = maxAutomaticPermits;
    profile.lookDelaysMs = {60'000};
    profile.referenceMaxLength = 16;
    return profile;
}

BookProvider::BookProvider(const BookProfile& profile)
    : m_profile(profile.declared())
{}

void BookProvider::runOnce(std::function<void()>& hook, std::mutex& mutex)
{
    std::function<void()> taken;
    {
        const std::lock_guard lock(mutex);
        taken = std::exchange(hook, nullptr);
    }
    if (taken)
        taken();
}

Result<std::string> BookProvider::renderRequest(const Submission& submission) const
{
    runOnce(m_whileRendering, m_mutex);
    return submission.providerKey + " " + std::to_string(submission.amount.amountMinor());
}

Treatment BookProvider::nextTreatment()
{
    if (m_treatments.empty())
        return {};
    const Treatment treatment = m_treatments.front();
    m_treatments.pop_front();
    return treatment;
}

// The lock is held.
void BookProvider::execute(const Submission& submission, const Treatment& treatment)
{
    if (m_profile.keyCollapses && !m_livingKeys.insert(submission.providerKey).second)
        return;
    Charge charge;
    charge.reference = submission.reference;
    charge.key = submission.providerKey;
    charge.isShown = treatment.isShown;
    charge.record.id = "ch_" + std::to_string(m_charges.size() + 1);
    charge.record.state = "SUCCEEDED";
    charge.record.amount = treatment.partMinor == 0
                               ? submission.amount
                               : Money(treatment.partMinor, submission.amount.currency());
    charge.record.reference = submission.reference;
    charge.record.providerKey = submission.providerKey;
    charge.record.createdAtUs = nowUs();
    m_charges.push_back(std::move(charge));
}

SubmissionResult BookProvider::submit(const Submission& submission, std::string_view)
{
    SubmissionResult result;
    result.startedAtUs = nowUs();
    result.requestBytes = 100;
    Treatment treatment;
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(submission);
        treatment = nextTreatment();
    }
    runOnce(m_whileCalling, m_mutex);
    const std::lock_guard lock(m_mutex);
    if (treatment.execution == Treatment::Execution::Now)
        execute(submission, treatment);
    else if (treatment.execution == Treatment::Execution::Late)
        m_late.emplace_back(submission, treatment);
    result.answer = treatment.told;
    result.reason = treatment.told == Answer::Unknown ? "deadline" : "answered_by_table:0";
    if (treatment.told == Answer::Succeeded) {
        const auto own = std::find_if(m_charges.begin(), m_charges.end(), [&](const Charge& each) {
            return each.key == submission.providerKey;
        });
        if (own != m_charges.end())
            result.providerId = own->record.id;
        result.httpStatus = 200;
    }
    result.finishedAtUs = nowUs();
    return result;
}

QueryAnswer BookProvider::queryByKey(std::string_view providerKey, std::string_view, std::int64_t)
{
    const std::lock_guard lock(m_mutex);
    QueryAnswer answer;
    answer.askedAtUs = nowUs();
    answer.answeredAtUs = answer.askedAtUs;
    answer.reason = "http_503";
    if (!m_answersQuestions)
        return answer;
    for (const Charge& charge : m_charges) {
        if (charge.isShown && charge.key == providerKey)
            answer.records.push_back(charge.record);
    }
    for (const ChargeRecord& record : m_declined) {
        if (record.providerKey == providerKey)
            answer.records.push_back(record);
    }
    answer.kind = answer.records.empty() ? QueryKind::Absent : QueryKind::Found;
    answer.reason = answer.records.empty() ? "absent_by_table:0" : "found";
    answer.visibleUntilUs = answer.askedAtUs - m_profile.visibilityLagMs * 1000;
    return answer;
}

void BookProvider::treatNext(const Treatment& treatment)
{
    const std::lock_guard lock(m_mutex);
    m_treatments.push_back(treatment);
}

void BookProvider::executeLate()
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [submission, treatment] : std::exchange(m_late, {}))
        execute(submission, treatment);
}

void BookProvider::showAll()
{
    const std::lock_guard lock(m_mutex);
    for (Charge& charge : m_charges)
        charge.isShown = true;
}

void BookProvider::forgetKeys()
{
    const std::lock_guard lock(m_mutex);
    m_livingKeys.clear();
}

void BookProvider::declineUnder(const std::string& providerKey)
{
    const std::lock_guard lock(m_mutex);
    ChargeRecord record;
    record.id = "declined_" + providerKey;
    record.state = "DECLINED";
    record.providerKey = providerKey;
    m_declined.push_back(std::move(record));
}

void BookProvider::setAnswersQuestions(bool answersQuestions)
{
    const std::lock_guard lock(m_mutex);
    m_answersQuestions = answersQuestions;
}

void BookProvider::whileRendering(std::function<void()> hook)
{
    const std::lock_guard lock(m_mutex);
    m_whileRendering = std::move(hook);
}

void BookProvider::whileCalling(std::function<void()> hook)
{
    const std::lock_guard lock(m_mutex);
    m_whileCalling = std::move(hook);
}

int BookProvider::charges(const std::string& reference) const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(
        std::count_if(m_charges.begin(), m_charges.end(), [&](const Charge& charge) {
            return charge.reference == reference;
        }));
}

int BookProvider::requests(const std::string& reference) const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(
        std::count_if(m_requests.begin(), m_requests.end(), [&](const Submission& request) {
            return request.reference == reference;
        }));
}

int BookProvider::requestsOf(const Uuid& attemptId) const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(
        std::count_if(m_requests.begin(), m_requests.end(), [&](const Submission& request) {
            return request.attemptId == attemptId;
        }));
}

int BookProvider::requestCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(m_requests.size());
}

std::vector<std::string> BookProvider::keys() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::string> keys;
    for (const Submission& request : m_requests)
        keys.push_back(request.providerKey);
    return keys;
}

} // namespace onceover
