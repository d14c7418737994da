// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped sandbox profiles against the sandbox itself: two programs that share no code must
// agree on the wire.
#include "backend/provider/http_provider.h"
#include "tests/support/example_submission.h"
#include "tests/support/shipped_profile.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <string>

using namespace onceover;

namespace {

std::int64_t nowUs()
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

// payee in the script | fault | answer | reason | what the query finds | records
constexpr const char* kStories[][6] = {
    {"plain", "", "SUCCEEDED", "answered_by_table:succeeded", "FOUND", "1"},
    {"drop", "'charge_then_drop'", "UNKNOWN", "connection_closed", "FOUND", "1"},
    {"reset", "'charge_then_reset'", "UNKNOWN", "connection_reset", "FOUND", "1"},
    {"lost", "'drop_without_charge'", "UNKNOWN", "connection_closed", "ABSENT", "0"},
    {"late",
     "{'kind':'answer_after_deadline','delay_ms':3000}",
     "UNKNOWN",
     "deadline",
     "FOUND",
     "1"},
    {"half", "{'kind':'half_response','charge':true}", "UNKNOWN", "truncated", "FOUND", "1"},
    {"500",
     "{'kind':'http_status','status':500,'charge':true}",
     "UNKNOWN",
     "http_500",
     "FOUND",
     "1"},
    {"503",
     "{'kind':'http_status','status':503,'charge':false}",
     "UNKNOWN",
     "http_503",
     "ABSENT",
     "0"},
    {"redirect", "'redirect'", "UNKNOWN", "redirect", "", ""},
    {"echo", "'wrong_echo'", "UNKNOWN", "echo_mismatch_amount", "FOUND", "1"},
    {"twice", "'duplicate_charge'", "SUCCEEDED", "answered_by_table:succeeded", "FOUND", "2"},
    {"forget", "'forget'", "SUCCEEDED", "answered_by_table:succeeded", "ABSENT", "0"},
    {"final",
     "{'kind':'decline','code':'blocked','retryable':false}",
     "REJECTED_FINAL",
     "refused_by_table:declined",
     "FOUND",
     "1"},
    {"funds",
     "'decline'",
     "REJECTED_RETRYABLE",
     "refused_by_table:declined_retryable",
     "FOUND",
     "1"},
    {"processing", "'processing'", "PROCESSING", "answered_by_table:processing", "FOUND", "1"},
    {"huge", "'huge_body'", "UNKNOWN", "too_large", "FOUND", "1"},
};

QByteArray script()
{
    QByteArray rules;
    for (const auto& story : kStories) {
        if (*story[1] == '\0')
            continue;
        rules += rules.isEmpty() ? "" : ",";
        rules += QByteArray("{'match':{'payee':'") + story[0] + "'},'fault':" + story[1] + "}";
    }
    QByteArray text = "{'faults':[" + rules + "]}";
    return text.replace('\'', '"');
}

} // namespace

class ProviderSandboxTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void stories_data();
    void stories();
    void sameKeyTwiceIsOneCharge();
    void sameKeyWithAnotherAmountExists();
    void listShowsEverything();
    void legacyAnswersNoQuestions();

private:
    HttpProvider provider(const std::string& name) const;

    QTemporaryDir m_directory;
    QProcess m_sandbox;
    std::string m_base;
    std::int64_t m_startedAtUs = 0;
};

