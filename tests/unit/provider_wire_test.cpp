// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/http_provider.h"
#include "tests/support/example_submission.h"
#include "tests/support/scripted_tcp_server.h"
#include "tests/support/shipped_profile.h"

#include <QProcess>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace onceover;

namespace {

using End = ScriptedTcpServer::End;
using Script = ScriptedTcpServer::Script;

constexpr std::int64_t kAnswerTimeoutMs = 900;

std::string http(const std::string& status, const std::string& headers, const std::string& body)
{
    return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: "
           + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

std::string charge(
    const Submission& submission,
    const std::string& amount = "1250",
    const std::string& currency = "EUR")
{
    return R"({"id":"ch_1","status":"succeeded","amount":)" + amount + R"(,"currency":")" + currency
           + R"(","reference":")" + submission.reference + R"(","merchant_number":")"
           + submission.providerKey + R"(","payee_account":")" + submission.payeeAccount
           + R"(","created":1764500000})";
}

Script answering(std::string answer)
{
    return Script{.pieces = {std::move(answer)}};
}

HttpProvider providerAt(const std::string& baseUrl)
{
    HttpProfile profile = shippedProfile("sandbox-card", baseUrl);
    profile.declared.answerTimeoutMs = kAnswerTimeoutMs;
    profile.declared.queryTimeoutMs = kAnswerTimeoutMs;
    return HttpProvider(std::move(profile));
}

SubmissionResult sendTo(const std::string& baseUrl, const Submission& submission)
{
    HttpProvider provider = providerAt(baseUrl);
    const auto body = provider.renderRequest(submission);
    return body ? provider.submit(submission, *body) : SubmissionResult{};
}

// What the kernel still holds of connections to this port.
long unsentBytesTo(int port)
{
    std::ifstream table("/proc/net/tcp");
    std::string line;
    std::getline(table, line);
    long bytes = 0;
    while (std::getline(table, line)) {
        std::istringstream fields(line);
        std::string number, local, remote, state, queues;
        fields >> number >> local >> remote >> state >> queues;
        const bool isOurs =
            std::strtol(remote.substr(remote.find(':') + 1).c_str(), nullptr, 16) == port;
        if (isOurs && state == "01")
            bytes += std::strtol(queues.c_str(), nullptr, 16);
    }
    return bytes;
}

struct Case
{
    std::string name;
    Script script;
    Answer answer;
    std::string reason;
};

