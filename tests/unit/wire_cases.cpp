// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/wire_cases.h"

#include "tests/support/example_submission.h"

namespace onceover {

using End = ScriptedTcpServer::End;
using Script = ScriptedTcpServer::Script;

std::string http(const std::string& status, const std::string& headers, const std::string& body)
{
    return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: "
           + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
}

std::string charge(
    const Submission& submission, const std::string& amount, const std::string& currency)
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

// What the wire can do to one call. In each the provider receives at most one complete request.
std::vector<WireCase> wireCases()
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
std::vector<WireCase> statusCases()
{
    const std::string basic = "WWW-Authenticate: Basic realm=\"x\"\r\nWWW-Authenticate: Digest "
                              "realm=\"x\", nonce=\"y\"\r\n";
    std::vector<WireCase> cases;
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
        {"an object for a word",
         answering(http("201 Created", "", R"({"status":{"is":"succeeded"}})")),
         Answer::Unknown,
         "answer_not_in_table"});
    cases.push_back(
        {"no row",
         answering(http("200 OK", "", R"({"status":"odd"})")),
         Answer::Unknown,
         "answer_not_in_table"});
    return cases;
}

// Answers that look like a success but are not about this payment, or not wholly there.
static std::vector<WireCase> successCases(const Submission& ours)
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
    };
}

// Answers by row of the table.
static std::vector<WireCase> tableCases(const Submission& ours)
{
    const auto refused = [](const std::string& members) {
        return answering(
            http("402 P", "", R"({"id":"c",)" + members + R"(,"error":{"final":true}})"));
    };
    return {
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
         refused(R"("reference":"0")"),
         Answer::Unknown,
         "echo_mismatch_reference"},
        {"refusal of ours",
         refused(R"("reference":")" + ours.reference + "\""),
         Answer::RejectedFinal,
         "refused_by_table:declined"},
        {"refusal under another key",
         refused(R"("reference":")" + ours.reference + R"(","merchant_number":"x")"),
         Answer::Unknown,
         "echo_mismatch_reference"},
        {"refusal under our key",
         refused(R"("merchant_number":")" + ours.providerKey + "\""),
         Answer::RejectedFinal,
         "refused_by_table:declined"},
    };
}

std::vector<WireCase> echoCases(const Submission& ours)
{
    std::vector<WireCase> cases = successCases(ours);
    const std::vector<WireCase> others = tableCases(ours);
    cases.insert(cases.end(), others.begin(), others.end());
    return cases;
}

} // namespace onceover