void ProviderSandboxTest::initTestCase()
{
    m_startedAtUs = nowUs();
    QFile file(m_directory.filePath(QStringLiteral("script.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(script());
    file.close();
    m_sandbox.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_sandbox.start(
        QString::fromUtf8(ONCEOVER_SANDBOX),
        {QStringLiteral("serve"),
         QStringLiteral("--dir"),
         m_directory.filePath(QStringLiteral("ledger")),
         QStringLiteral("--script"),
         file.fileName(),
         QStringLiteral("--print-port")});
    while (!m_sandbox.canReadLine())
        QVERIFY(m_sandbox.waitForReadyRead(10'000));
    m_base = "http://127.0.0.1:" + m_sandbox.readLine().trimmed().toStdString();
}

void ProviderSandboxTest::cleanupTestCase()
{
    m_sandbox.terminate();
    QVERIFY(m_sandbox.waitForFinished(10'000));
}

HttpProvider ProviderSandboxTest::provider(const std::string& name) const
{
    return HttpProvider(shippedProfile("sandbox-" + name, m_base + "/" + name));
}

void ProviderSandboxTest::stories_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const auto& story : kStories)
        QTest::newRow(story[0]) << index++;
}

void ProviderSandboxTest::stories()
{
    QFETCH(int, index);
    const auto& story = kStories[index];
    HttpProvider card = provider("card");
    Submission ours = exampleSubmission(story[0]);
    ours.payee = story[0];
    const auto body = card.renderRequest(ours);
    QVERIFY(body);
    const SubmissionResult result = card.submit(ours, *body);
    QCOMPARE(std::string(toText(result.answer)).c_str(), story[2]);
    QCOMPARE(result.reason.c_str(), story[3]);
    if (*story[4] == '\0')
        return;
    const QueryAnswer answer = card.queryByKey(ours.providerKey, ours.reference, m_startedAtUs);
    QCOMPARE(std::string(toText(answer.kind)).c_str(), story[4]);
    QCOMPARE(std::to_string(answer.records.size()).c_str(), story[5]);
    QVERIFY(answer.visibleUntilUs && *answer.visibleUntilUs <= answer.askedAtUs);
    for (const ChargeRecord& record : answer.records) {
        QVERIFY(record.amount == ours.amount);
        QCOMPARE(record.providerKey.c_str(), ours.providerKey.c_str());
        QVERIFY(record.state != "UNRECOGNISED");
    }
}

void ProviderSandboxTest::sameKeyTwiceIsOneCharge()
{
    const Submission ours = exampleSubmission("same key");
    for (const char* name : {"card", "wire"}) {
        HttpProvider twice = provider(name);
        const auto body = twice.renderRequest(ours);
        QVERIFY(twice.submit(ours, *body).answer == Answer::Succeeded);
        QVERIFY(twice.submit(ours, *body).answer == Answer::Succeeded);
        const std::size_t charges = twice.profile().keyCollapses ? 1 : 2;
        QCOMPARE(
            twice.queryByKey(ours.providerKey, ours.reference, m_startedAtUs).records.size(),
            charges);
    }
}

void ProviderSandboxTest::sameKeyWithAnotherAmountExists()
{
    HttpProvider card = provider("card");
    Submission ours = exampleSubmission("other amount");
    QVERIFY(card.submit(ours, *card.renderRequest(ours)).answer == Answer::Succeeded);
    ours.amount = Money(1, ours.amount.currency());
    QVERIFY(card.submit(ours, *card.renderRequest(ours)).answer == Answer::Exists);
}

void ProviderSandboxTest::listShowsEverything()
{
    HttpProvider wire = provider("wire");
    for (int number = 0; number < 205; ++number) {
        const Submission ours = exampleSubmission("list-" + std::to_string(number));
        QVERIFY(wire.submit(ours, *wire.renderRequest(ours)).answer == Answer::Succeeded);
    }
    const ListAnswer answer = wire.list(m_startedAtUs, nowUs() + 1'000'000);
    QCOMPARE(answer.reason.c_str(), "listed");
    QVERIFY(answer.records.size() >= 205);
    QVERIFY(answer.coverageToUs <= nowUs());
}

void ProviderSandboxTest::legacyAnswersNoQuestions()
{
    HttpProvider legacy = provider("legacy");
    const Submission ours = exampleSubmission("legacy");
    QVERIFY(legacy.submit(ours, *legacy.renderRequest(ours)).answer == Answer::Succeeded);
    const QueryAnswer answer = legacy.queryByKey(ours.providerKey, ours.reference, m_startedAtUs);
    QVERIFY(answer.kind == QueryKind::QueryFailed);
    QCOMPARE(answer.reason.c_str(), "not_offered");
    QCOMPARE(legacy.list(0, nowUs()).reason.c_str(), "not_offered");
}

QTEST_GUILESS_MAIN(ProviderSandboxTest)

#include "provider_sandbox_test.moc"
