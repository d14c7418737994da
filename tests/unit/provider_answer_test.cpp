// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/charge_listing.h"
#include "backend/provider/charge_query.h"
#include "backend/provider/json_text.h"
#include "backend/provider/redaction.h"
#include "backend/provider/submission_verdict.h"
#include "tests/support/example_submission.h"
#include "tests/support/shipped_profile.h"

#include <QTest>

#include <string>
#include <vector>

using namespace onceover;

namespace {

constexpr std::int64_t kNowUs = 1'764'500'000'000'000;

HttpExchange answered(int status, const std::string& body)
{
    HttpExchange exchange;
    exchange.end = HttpExchange::End::Answered;
    exchange.status = status;
    exchange.body = body;
    exchange.startedAtUs = kNowUs;
    exchange.finishedAtUs = kNowUs + 5'000;
    return exchange;
}

std::string charge(
    const std::string& id, const std::string& reference, const std::string& created = "1764499999")
{
    return R"({"id":")" + id
           + R"(","status":"succeeded","amount":1250,"currency":"EUR","reference":")" + reference
           + R"(","merchant_number":")" + reference + R"(-1","created":)" + created + "}";
}

std::string page(
    const std::vector<std::string>& charges, bool hasMore, const std::string& until = "1764500000")
{
    std::string data;
    for (const std::string& item : charges)
        data += (data.empty() ? "" : ",") + item;
    return R"({"data":[)" + data + R"(],"has_more":)" + (hasMore ? "true" : "false")
           + R"(,"visible_until":)" + until + "}";
}

// Answers one page after the other and notes what was asked for.
class PagedProvider
{
public:
    explicit PagedProvider(std::vector<HttpExchange> pages)
        : m_pages(std::move(pages))
    {}

    HttpExchange operator()(const std::string& path)
    {
        m_paths.push_back(path);
        return m_paths.size() <= m_pages.size() ? m_pages[m_paths.size() - 1] : answered(500, "");
    }

    const std::vector<std::string>& paths() const { return m_paths; }

private:
    std::vector<HttpExchange> m_pages;
    std::vector<std::string> m_paths;
};

} // namespace

class ProviderAnswerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void queryAnswers_data();
    void queryAnswers();
    void coverageIsNeverLongerThanDeclared();
    void aRefusalNamesItsCharge();
    void foundMayBeMoreThanOne();
    void listNeedsTwoAgreeingPasses();
    void listThatMovesProvesNoAbsence();
    void listFailsWithItsPage_data();
    void listFailsWithItsPage();
    void numbersStayExact();
    void refusesAmbiguousJson();
    void masksWhatNobodyMaySee();

private:
    const HttpProfile m_profile = shippedProfile("sandbox-card", "http://127.0.0.1:1/card");
    const Submission m_ours = exampleSubmission("order-1");
    const ChargeQuestion m_question{m_ours.providerKey, m_ours.reference};
};

void ProviderAnswerTest::queryAnswers_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name,
                        int status,
                        const std::string& body,
                        const char* kind,
                        const char* reason) {
        QTest::newRow(name) << status << QString::fromStdString(body) << QString::fromUtf8(kind)
                            << QString::fromUtf8(reason);
    };
    const std::string ours = exampleSubmission("order-1").reference;
    row("found", 200, page({charge("c", ours)}, false), "FOUND", "found");
    row("absent", 200, page({}, false), "ABSENT", "absent_by_table:records");
    row("somebody else's",
        200,
        page({charge("c", exampleSubmission("x").reference)}, false),
        "INCONCLUSIVE",
        "foreign_record");
    row("ours and somebody else's",
        200,
        page({charge("c", ours), charge("d", "Z")}, false),
        "INCONCLUSIVE",
        "foreign_record");
    row("without id", 200, page({"{}"}, false), "INCONCLUSIVE", "record_without_id");
    row("no list in it", 200, R"({"data":7})", "INCONCLUSIVE", "not_well_formed");
    row("other JSON", 200, "{}", "QUERY_FAILED", "answer_not_in_table");
    row("HTML", 200, "<html>", "QUERY_FAILED", "not_well_formed");
    row("empty", 200, "", "QUERY_FAILED", "empty_answer");
    row("bare 404", 404, "", "QUERY_FAILED", "http_404");
    row("404 in JSON", 404, R"({"error":{"code":"not_found"}})", "QUERY_FAILED", "http_404");
    row("503", 503, page({}, false), "QUERY_FAILED", "http_503");
    row("302", 302, page({}, false), "QUERY_FAILED", "http_302");
}

