// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider.h"

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace onceover {

// How the provider treats one request.
struct Treatment
{
    enum class Execution
    {
        Now,
        // It lingers: executed by executeLate(), whatever happened meanwhile.
        Late,
        Never,
    };

    Execution execution = Execution::Now;
    // What the caller is told; Unknown is a lost answer.
    Answer told = Answer::Succeeded;
    // Whether the books show the charge at once, or only after showAll().
    bool isShown = true;
    // Executes only so much of the amount; 0 stands for all of it.
    std::int64_t partMinor = 0;
};

// What the provider declares, once for its own profile and once as the text in the database.
struct BookProfile
{
    std::string name = "book";
    bool keyCollapses = true;
    std::int64_t keyLifetimeMs = 86'400'000;
    bool isQueried = true;
    std::int64_t visibilityLagMs = 0;
    std::int64_t longestProcessingMs = 0;
    std::int64_t exhaustedAfterMs = 86'400'000;
    int maxAutomaticPermits = 2;
    int concurrency = 1;

    std::string json() const;
    ProviderProfile declared() const;
};

// A provider with books of its own, which are the tests' judge: it shares nothing with the product
// but the port. Thread-safe.
class BookProvider final : public Provider
{
public:
    explicit BookProvider(const BookProfile& profile);

    const ProviderProfile& profile() const override { return m_profile; }

    Result<std::string> renderRequest(const Submission& submission) const override;
    SubmissionResult submit(const Submission& submission, std::string_view body) override;
    QueryAnswer queryByKey(
        std::string_view providerKey, std::string_view reference, std::int64_t sinceUs) override;

    ListAnswer list(std::int64_t, std::int64_t) override { return {}; }

    // For the next request; without any, it is executed, shown and answered.
    void treatNext(const Treatment& treatment);
    // What lingers is executed now, oldest first, each under the provider's own rule for keys.
    void executeLate();
    void showAll();
    // From now on no key used before is remembered: each request is a charge of its own.
    void forgetKeys();
    // Its books say that the charge under this key was declined.
    void declineUnder(const std::string& providerKey);
    void setAnswersQuestions(bool answersQuestions);
    // Run once each: while the next request is rendered, and when the next one has arrived.
    void whileRendering(std::function<void()> hook);
    void whileCalling(std::function<void()> hook);

    int charges(const std::string& reference) const;
    int requests(const std::string& reference) const;
    int requestsOf(const Uuid& attemptId) const;
    int requestCount() const;
    // The keys of all requests in the order of their arrival.
    std::vector<std::string> keys() const;

private:
    struct Charge
    {
        std::string reference;
        std::string key;
        ChargeRecord record;
        bool isShown = true;
    };

    void execute(const Submission& submission, const Treatment& treatment);
    Treatment nextTreatment();
    static void runOnce(std::function<void()>& hook, std::mutex& mutex);

    ProviderProfile m_profile;
    mutable std::mutex m_mutex;
    mutable std::function<void()> m_whileRendering;
    std::function<void()> m_whileCalling;
    std::deque<Treatment> m_treatments;
    std::vector<Submission> m_requests;
    std::vector<std::pair<Submission, Treatment>> m_late;
    std::vector<Charge> m_charges;
    std::vector<ChargeRecord> m_declined;
    std::set<std::string> m_livingKeys;
    bool m_answersQuestions = true;
};

} // namespace onceover
