// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/http_provider.h"
#include "tests/support/example_submission.h"
#include "tests/support/scripted_tcp_server.h"
#include "tests/support/shipped_profile.h"
#include "tests/unit/wire_cases.h"

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
    const std::vector<std::vector<WireCase>> groups = {wireCases(), statusCases(), echoCases(ours)};
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
    const WireCase& expected = cases[static_cast<std::size_t>(index)];
    ScriptedTcpServer server(expected.script);
    const SubmissionResult result = sendTo(server.baseUrl(), ours);
    QCOMPARE(
        std::string(toText(result.answer)).c_str(), std::string(toText(expected.answer)).c_str());
    QCOMPARE(result.reason.c_str(), expected.reason.c_str());
    QCOMPARE(server.completeRequests(), 1);
    QCOMPARE(server.connections(), 1);
    QVERIFY(result.requestBytes > 0);
    QVERIFY(result.startedAtUs > 0 && result.finishedAtUs >= result.startedAtUs);
    const bool isRefusalOfOurs = expected.name.find("our") != std::string::npos;
    QCOMPARE(result.providerId.has_value(), result.answer == Answer::Succeeded || isRefusalOfOurs);
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
    for (const char* name : {"", "X: y", "X y", "X\r"}) {
        request.headers = {{name, "a"}};
        QCOMPARE(callOnce(request).reason.c_str(), "unsafe_header");
    }
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