void ProviderAnswerTest::queryAnswers()
{
    QFETCH(int, status);
    QFETCH(QString, body);
    QFETCH(QString, kind);
    QFETCH(QString, reason);
    const QueryAnswer answer =
        answerFromExchange(m_question, answered(status, body.toStdString()), m_profile);
    QCOMPARE(QString::fromStdString(std::string(toText(answer.kind))), kind);
    QCOMPARE(QString::fromStdString(answer.reason), reason);
    const bool isDefinite = answer.kind == QueryKind::Found || answer.kind == QueryKind::Absent;
    QCOMPARE(answer.visibleUntilUs.has_value(), isDefinite);
    QCOMPARE(answer.records.empty(), answer.kind != QueryKind::Found);
}

void ProviderAnswerTest::coverageIsNeverLongerThanDeclared()
{
    const auto visibleUntil = [&](const std::string& until) {
        return *answerFromExchange(m_question, answered(200, page({}, false, until)), m_profile)
                    .visibleUntilUs;
    };
    QCOMPARE(visibleUntil("1764600000"), kNowUs - 200'000);
    QCOMPARE(visibleUntil("1764499990"), std::int64_t(1'764'499'990'000'000));
    QCOMPARE(visibleUntil("null"), std::int64_t(0));
    QCOMPARE(visibleUntil("1e99"), std::int64_t(0));
}

void ProviderAnswerTest::foundMayBeMoreThanOne()
{
    const std::string body =
        page({charge("c", m_ours.reference), charge("d", m_ours.reference)}, false);
    QCOMPARE(
        answerFromExchange(m_question, answered(200, body), m_profile).records.size(),
        std::size_t(2));
}

void ProviderAnswerTest::listNeedsTwoAgreeingPasses()
{
    const auto first = answered(200, page({charge("a", "R1"), charge("b", "R2")}, true));
    const auto last = answered(200, page({charge("c", "R3")}, false));
    PagedProvider provider({first, last, first, last});
    const ListAnswer answer =
        listTwice(m_profile, kNowUs - 60'000'000, kNowUs + 60'000'000, std::ref(provider));
    QCOMPARE(answer.reason.c_str(), "listed");
    QVERIFY(answer.complete);
    QCOMPARE(answer.records.size(), std::size_t(3));
    QCOMPARE(answer.coverageFromUs, kNowUs - 60'000'000);
    QCOMPARE(answer.coverageToUs, *answer.visibleUntilUs);
    QCOMPARE(*answer.visibleUntilUs, kNowUs - 200'000);
    QCOMPARE(provider.paths().size(), std::size_t(4));
    QVERIFY(provider.paths()[1].ends_with("&after=b"));
    QVERIFY(provider.paths()[2] == provider.paths()[0]);
    QVERIFY(answerFromList(m_question, ListAnswer(answer)).kind == QueryKind::Absent);
}

// A record slips from the second page to the first while the pages are read: one pass misses it.
void ProviderAnswerTest::listThatMovesProvesNoAbsence()
{
    const auto without = answered(200, page({charge("a", "R1")}, false));
    const auto with =
        answered(200, page({charge("a", "R1"), charge("b", m_ours.reference)}, false));
    for (const auto& passes : {std::vector{without, with}, std::vector{with, without}}) {
        PagedProvider provider(passes);
        ListAnswer answer = listTwice(m_profile, 0, kNowUs, std::ref(provider));
        QVERIFY(!answer.complete);
        QCOMPARE(answer.reason.c_str(), "passes_disagree");
        QVERIFY(!answer.visibleUntilUs.has_value());
        // What was seen was seen.
        QVERIFY(answerFromList(m_question, ListAnswer(answer)).kind == QueryKind::Found);
        const ChargeQuestion other{"X-1", "X"};
        QVERIFY(answerFromList(other, std::move(answer)).kind == QueryKind::Inconclusive);
    }
}

void ProviderAnswerTest::listFailsWithItsPage_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("reason");
    QTest::newRow("503") << 503 << QString() << QStringLiteral("http_503");
    QTest::newRow("HTML") << 200 << QStringLiteral("<html>") << QStringLiteral("not_well_formed");
    QTest::newRow("no has_more") << 200 << QStringLiteral(R"({"data":[]})")
                                 << QStringLiteral("not_well_formed");
    QTest::newRow("more of nothing") << 200 << QStringLiteral(R"({"data":[],"has_more":true})")
                                     << QStringLiteral("not_well_formed");
    QTest::newRow("no id") << 200 << QStringLiteral(R"({"data":[{}],"has_more":false})")
                           << QStringLiteral("record_without_id");
}

void ProviderAnswerTest::listFailsWithItsPage()
{
    QFETCH(int, status);
    QFETCH(QString, body);
    QFETCH(QString, reason);
    const auto good = answered(200, page({charge("a", "R1")}, true));
    const auto bad = answered(status, body.toStdString());
    const auto end = answered(200, page({}, false));
    // In the first pass and in the second.
    for (const auto& passes : {std::vector{good, bad}, std::vector{good, end, good, bad}}) {
        PagedProvider provider(passes);
        ListAnswer answer = listTwice(m_profile, 0, kNowUs, std::ref(provider));
        QVERIFY(!answer.complete);
        QCOMPARE(QString::fromStdString(answer.reason), reason);
        QVERIFY(answerFromList(m_question, std::move(answer)).kind == QueryKind::QueryFailed);
    }
}

void ProviderAnswerTest::numbersStayExact()
{
    const auto document =
        parseJson(R"([9223372036854775807,-5,12.0,1e3,9223372036854775808,0.10,"12"])");
    QVERIFY(document);
    QCOMPARE(*exactInteger((*document)[0]), INT64_MAX);
    QCOMPARE(*exactInteger((*document)[1]), std::int64_t(-5));
    for (const std::size_t index : {2U, 3U, 4U, 6U})
        QVERIFY(!exactInteger((*document)[index]));
    QCOMPARE(decimalText((*document)[5])->c_str(), "0.10");
}

void ProviderAnswerTest::refusesAmbiguousJson()
{
    for (const char* text :
         {"",
          "{",
          "{}x",
          R"({"a":1,"a":1})",
          R"([{"a":{"b":1,"b":2}}])",
          "NaN",
          "{'a':1}",
          "[1,]",
          "\"\xff\""})
        QVERIFY2(!parseJson(text), text);
    QVERIFY(!parseJson(std::string(100'000, '[')));
    QVERIFY(!parseJson(std::string(65, '[') + std::string(65, ']')));
    QVERIFY(parseJson(std::string(64, '[') + std::string(64, ']')));
}

void ProviderAnswerTest::masksWhatNobodyMaySee()
{
    const auto masked = [](const std::string& text) {
        return redactedExcerpt(text);
    };
    QCOMPARE(masked("card 4242424242424242.").c_str(), "card ************4242.");
    QCOMPARE(masked("4242 4242 4242 4242").c_str(), "**** **** **** 4242");
    QCOMPARE(masked("\"5555-5555-5555-4444\"").c_str(), "\"****-****-****-4444\"");
    QCOMPARE(masked("DE02120300000000202051").c_str(), "DE02**************2051");
    QCOMPARE(masked("sk_live_abc, Bearer xyz").c_str(), "sk_********, Bearer ***");
    // Evidence needs times, amounts and references.
    for (const char* kept :
         {"1764500000123456", "123456789012", "ER7KVY4XSH63F01Y-1", "task_force", "ch_4242"})
        QCOMPARE(masked(kept).c_str(), kept);
    QCOMPARE(masked(std::string("a\0b\x1b\xff", 5)).c_str(), "a\uFFFDb\uFFFD\uFFFD");
    QVERIFY(masked(std::string(10'000, 'x')).size() == 4096);
    std::string umlauts = "x";
    for (int count = 0; count < 5'000; ++count)
        umlauts += "ä";
    QCOMPARE(masked(umlauts).size(), std::size_t(4095));
}

// Whoever asks the provider about a refused charge has only this name for it.
void ProviderAnswerTest::aRefusalNamesItsCharge()
{
    const HttpProfile profile = shippedProfile("stripe", "http://127.0.0.1:1");
    const auto nameIn = [&profile](const std::string& charge) {
        const std::string body =
            R"({"error":{"type":"card_error","code":"card_declined")" + charge + "}}";
        return resultOf(answered(402, body), exampleSubmission("k1"), profile).providerId;
    };
    QVERIFY(nameIn(R"(,"charge":"ch_9")") == std::string("ch_9"));
    QVERIFY(!nameIn(R"(,"charge":"")"));
    QVERIFY(!nameIn(""));
}

QTEST_GUILESS_MAIN(ProviderAnswerTest)

#include "provider_answer_test.moc"
