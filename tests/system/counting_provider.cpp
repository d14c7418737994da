// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/counting_provider.h"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>

namespace onceover {

namespace {

std::int64_t unixMicroseconds()
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

CountingProvider::CountingProvider(std::filesystem::path book)
    : m_path(std::move(book))
{
    m_profile.name = "card";
    m_profile.version = 1;
    m_profile.keyCollapses = true;
    m_profile.keyLifetimeMs = 86'400'000;
    m_profile.queryByKey = true;
    m_profile.queryAuthoritative = true;
    m_profile.exhaustedAfterMs = 3'600'000;
    m_profile.connectTimeoutMs = 1000;
    m_profile.answerTimeoutMs = 1000;
    m_profile.queryTimeoutMs = 1000;
    m_profile.maxAutomaticPermits = 2;
    m_profile.lookDelaysMs = {0};
}

Result<std::string> CountingProvider::renderRequest(const Submission& submission) const
{
    return R"({"key":")" + submission.providerKey + R"("})";
}

SubmissionResult CountingProvider::submit(const Submission& submission, std::string_view body)
{
    readBook();
    const std::int64_t nowUs = unixMicroseconds();
    std::ostringstream line;
    line << submission.attemptId.toText() << ' ' << submission.reference << ' '
         << submission.providerKey << ' ' << submission.amount.amountMinor() << ' ' << nowUs
         << '\n';
    std::ofstream(m_path, std::ios::app) << line.str();
    SubmissionResult result;
    result.answer = Answer::Succeeded;
    result.reason = "answered_by_table:ok";
    result.providerId = "ch_" + std::to_string(m_book.size());
    result.httpStatus = 201;
    result.requestBytes = static_cast<std::int64_t>(body.size());
    result.startedAtUs = nowUs;
    result.finishedAtUs = unixMicroseconds();
    return result;
}

QueryAnswer CountingProvider::queryByKey(
    std::string_view providerKey, std::string_view, std::int64_t)
{
    readBook();
    QueryAnswer answer;
    answer.askedAtUs = answer.answeredAtUs = unixMicroseconds();
    answer.visibleUntilUs = answer.askedAtUs;
    for (std::size_t i = 0; i < m_book.size(); ++i) {
        const Entry& entry = m_book[i];
        if (entry.providerKey != providerKey)
            continue;
        ChargeRecord charge;
        charge.id = "ch_" + std::to_string(i);
        charge.state = "SUCCEEDED";
        charge.amount = Money(entry.amountMinor, *Currency::fromCode("EUR"));
        charge.reference = entry.reference;
        charge.providerKey = entry.providerKey;
        charge.createdAtUs = entry.atUs;
        answer.records.push_back(std::move(charge));
    }
    answer.kind = answer.records.empty() ? QueryKind::Absent : QueryKind::Found;
    answer.reason = answer.records.empty() ? "absent_by_table:none" : "found";
    return answer;
}

int CountingProvider::requests()
{
    readBook();
    return static_cast<int>(m_book.size());
}

int CountingProvider::requestsFor(const std::string& reference)
{
    readBook();
    return static_cast<int>(std::count_if(m_book.begin(), m_book.end(), [&](const Entry& entry) {
        return entry.reference == reference;
    }));
}

bool CountingProvider::wasCalled(const Uuid& attemptId)
{
    readBook();
    return std::any_of(m_book.begin(), m_book.end(), [&](const Entry& entry) {
        return entry.attemptId == attemptId.toText();
    });
}

void CountingProvider::readBook()
{
    std::ifstream book(m_path);
    book.seekg(m_readUpTo);
    Entry entry;
    while (book >> entry.attemptId >> entry.reference >> entry.providerKey >> entry.amountMinor
           >> entry.atUs) {
        m_book.push_back(entry);
        m_readUpTo = book.tellg();
    }
}

} // namespace onceover
