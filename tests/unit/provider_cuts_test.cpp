// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/http_provider.h"
#include "tests/support/cut_points.h"
#include "tests/support/example_submission.h"
#include "tests/support/scripted_tcp_server.h"
#include "tests/support/shipped_profile.h"
#include "tests/support/tcp_gate.h"
#include "tests/unit/wire_cases.h"

#include <QtTest>

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

using namespace onceover;

using Kind = GateFault::Kind;

Q_DECLARE_METATYPE(onceover::GateWay)
Q_DECLARE_METATYPE(onceover::GateFault::Kind)

namespace {

constexpr std::int64_t kPatienceMs = 10'000;
// For streams that never go on: the caller's own deadline ends them.
constexpr std::int64_t kShortDeadlineMs = 150;

struct KnownAnswer
{
    const char* name;
    std::string bytes;
    Answer meaning;
};

std::string chunked(const std::string& body)
{
    const std::size_t half = body.size() / 2;
    std::ostringstream answer;
    answer << "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
           << std::hex << half << "\r\n"
           << body.substr(0, half) << "\r\n"
           << body.size() - half << "\r\n"
           << body.substr(half) << "\r\n0\r\n\r\n";
    return answer.str();
}

std::vector<KnownAnswer> knownAnswers(const Submission& ours)
{
    return {
        {"success", http("201 Created", "", charge(ours)), Answer::Succeeded},
        {"success in chunks", chunked(charge(ours)), Answer::Succeeded},
        {"refusal",
         http("402 Payment Required", "", R"({"error":{"code":"declined","final":true}})"),
         Answer::RejectedFinal},
        {"refusal for now",
         http("402 Payment Required", "", R"({"error":{"code":"busy","retryable":true}})"),
         Answer::RejectedRetryable},
    };
}

QByteArray said(const GateFault& fault, const std::string& what)
{
    return QByteArray(toText(fault.kind)) + " at byte " + QByteArray::number(fault.atByte) + ' '
           + toText(fault.way) + ", bit " + QByteArray::number(fault.bit) + ": " + what.c_str();
}

// Providers write currencies both ways; a flipped bit can turn one into the other.
std::string upper(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char character) {
        return static_cast<char>(std::toupper(character));
    });
    return text;
}

// What a provider that executes what it reads answers: the charge as it arrived.
std::string echo(const std::string& request)
{
    const std::size_t end = request.find("\r\n\r\n");
    const auto body = nlohmann::json::parse(request.substr(end + 4), nullptr, false);
    if (!body.is_object())
        return http("400 Bad Request", "", "{}");
    nlohmann::json charge = body;
    charge["id"] = "ch_1";
    charge["status"] = "succeeded";
    charge["created"] = 1764500000;
    // A flipped bit may have made text that is no UTF-8.
    return http(
        "201 Created", "", charge.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace

// The stream between the one HTTP call and its provider, struck at every byte of request and
// answer. The server counts the complete requests; it never gets more than one.
class ProviderCutsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answerIsStruck_data();
    void answerIsStruck();
    void requestIsStruck_data();
    void requestIsStruck();
    void lookIsStruck_data();
    void lookIsStruck();
    void hangingUpAtOnceProvesOnlyWhatTheSocketSays();
    void cleanupTestCase();

private:
    HttpProvider providerBehind(const TcpGate& gate, std::int64_t deadlineMs) const;
    static std::vector<std::uint64_t> pointsFor(Kind kind, std::uint64_t length);
    static GateFault faultAt(Kind kind, GateWay way, std::uint64_t point);
    SubmissionResult send(HttpProvider& provider) const;
    // Whether what the provider read is this payment.
    bool isAboutUs(const std::string& request) const;
    void judgeAnswer(const GateFault& fault, const KnownAnswer& known, const SubmissionResult& got);
    void judgeLook(const GateFault& fault, bool isFound, const QueryAnswer& got);

    const Submission m_ours = exampleSubmission("order-1");
    std::map<std::string, int> m_counts;
};

HttpProvider ProviderCutsTest::providerBehind(const TcpGate& gate, std::int64_t deadlineMs) const
{
    HttpProfile profile =
        shippedProfile("sandbox-card", "http://127.0.0.1:" + std::to_string(gate.port()));
    profile.declared.connectTimeoutMs = kPatienceMs;
    profile.declared.answerTimeoutMs = deadlineMs;
    profile.declared.queryTimeoutMs = deadlineMs;
    return HttpProvider(std::move(profile));
}

// Every byte but for stalls, each of which lasts as long as the caller waits.
std::vector<std::uint64_t> ProviderCutsTest::pointsFor(Kind kind, std::uint64_t length)
{
    return CutPoints::of(length, kind == Kind::Stall ? 6 : length);
}

GateFault ProviderCutsTest::faultAt(Kind kind, GateWay way, std::uint64_t point)
{
    return {
        .kind = kind,
        .way = way,
        .atByte = point,
        .bit = static_cast<int>((point + CutPoints::seed()) % 8)};
}

SubmissionResult ProviderCutsTest::send(HttpProvider& provider) const
{
    const auto body = provider.renderRequest(m_ours);
    return body ? provider.submit(m_ours, *body) : SubmissionResult{};
}

void ProviderCutsTest::answerIsStruck_data()
{
    QTest::addColumn<int>("known");
    QTest::addColumn<Kind>("kind");
    const auto answers = knownAnswers(m_ours);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        for (const Kind kind : {Kind::Cut, Kind::Reset, Kind::Stall, Kind::Slice, Kind::Corrupt})
            QTest::newRow((std::string(answers[i].name) + ", " + toText(kind)).c_str())
                << static_cast<int>(i) << kind;
    }
}

