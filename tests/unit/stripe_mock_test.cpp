// SPDX-License-Identifier: GPL-3.0-or-later
// The provider boundary against a program that somebody else wrote: npm stripe-stateful-mock.
#include "backend/provider/http_provider.h"
#include "tests/support/example_submission.h"
#include "tests/support/stripe_mock.h"

#include <QTest>

#include <chrono>
#include <memory>
#include <string>

using namespace onceover;

namespace {

std::int64_t nowUs()
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

} // namespace

class StripeMockTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void successIsFoundByKey();
    void declines_data();
    void declines();
    void sameKeyTwiceIsOneCharge();
    void sameKeyWithAnotherAmountExists();
    void serverErrorIsUnknown();
    void rateLimitIsRetryable();
    void forgottenSuccessIsAbsent();
    void missingSecretIsRefused();
    void listsInPages();

private:
    SubmissionResult send(const Submission& submission);
    QueryAnswer ask(const Submission& submission);

    std::unique_ptr<StripeMock> m_mock;
    std::unique_ptr<HttpProvider> m_provider;
    std::int64_t m_startedAtUs = 0;
};

void StripeMockTest::initTestCase()
{
    std::string whyNot;
    m_startedAtUs = nowUs();
    m_mock = StripeMock::start(whyNot);
    if (!m_mock)
        QSKIP(whyNot.c_str());
    m_provider = std::make_unique<HttpProvider>(m_mock->profile());
}

SubmissionResult StripeMockTest::send(const Submission& submission)
{
    const auto body = m_provider->renderRequest(submission);
    return body ? m_provider->submit(submission, *body) : SubmissionResult{};
}

QueryAnswer StripeMockTest::ask(const Submission& submission)
{
    return m_provider->queryByKey(submission.providerKey, submission.reference, m_startedAtUs);
}

void StripeMockTest::successIsFoundByKey()
{
    Submission ours = exampleSubmission("success", "tok_visa");
    ours.amount = Money(5000, *Currency::fromCode("JPY"));
    const SubmissionResult result = send(ours);
    QCOMPARE(result.reason.c_str(), "answered_by_table:succeeded");
    QVERIFY(result.answer == Answer::Succeeded);
    const QueryAnswer answer = ask(ours);
    QVERIFY(answer.kind == QueryKind::Found);
    QCOMPARE(answer.records.size(), std::size_t(1));
    const ChargeRecord& record = answer.records.front();
    QCOMPARE(record.id.c_str(), result.providerId->c_str());
    QCOMPARE(record.state.c_str(), "SUCCEEDED");
    QVERIFY(record.amount == ours.amount);
    QCOMPARE(record.reference.c_str(), ours.reference.c_str());
    QCOMPARE(record.providerKey.c_str(), ours.providerKey.c_str());
    QVERIFY(record.createdAtUs > 0);
}

void StripeMockTest::declines_data()
{
    QTest::addColumn<QString>("answer");
    QTest::newRow("tok_chargeDeclined") << QStringLiteral("REJECTED_FINAL");
    QTest::newRow("tok_chargeDeclinedFraudulent") << QStringLiteral("REJECTED_FINAL");
    QTest::newRow("tok_chargeDeclinedExpiredCard") << QStringLiteral("REJECTED_FINAL");
    QTest::newRow("tok_chargeDeclinedIncorrectCvc") << QStringLiteral("REJECTED_FINAL");
    QTest::newRow("tok_chargeDeclinedInsufficientFunds") << QStringLiteral("REJECTED_RETRYABLE");
    QTest::newRow("tok_chargeDeclinedProcessingError") << QStringLiteral("REJECTED_RETRYABLE");
}

void StripeMockTest::declines()
{
    QFETCH(QString, answer);
    const std::string token = QTest::currentDataTag();
    const Submission ours = exampleSubmission(token, token);
    const SubmissionResult result = send(ours);
    QCOMPARE(QString::fromStdString(std::string(toText(result.answer))), answer);
    QCOMPARE(result.httpStatus, 402);
    QVERIFY(result.providerId && result.providerId->starts_with("ch_"));
    const QueryAnswer found = ask(ours);
    QVERIFY(found.kind == QueryKind::Found);
    QCOMPARE(found.records.front().state.c_str(), "DECLINED");
}