// What the wire can do to one call. In each the provider receives at most one complete request.
std::vector<Case> wireCases()
{
    return {
        {"end without a byte", {}, Answer::Unknown, "connection_closed"},
        {"end without a byte, later", {.pauseMs = 300}, Answer::Unknown, "connection_closed"},
        {"reset", {.end = End::Reset}, Answer::Unknown, "connection_reset"},
        {"reset, later", {.pauseMs = 300, .end = End::Reset}, Answer::Unknown, "connection_reset"},
        {"silence", {.end = End::StayOpen}, Answer::Unknown, "deadline"},
        {"not HTTP", answering("SSH-2.0-OpenSSH_9.2\r\n"), Answer::Unknown, "not_http"},
        {"half a header", answering("HTTP/1.1 200 OK\r\nContent-Ty"), Answer::Unknown, "truncated"},
        {"status line alone", answering("HTTP/1.1 201 Created\r\n"), Answer::Unknown, "truncated"},
        {"100 Continue alone",
         answering("HTTP/1.1 100 Continue\r\n\r\n"),
         Answer::Unknown,
         "connection_closed"},
        {"slow answer",
         {.pieces = {"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", " "},
          .pauseMs = 40,
          .isEndless = true},
         Answer::Unknown,
         "deadline"},
        {"endless chunks",
         {.pieces = {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"},
          .pauseMs = 5,
          .isEndless = true},
         Answer::Unknown,
         "deadline"},
        {"huge answer",
         answering(http("200 OK", "", std::string(3 << 20, ' '))),
         Answer::Unknown,
         "too_large"},
        {"huge header",
         answering("HTTP/1.1 200 OK\r\nX: " + std::string(80'000, 'x') + "\r\n\r\n"),
         Answer::Unknown,
         "too_large"},
    };
}

// What a status or a body can say without settling anything.
std::vector<Case> statusCases()
{
    const std::string basic = "WWW-Authenticate: Basic realm=\"x\"\r\nWWW-Authenticate: Digest "
                              "realm=\"x\", nonce=\"y\"\r\n";
    std::vector<Case> cases;
    for (const char* status :
         {"301 Moved",
          "302 Found",
          "303 See Other",
          "307 Temporary Redirect",
          "308 Permanent Redirect"})
        cases.push_back(
            {status,
             answering(http(status, "Location: /again\r\n", "")),
             Answer::Unknown,
             "redirect"});
    cases.push_back(
        {"401 with challenge",
         answering(http("401 Unauthorized", basic, "")),
         Answer::Unknown,
         "http_401"});
    cases.push_back(
        {"407", answering(http("407 Proxy", "Proxy-" + basic, "")), Answer::Unknown, "http_407"});
    for (const char* status :
         {"400", "404", "408", "409", "417", "421", "425", "429", "500", "502", "503", "504"}) {
        const std::string code = status;
        cases.push_back(
            {code,
             answering(http(code + " X", "Retry-After: 0\r\n", "")),
             Answer::Unknown,
             "http_" + code});
        const std::string hint = R"({"status":"succeeded"})";
        cases.push_back(
            {code + " that says succeeded",
             answering(http(code + " X", "", hint)),
             Answer::Unknown,
             "http_" + code});
    }
    cases.push_back(
        {"204", answering("HTTP/1.1 204 No Content\r\n\r\n"), Answer::Unknown, "empty_answer"});
    cases.push_back(
        {"200 empty", answering(http("200 OK", "", "")), Answer::Unknown, "empty_answer"});
    cases.push_back(
        {"HTML",
         answering(http("200 OK", "", "<html>ok</html>")),
         Answer::Unknown,
         "not_well_formed"});
    cases.push_back(
        {"gzip",
         answering(http("200 OK", "Content-Encoding: gzip\r\n", "\x1f\x8b\b")),
         Answer::Unknown,
         "not_well_formed"});
    cases.push_back(
        {"no row",
         answering(http("200 OK", "", R"({"status":"odd"})")),
         Answer::Unknown,
         "answer_not_in_table"});
    return cases;
}

// Answers that look like a success but are not about this payment, or not wholly there.
std::vector<Case> echoCases(const Submission& ours)
{
    const auto created = [](const std::string& body) {
        return answering(http("201 Created", "", body));
    };
    Submission other = ours;
    other.reference = exampleSubmission("another").reference;
    Submission otherKey = ours;
    otherKey.providerKey = ours.reference + "-2";
    Submission otherAccount = ours;
    otherAccount.payeeAccount = "XX";
    const std::string whole = charge(ours);
    const std::string cut =
        "HTTP/1.1 201 Created\r\nContent-Length: " + std::to_string(whole.size()) + "\r\n\r\n";
    return {
        {"success", created(whole), Answer::Succeeded, "answered_by_table:succeeded"},
        {"success after 100 Continue",
         {.pieces = {"HTTP/1.1 100 Continue\r\n\r\n", http("201 Created", "", whole)}},
         Answer::Succeeded,
         "answered_by_table:succeeded"},
        {"cut body",
         answering(cut + whole.substr(0, whole.size() / 2)),
         Answer::Unknown,
         "truncated"},
        {"cut body without length",
         answering("HTTP/1.1 201 Created\r\n\r\n" + whole.substr(0, whole.size() / 2)),
         Answer::Unknown,
         "not_well_formed"},
        {"trailing garbage", created(whole + "x"), Answer::Unknown, "not_well_formed"},
        {"another reference", created(charge(other)), Answer::Unknown, "echo_mismatch_reference"},
        {"another generation", created(charge(otherKey)), Answer::Unknown, "echo_mismatch_key"},
        {"another account",
         created(charge(otherAccount)),
         Answer::Unknown,
         "echo_mismatch_account"},
        {"another amount", created(charge(ours, "1251")), Answer::Unknown, "echo_mismatch_amount"},
        {"another currency",
         created(charge(ours, "1250", "USD")),
         Answer::Unknown,
         "echo_mismatch_currency"},
        {"fraction", created(charge(ours, "1250.0")), Answer::Unknown, "not_well_formed"},
        {"exponent", created(charge(ours, "125e1")), Answer::Unknown, "not_well_formed"},
        {"text amount", created(charge(ours, "\"1250\"")), Answer::Unknown, "not_well_formed"},
        {"huge amount",
         created(charge(ours, "18446744073709551616")),
         Answer::Unknown,
         "not_well_formed"},
        {"amount twice",
         created(charge(ours, "1250,\"amount\":1250")),
         Answer::Unknown,
         "not_well_formed"},
        {"no record", created(R"({"status":"succeeded"})"), Answer::Unknown, "echo_missing_record"},
        {"no reference",
         created(R"({"id":"c","status":"succeeded","amount":1250,"currency":"EUR"})"),
         Answer::Unknown,
         "echo_missing_reference"},
        {"processing",
         answering(http("202 A", "", R"({"status":"processing"})")),
         Answer::Processing,
         "answered_by_table:processing"},
        {"declined",
         answering(http("402 P", "", R"({"error":{"code":"x","final":true}})")),
         Answer::RejectedFinal,
         "refused_by_table:declined"},
        {"declined for now",
         answering(http("402 P", "", R"({"error":{"code":"x","retryable":true}})")),
         Answer::RejectedRetryable,
         "refused_by_table:declined_retryable"},
        {"declined, cut",
         answering("HTTP/1.1 402 P\r\nContent-Length: 99\r\n\r\n{\"error\":{"),
         Answer::Unknown,
         "truncated"},
        {"declined, HTML", answering(http("402 P", "", "<html>")), Answer::Unknown, "http_402"},
        {"key in use",
         answering(http("409 C", "", R"({"error":{"code":"idempotency_key_reused"}})")),
         Answer::Exists,
         "answered_by_table:exists"},
        {"refusal of another",
         answering(http("402 P", "", R"({"id":"c","reference":"0","error":{"final":true}})")),
         Answer::Unknown,
         "echo_mismatch_reference"},
    };
}

} // namespace

class ProviderWireTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneCallIsOneRequest_data();
    void oneCallIsOneRequest();
    void nothingSentIsProven_data();
    void nothingSentIsProven();
    void everyCallHasItsOwnConnection();
    void environmentProxyIsNotUsed();
    void requestIsByteEqualAndHoldsTheKey();
    void lineEndsInValuesAreRefused();
    void secretMissingMeansNothingSent();
    void dyingDiscardsUnsentBytes();
    void givingUpDiscardsUnsentBytes();
};

void ProviderWireTest::oneCallIsOneRequest_data()
{
    QTest::addColumn<int>("group");
    QTest::addColumn<int>("index");
    const Submission ours = exampleSubmission("order-1");
    const std::vector<std::vector<Case>> groups = {wireCases(), statusCases(), echoCases(ours)};
    for (std::size_t group = 0; group < groups.size(); ++group) {
        for (std::size_t index = 0; index < groups[group].size(); ++index)
            QTest::newRow(groups[group][index].name.c_str())
                << static_cast<int>(group) << static_cast<int>(index);
    }
}

void ProviderWireTest::oneCallIsOneRequest()
{
    QFETCH(int, group);
    QFETCH(int, index);
    const Submission ours = exampleSubmission("order-1");
    const auto cases = group == 0 ? wireCases() : group == 1 ? statusCases() : echoCases(ours);
    const Case& expected = cases[static_cast<std::size_t>(index)];
    ScriptedTcpServer server(expected.script);
    const SubmissionResult result = sendTo(server.baseUrl(), ours);
    QCOMPARE(
        std::string(toText(result.answer)).c_str(), std::string(toText(expected.answer)).c_str());
    QCOMPARE(result.reason.c_str(), expected.reason.c_str());
    QCOMPARE(server.completeRequests(), 1);
    QCOMPARE(server.connections(), 1);
    QVERIFY(result.requestBytes > 0);
    QVERIFY(result.startedAtUs > 0 && result.finishedAtUs >= result.startedAtUs);
    QCOMPARE(result.providerId.has_value(), result.answer == Answer::Succeeded);
    QVERIFY(result.bodyExcerpt.size() <= 4096);
    QCOMPARE(result.bodySha256.empty(), result.bodyExcerpt.empty());
}

void ProviderWireTest::nothingSentIsProven_data()
{
    QTest::addColumn<QString>("baseUrl");
    QTest::addColumn<QStringList>("reasons");
    // A port on which nothing listens: the server that had it is gone.
    int freePort = 0;
    {
        const ScriptedTcpServer gone(Script{});
        freePort = gone.port();
    }
    QTest::newRow("refused") << QStringLiteral("http://127.0.0.1:%1").arg(freePort)
                             << QStringList{QStringLiteral("connect_failed")};
    QTest::newRow("no such name") << QStringLiteral("https://no-such-host.invalid")
                                  << QStringList{
                                         QStringLiteral("name_not_resolved"),
                                         QStringLiteral("connect_timeout")};
    QTest::newRow("no TLS") << QStringLiteral("https://127.0.0.1:PLAIN")
                            << QStringList{QStringLiteral("tls_failed")};
    QTest::newRow("TLS that never answers") << QStringLiteral("https://127.0.0.1:SILENT")
                                            << QStringList{QStringLiteral("connect_timeout")};
}

void ProviderWireTest::nothingSentIsProven()
{
    QFETCH(QString, baseUrl);
    QFETCH(QStringList, reasons);
    // A TLS hello is no complete HTTP request: the one server waits for the rest, the other answers
    // it in plain text.
    ScriptedTcpServer silent(Script{});
    ScriptedTcpServer plain(
        Script{.pieces = {"HTTP/1.1 400 Bad Request\r\n\r\n"}, .answersAnything = true});
    baseUrl.replace(QStringLiteral("SILENT"), QString::number(silent.port()));
    baseUrl.replace(QStringLiteral("PLAIN"), QString::number(plain.port()));
    const SubmissionResult result = sendTo(baseUrl.toStdString(), exampleSubmission("order-1"));
    QCOMPARE(std::string(toText(result.answer)).c_str(), "NOT_SENT");
    QVERIFY2(reasons.contains(QString::fromStdString(result.reason)), result.reason.c_str());
    QCOMPARE(result.requestBytes, 0);
    QCOMPARE(result.httpStatus, 0);
    QCOMPARE(silent.completeRequests() + plain.completeRequests(), 0);
}

// A kept-alive connection that the provider closes is where libcurl would send a POST again by
// itself.
void ProviderWireTest::everyCallHasItsOwnConnection()
{
    const Submission ours = exampleSubmission("order-1");
    const std::string body = charge(ours);
    const std::string keepAlive =
        "HTTP/1.1 201 Created\r\nConnection: keep-alive\r\nContent-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
    ScriptedTcpServer server([&](int number) {
        return number == 0 ? Script{.pieces = {keepAlive}, .end = End::StayOpen} : Script{};
    });
    HttpProvider provider = providerAt(server.baseUrl());
    const auto rendered = provider.renderRequest(ours);
    QVERIFY(rendered);
    QVERIFY(provider.submit(ours, *rendered).answer == Answer::Succeeded);
    // The caller ends a complete exchange in the normal way; one that it gives up it resets.
    QVERIFY(ScriptedTcpServer::waitFor([&] { return server.endedConnections() == 1; }));
    QCOMPARE(server.resetConnections(), 0);
    const SubmissionResult second = provider.submit(ours, *rendered);
    QVERIFY(second.answer == Answer::Unknown);
    QCOMPARE(second.reason.c_str(), "connection_closed");
    QCOMPARE(server.completeRequests(), 2);
    QCOMPARE(server.connections(), 2);
    QVERIFY(ScriptedTcpServer::waitFor([&] { return server.endedConnections() == 2; }));
    QCOMPARE(server.resetConnections(), 1);
}

void ProviderWireTest::environmentProxyIsNotUsed()
{
    ScriptedTcpServer proxy(Script{});
    const Submission ours = exampleSubmission("order-1");
    ScriptedTcpServer server(answering(http("201 Created", "", charge(ours))));
    for (const char* name : {"http_proxy", "ALL_PROXY", "all_proxy"})
        qputenv(name, QByteArray::fromStdString(proxy.baseUrl()));
    const SubmissionResult result = sendTo(server.baseUrl(), ours);
    for (const char* name : {"http_proxy", "ALL_PROXY", "all_proxy"})
        qunsetenv(name);
    QVERIFY(result.answer == Answer::Succeeded);
    QCOMPARE(proxy.connections(), 0);
}

void ProviderWireTest::requestIsByteEqualAndHoldsTheKey()
{
    Submission ours = exampleSubmission("order-1");
    ScriptedTcpServer server(answering(http("201 Created", "", charge(ours))));
    HttpProvider provider = providerAt(server.baseUrl());
    const auto first = provider.renderRequest(ours);
    ours.attemptId = *Uuid::fromText("00000000-0000-7000-8000-000000000009");
    const auto second = provider.renderRequest(ours);
    QVERIFY(first && second);
    QCOMPARE(second->c_str(), first->c_str());
    const SubmissionResult result = provider.submit(ours, *first);
    const std::string request = server.lastRequest();
    QCOMPARE(result.requestBytes, static_cast<std::int64_t>(request.size()));
    QVERIFY(request.starts_with("POST /v1/charges HTTP/1.1\r\n"));
    QVERIFY(request.find("\r\nIdempotency-Key: " + ours.providerKey + "\r\n") != std::string::npos);
    QVERIFY(request.find("\r\nExpect:") == std::string::npos);
    QVERIFY(request.ends_with("\r\n\r\n" + *first));
}

void ProviderWireTest::lineEndsInValuesAreRefused()
{
    ScriptedTcpServer server(Script{});
    HttpProvider provider = providerAt(server.baseUrl());
    for (const std::string& bad :
         {std::string("a\r\nX: y"), std::string("a\nb"), std::string("a\0b", 3)}) {
        for (std::string Submission::*field :
             {&Submission::providerKey, &Submission::reference, &Submission::payee}) {
            Submission submission = exampleSubmission("order-1");
            submission.*field = bad;
            const auto rendered = provider.renderRequest(submission);
            QVERIFY(!rendered);
            QCOMPARE(rendered.error().code().c_str(), "submission.not_expressible");
            QVERIFY(rendered.error().effect() == Effect::None);
            QVERIFY(provider.submit(submission, "{}").answer == Answer::NotSent);
        }
    }
    HttpRequest request{
        .method = "GET", .url = server.baseUrl(), .connectTimeoutMs = 100, .totalTimeoutMs = 100};
    request.headers = {{"X", "a\r\nY: b"}};
    QCOMPARE(callOnce(request).reason.c_str(), "unsafe_header");
    request.headers.clear();
    request.url += "/\r\n";
    QCOMPARE(callOnce(request).reason.c_str(), "unsafe_header");
    QCOMPARE(server.connections(), 0);
}

void ProviderWireTest::secretMissingMeansNothingSent()
{
    ScriptedTcpServer server(Script{});
    HttpProfile profile = shippedProfile("sandbox-card", server.baseUrl());
    profile.authorization = Authorization{
        .header = "Authorization", .prefix = "Bearer ", .environment = "ONCEOVER_NO_SUCH_SECRET"};
    HttpProvider provider(std::move(profile));
    const SubmissionResult result = provider.submit(exampleSubmission("order-1"), "{}");
    QVERIFY(result.answer == Answer::NotSent);
    QCOMPARE(result.reason.c_str(), "secret_unavailable");
    QCOMPARE(server.connections(), 0);
}

// Without the linger setting the kernel goes on delivering what the dead process had buffered.
void ProviderWireTest::dyingDiscardsUnsentBytes()
{
    constexpr long kBodyBytes = 1'000'000;
    ScriptedTcpServer server(Script{.waitsToRead = true});
    QProcess caller;
    caller.start(
        QString::fromUtf8(ONCEOVER_CALL_ONCE),
        {QString::fromStdString(server.baseUrl()), QString::number(kBodyBytes)});
    QVERIFY(caller.waitForStarted());
    QVERIFY(ScriptedTcpServer::waitFor([&] { return server.connections() == 1; }));
    // Killed while its kernel holds bytes that the provider has not taken.
    QVERIFY(ScriptedTcpServer::waitFor([&] { return unsentBytesTo(server.port()) > 0; }));
    QCOMPARE(kill(static_cast<pid_t>(caller.processId()), SIGKILL), 0);
    QVERIFY(caller.waitForFinished());
    server.letRead();
    QVERIFY(ScriptedTcpServer::waitFor([&] { return server.endedConnections() == 1; }));
    QCOMPARE(server.completeRequests(), 0);
    QCOMPARE(server.resetConnections(), 1);
}

void ProviderWireTest::givingUpDiscardsUnsentBytes()
{
    ScriptedTcpServer server(Script{.waitsToRead = true});
    const std::string body(1'000'000, 'x');
    HttpRequest request{
        .method = "POST",
        .url = server.baseUrl(),
        .body = body,
        .connectTimeoutMs = 500,
        .totalTimeoutMs = 500};
    const HttpExchange exchange = callOnce(request);
    QVERIFY(exchange.end == HttpExchange::End::Broken);
    QCOMPARE(exchange.reason.c_str(), "deadline");
    server.letRead();
    QVERIFY(ScriptedTcpServer::waitFor([&] { return server.endedConnections() == 1; }));
    QCOMPARE(server.completeRequests(), 0);
    QCOMPARE(server.resetConnections(), 1);
}

QTEST_GUILESS_MAIN(ProviderWireTest)

#include "provider_wire_test.moc"