void ProviderCutsTest::answerIsStruck()
{
    QFETCH(int, known);
    QFETCH(Kind, kind);
    const KnownAnswer answer = knownAnswers(m_ours)[static_cast<std::size_t>(known)];
    ScriptedTcpServer server(answering(answer.bytes));
    TcpGate gate(static_cast<std::uint16_t>(server.port()));
    const bool isEndless = kind == Kind::Stall || kind == Kind::Corrupt;
    HttpProvider provider = providerBehind(gate, isEndless ? kShortDeadlineMs : kPatienceMs);
    int calls = 0;
    for (const std::uint64_t point : pointsFor(kind, answer.bytes.size())) {
        const GateFault fault = faultAt(kind, GateWay::ToClient, point);
        gate.arm(fault);
        const SubmissionResult result = send(provider);
        QVERIFY(gate.hasStruck());
        gate.release(true);
        gate.open();
        judgeAnswer(fault, answer, result);
        if (QTest::currentTestFailed())
            return;
        QVERIFY(result.requestBytes > 0);
        QCOMPARE(server.completeRequests(), ++calls);
        QCOMPARE(server.connections(), calls);
    }
    m_counts[std::string("provider, answer: ") + toText(kind)] += calls;
}

void ProviderCutsTest::judgeAnswer(
    const GateFault& fault, const KnownAnswer& known, const SubmissionResult& got)
{
    const QByteArray what = said(fault, std::string(toText(got.answer)) + ' ' + got.reason);
    if (fault.kind == Kind::Slice) {
        QVERIFY2(got.answer == known.meaning, what.constData());
        return;
    }
    if (fault.kind != Kind::Corrupt) {
        // The line behind the last chunk says nothing any more.
        const bool isWhole = known.bytes.find("\r\n0\r\n") + 5 <= fault.atByte
                             && known.bytes.find("chunked") != std::string::npos;
        QVERIFY2(
            got.answer == Answer::Unknown || (isWhole && got.answer == known.meaning),
            what.constData());
        return;
    }
    // A flipped bit may leave the meaning alone, or make it unreadable; never turn it round.
    QVERIFY2(got.answer == known.meaning || got.answer == Answer::Unknown, what.constData());
    if (got.answer != Answer::Succeeded)
        return;
    std::string bytes = known.bytes;
    char& byte = bytes[fault.atByte];
    byte = static_cast<char>(byte ^ (1 << fault.bit));
    const std::string whole = charge(m_ours);
    for (const std::string& fact :
         {std::string(R"("amount":1250)"),
          std::string(R"("currency":"EUR")"),
          std::string(R"("status":"succeeded")"),
          R"("payee_account":")" + m_ours.payeeAccount + '"'}) {
        QVERIFY(whole.find(fact) != std::string::npos);
        // In chunks a fact may be cut in two.
        const bool isWhole = upper(bytes).find(upper(fact)) != std::string::npos;
        QVERIFY2(isWhole || known.bytes.find(fact) == std::string::npos, what.constData());
    }
}