// What a provider with keys does with our own mistake: one charge, the same answer.
void StripeMockTest::sameKeyTwiceIsOneCharge()
{
    const Submission ours = exampleSubmission("twice", "tok_visa");
    const SubmissionResult first = send(ours);
    const SubmissionResult second = send(ours);
    QVERIFY(first.answer == Answer::Succeeded && second.answer == Answer::Succeeded);
    QCOMPARE(second.providerId->c_str(), first.providerId->c_str());
    QCOMPARE(ask(ours).records.size(), std::size_t(1));
}

void StripeMockTest::sameKeyWithAnotherAmountExists()
{
    Submission ours = exampleSubmission("changed", "tok_visa");
    QVERIFY(send(ours).answer == Answer::Succeeded);
    ours.amount = Money(1251, ours.amount.currency());
    const SubmissionResult result = send(ours);
    QVERIFY(result.answer == Answer::Exists);
    QCOMPARE(result.reason.c_str(), "answered_by_table:key_reused");
    QCOMPARE(ask(ours).records.size(), std::size_t(1));
    QCOMPARE(ask(ours).records.front().amount->amountMinor(), std::int64_t(1250));
}

void StripeMockTest::serverErrorIsUnknown()
{
    const Submission ours = exampleSubmission("500", "tok_500");
    const SubmissionResult result = send(ours);
    QVERIFY(result.answer == Answer::Unknown);
    QCOMPARE(result.reason.c_str(), "http_500");
    const QueryAnswer answer = ask(ours);
    QVERIFY(answer.kind == QueryKind::Absent);
    QCOMPARE(answer.reason.c_str(), "not_in_list");
    QVERIFY(answer.visibleUntilUs.has_value());
}

void StripeMockTest::rateLimitIsRetryable()
{
    const SubmissionResult result = send(exampleSubmission("429", "tok_429"));
    QVERIFY(result.answer == Answer::RejectedRetryable);
    QCOMPARE(result.reason.c_str(), "refused_by_table:rate_limit");
}

// Answers success and then does not know it: both are kept; whoever compares them shows the
// contradiction.
void StripeMockTest::forgottenSuccessIsAbsent()
{
    const Submission ours = exampleSubmission("forget", "tok_forget");
    QVERIFY(send(ours).answer == Answer::Succeeded);
    QVERIFY(ask(ours).kind == QueryKind::Absent);
}

void StripeMockTest::missingSecretIsRefused()
{
    const Submission ours = exampleSubmission("no secret", "tok_visa");
    qputenv("ONCEOVER_STRIPE_KEY", "wrong");
    const SubmissionResult result = send(ours);
    const QueryAnswer answer = ask(ours);
    qputenv("ONCEOVER_STRIPE_KEY", "sk_test_onceover");
    QCOMPARE(result.reason.c_str(), "refused_by_table:not_authenticated");
    QVERIFY(result.answer == Answer::RejectedRetryable);
    QVERIFY(answer.kind == QueryKind::QueryFailed);
    QCOMPARE(answer.reason.c_str(), "http_401");
    QVERIFY(ask(ours).kind == QueryKind::Absent);
}

void StripeMockTest::listsInPages()
{
    for (int number = 0; number < 120; ++number)
        QVERIFY(
            send(exampleSubmission("many-" + std::to_string(number), "tok_visa")).answer
            == Answer::Succeeded);
    const ListAnswer answer = m_provider->list(m_startedAtUs, nowUs() + 1'000'000);
    QCOMPARE(answer.reason.c_str(), "listed");
    QVERIFY(answer.complete);
    QVERIFY(answer.records.size() >= 120);
    QVERIFY(ask(exampleSubmission("many-0", "tok_visa")).kind == QueryKind::Found);
    QVERIFY(m_provider->list(0, 1'000'000).records.empty());
}

QTEST_GUILESS_MAIN(StripeMockTest)

#include "stripe_mock_test.moc"