void ProviderCutsTest::requestIsStruck_data()
{
    QTest::addColumn<Kind>("kind");
    for (const Kind kind : {Kind::Cut, Kind::Reset, Kind::Stall, Kind::Slice, Kind::Corrupt})
        QTest::newRow(toText(kind)) << kind;
}

void ProviderCutsTest::requestIsStruck()
{
    QFETCH(Kind, kind);
    ScriptedTcpServer server(ScriptedTcpServer::Script{.answerTo = echo});
    TcpGate gate(static_cast<std::uint16_t>(server.port()));
    HttpProvider patient = providerBehind(gate, kPatienceMs);
    QVERIFY(send(patient).answer == Answer::Succeeded);
    const std::string whole = gate.heard(GateWay::ToServer);
    const bool isEndless = kind == Kind::Stall || kind == Kind::Corrupt;
    HttpProvider provider = providerBehind(gate, isEndless ? kShortDeadlineMs : kPatienceMs);
    int calls = 0;
    int before = server.completeRequests();
    for (const std::uint64_t point : pointsFor(kind, whole.size())) {
        const GateFault fault = faultAt(kind, GateWay::ToServer, point);
        gate.arm(fault);
        const SubmissionResult result = send(provider);
        QVERIFY(gate.hasStruck());
        gate.release(true);
        ++calls;
        // What left the machine may have been read, however little the provider got of it.
        const QByteArray what =
            said(fault, std::string(toText(result.answer)) + ' ' + result.reason);
        QVERIFY2(result.answer != Answer::NotSent && result.requestBytes > 0, what.constData());
        QVERIFY(ScriptedTcpServer::waitFor([&] { return server.endedConnections() == calls + 1; }));
        const int complete = server.completeRequests() - before;
        before = server.completeRequests();
        QVERIFY2(complete <= 1, what.constData());
        if (kind == Kind::Slice) {
            QVERIFY2(complete == 1 && result.answer == Answer::Succeeded, what.constData());
        } else if (kind == Kind::Corrupt) {
            const bool isTaken = result.answer == Answer::Succeeded;
            const std::string read = server.lastRequest();
            QVERIFY2(!isTaken || isAboutUs(read), what + "; read: " + read.c_str());
        } else {
            // What a stall kept back was on its way already, and arrives although the caller has
            // given up.
            QVERIFY2(complete == 0 || kind == Kind::Stall, what.constData());
            QVERIFY2(result.answer == Answer::Unknown, what.constData());
        }
    }
    m_counts[std::string("provider, request: ") + toText(kind)] += calls;
}

bool ProviderCutsTest::isAboutUs(const std::string& request) const
{
    const auto body =
        nlohmann::json::parse(request.substr(request.find("\r\n\r\n") + 4), nullptr, false);
    if (!body.is_object())
        return false;
    // One name may have lost a bit; the other still says whose it is.
    const std::string reference = body.value("reference", "");
    const std::string key = body.value("merchant_number", "");
    const bool isNamed = !(reference.empty() && key.empty())
                         && (reference.empty() || reference == m_ours.reference)
                         && (key.empty() || key == m_ours.providerKey);
    return isNamed && body.value("amount", 0) == m_ours.amount.amountMinor()
           && upper(body.value("currency", "")) == m_ours.amount.currency().code()
           && body.value("payee_account", "") == m_ours.payeeAccount;
}

void ProviderCutsTest::lookIsStruck_data()
{
    QTest::addColumn<bool>("isFound");
    QTest::addColumn<Kind>("kind");
    for (const bool isFound : {true, false}) {
        for (const Kind kind : {Kind::Cut, Kind::Reset, Kind::Stall, Kind::Slice, Kind::Corrupt})
            QTest::newRow((std::string(isFound ? "found, " : "absent, ") + toText(kind)).c_str())
                << isFound << kind;
    }
}

// A question may be asked again; what must never happen is that a damaged answer proves absence,
// for that permits a second send.
void ProviderCutsTest::lookIsStruck()
{
    QFETCH(bool, isFound);
    QFETCH(Kind, kind);
    const std::string bytes = http(
        "200 OK",
        "",
        R"({"data":[)" + (isFound ? charge(m_ours) : std::string())
            + R"(],"visible_until":1764500000})");
    ScriptedTcpServer server(answering(bytes));
    TcpGate gate(static_cast<std::uint16_t>(server.port()));
    const bool isEndless = kind == Kind::Stall || kind == Kind::Corrupt;
    HttpProvider provider = providerBehind(gate, isEndless ? kShortDeadlineMs : kPatienceMs);
    int struck = 0;
    for (const std::uint64_t point : pointsFor(kind, bytes.size())) {
        const GateFault fault = faultAt(kind, GateWay::ToClient, point);
        gate.arm(fault);
        const QueryAnswer answer = provider.queryByKey(m_ours.providerKey, m_ours.reference, 0);
        struck += gate.hasStruck() ? 1 : 0;
        gate.release(true);
        gate.open();
        judgeLook(fault, isFound, answer);
        if (QTest::currentTestFailed())
            return;
    }
    m_counts[std::string("provider, answer to a look: ") + toText(kind)] += struck;
    QVERIFY(struck > 0);
}

void ProviderCutsTest::judgeLook(const GateFault& fault, bool isFound, const QueryAnswer& got)
{
    const QByteArray what = said(fault, std::string(toText(got.kind)) + ' ' + got.reason);
    const QueryKind whole = isFound ? QueryKind::Found : QueryKind::Absent;
    if (fault.kind == Kind::Slice) {
        QVERIFY2(got.kind == whole, what.constData());
    } else if (fault.kind == Kind::Corrupt) {
        QVERIFY2(got.kind != (isFound ? QueryKind::Absent : QueryKind::Found), what.constData());
    } else {
        QVERIFY2(
            got.kind == QueryKind::QueryFailed || got.kind == QueryKind::Inconclusive,
            what.constData());
    }
}

// Accepted and hung up at once: whether a byte left is for the socket to say, and only its "none"
// is NOT_SENT.
void ProviderCutsTest::hangingUpAtOnceProvesOnlyWhatTheSocketSays()
{
    ScriptedTcpServer server(ScriptedTcpServer::Script{});
    TcpGate gate(static_cast<std::uint16_t>(server.port()));
    HttpProvider provider = providerBehind(gate, kPatienceMs);
    gate.cutAfter(GateWay::ToServer, 0);
    send(provider);
    int notSent = 0;
    constexpr int kCalls = 50;
    for (int i = 0; i < kCalls; ++i) {
        const SubmissionResult result = send(provider);
        QVERIFY(result.answer == Answer::NotSent || result.answer == Answer::Unknown);
        QCOMPARE(result.answer == Answer::NotSent, result.requestBytes == 0);
        notSent += result.answer == Answer::NotSent ? 1 : 0;
    }
    QCOMPARE(server.receivedBytes(), 0L);
    qInfo("hung up at once: %d calls, %d proven not sent", kCalls, notSent);
}

void ProviderCutsTest::cleanupTestCase()
{
    for (const auto& [what, count] : m_counts)
        qInfo("%s: %d", what.c_str(), count);
}

QTEST_GUILESS_MAIN(ProviderCutsTest)
#include "provider_cuts_test.moc"
