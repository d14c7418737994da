// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/loopback.h"
#include "backend/provider/profile_assessment.h"
#include "backend/provider/profile_reader.h"
#include "backend/provider/request_renderer.h"
#include "tests/support/example_submission.h"
#include "tests/support/shipped_profile.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <string>

#include <nlohmann/json.hpp>

using namespace onceover;

namespace {

using Json = nlohmann::ordered_json;

Json cardProfile()
{
    Json document = Json::parse(shippedProfileText("sandbox-card"));
    document["base_url"] = "http://127.0.0.1:8080/card";
    return document;
}

std::string refusalOf(const std::string& text)
{
    const auto profile = readProfile(text);
    return profile ? "accepted" : profile.error().detail();
}

bool hasNote(const std::vector<AssessmentNote>& notes, const std::string& code)
{
    return std::any_of(
        notes.begin(), notes.end(), [&](const AssessmentNote& note) { return note.code == code; });
}

struct Refusal
{
    const char* name;
    // What the refusal begins with: the pointer of the member.
    const char* field;
    std::function<void(Json&)> spoil;
};

std::vector<Refusal> refusals()
{
    return {
        {"unknown member",
         "/surprise",
         [](Json& p) {
             p["surprise"] = 1;
         }},
        {"unknown inner member",
         "/times/surprise",
         [](Json& p) {
             p["times"]["surprise"] = 1;
         }},
        {"unknown row member",
         "/submit/answers/0/surprise",
         [](Json& p) {
             p["submit"]["answers"][0]["surprise"] = 1;
         }},
        {"missing member",
         "/times/visibility_lag_ms",
         [](Json& p) {
             p["times"].erase("visibility_lag_ms");
         }},
        {"text for number",
         "/concurrency",
         [](Json& p) {
             p["concurrency"] = "4";
         }},
        {"fraction for number",
         "/concurrency",
         [](Json& p) {
             p["concurrency"] = 4.0;
         }},
        {"number for flag",
         "/capabilities/list",
         [](Json& p) {
             p["capabilities"]["list"] = 1;
         }},
        {"negative span",
         "/times/visibility_lag_ms",
         [](Json& p) {
             p["times"]["visibility_lag_ms"] = -1;
         }},
        {"no deadline",
         "/times/answer_timeout_ms",
         [](Json& p) {
             p["times"]["answer_timeout_ms"] = 0;
         }},
        {"no looks",
         "/times/look_delays_ms",
         [](Json& p) {
             p["times"]["look_delays_ms"] = Json::array();
         }},
        {"format of the future",
         "/profile_format",
         [](Json& p) {
             p["profile_format"] = 2;
         }},
        {"key field too short",
         "/limits/key_max_length",
         [](Json& p) {
             p["limits"]["key_max_length"] = 19;
         }},
        {"key field without hyphen",
         "/limits/key_alphabet",
         [](Json& p) {
             p["limits"]["key_alphabet"] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
         }},
        {"reference field too short",
         "/limits/reference_max_length",
         [](Json& p) {
             p["limits"]["reference_max_length"] = 15;
         }},
        {"reference field of digits",
         "/limits/reference_alphabet",
         [](Json& p) {
             p["limits"]["reference_alphabet"] = "0123456789";
         }},
        {"no such currency",
         "/limits/currencies",
         [](Json& p) {
             p["limits"]["currencies"] = {"EUR", "EUX"};
         }},
        {"no direction",
         "/limits/directions",
         [](Json& p) {
             p["limits"]["directions"] = Json::array();
         }},
        {"key without life",
         "/capabilities/key_lifetime_ms",
         [](Json& p) {
             p["capabilities"]["key_lifetime_ms"] = 0;
         }},
        {"authoritative without query",
         "/capabilities/query_authoritative",
         [](Json& p) {
             p["capabilities"]["query_by_key"] = false;
         }},
        {"query not described",
         "/query",
         [](Json& p) {
             p.erase("query");
         }},
        {"list not described",
         "/list",
         [](Json& p) {
             p.erase("list");
         }},
        {"500 means refused",
         "/submit/answers/3/status",
         [](Json& p) {
             p["submit"]["answers"][3]["status"] = {500};
         }},
        {"range into 5xx",
         "/submit/answers/3/status",
         [](Json& p) {
             p["submit"]["answers"][3]["status"] = {400, 503};
         }},
        {"302 means success",
         "/submit/answers/0/status",
         [](Json& p) {
             p["submit"]["answers"][0]["status"] = {302};
         }},
        {"2xx refusal without a word",
         "/submit/answers/3/conditions",
         [](Json& p) {
             p["submit"]["answers"][3]["status"] = {200};
             p["submit"]["answers"][3].erase("conditions");
         }},
        {"bare 404 means absent",
         "/query/answers/0/conditions",
         [](Json& p) {
             p["query"]["answers"][0] = {{"name", "gone"}, {"status", {404}}, {"answer", "ABSENT"}};
         }},
        {"unknown answer",
         "/submit/answers/0/answer",
         [](Json& p) {
             p["submit"]["answers"][0]["answer"] = "NOT_SENT";
         }},
        {"two conditions in one",
         "/submit/answers/0/conditions/0/equals",
         [](Json& p) {
             p["submit"]["answers"][0]["conditions"][0]["exists"] = true;
         }},
        {"bad pointer",
         "/record/id",
         [](Json& p) {
             p["record"]["id"] = "id";
         }},
        {"amount nowhere",
         "/record/amount",
         [](Json& p) {
             p["record"]["amount"] = "";
         }},
        {"echo proves nothing",
         "/record/reference",
         [](Json& p) {
             p["record"].erase("reference");
             p["record"].erase("provider_key");
         }},
        {"unknown placeholder",
         "/submit/fields/0/value",
         [](Json& p) {
             p["submit"]["fields"][0] = {{"pointer", "/a"}, {"value", "{attempt_id}"}};
         }},
        {"unbalanced brace",
         "/submit/path",
         [](Json& p) {
             p["submit"]["path"] = "/v1/{reference";
         }},
        {"path to elsewhere",
         "/submit/path",
         [](Json& p) {
             p["submit"]["path"] = "@evil.example/";
         }},
        {"key never sent",
         "/submit",
         [](Json& p) {
             p["submit"]["headers"] = Json::object();
             p["submit"]["fields"].erase(3);
         }},
        {"amount never sent",
         "/submit",
         [](Json& p) {
             p["submit"]["fields"].erase(0);
         }},
        {"plain http to the world",
         "/base_url",
         [](Json& p) {
             p["base_url"] = "http://pay.example.com";
         }},
        {"user in URL",
         "/base_url",
         [](Json& p) {
             p["base_url"] = "https://user@pay.example.com";
         }},
        {"port not filled in",
         "/base_url",
         [](Json& p) {
             p["base_url"] = "http://127.0.0.1:${SANDBOX_PORT}/card";
         }},
        {"secret in the profile",
         "/authorization/secret",
         [](Json& p) {
             p["authorization"] = {
                 {"header", "Authorization"}, {"environment", "X"}, {"secret", "sk_live_1"}};
         }},
        {"secret nowhere",
         "/authorization/environment",
         [](Json& p) {
             p["authorization"] = {{"header", "Authorization"}};
         }},
        {"line end in a header",
         "/submit/headers",
         [](Json& p) {
             p["submit"]["headers"]["X"] = "a\r\nY: b";
         }},
    };
}

} // namespace

class ProviderProfileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shippedProfilesAreRead();
    void refusesByName_data();
    void refusesByName();
    void refusesMembersThatAppearTwice();
    void assessesWhatIsMissing();
    void rendersForms();
    void refusesWhatItCannotExpress();
    void knowsLoopback_data();
    void knowsLoopback();
};

void ProviderProfileTest::shippedProfilesAreRead()
{
    for (const char* name : {"generic-json", "stripe", "legacy-bank"}) {
        const auto profile = readProfile(shippedProfileText(name));
        QVERIFY2(profile, profile ? "" : profile.error().detail().c_str());
        QCOMPARE(profile->declared.name.c_str(), name);
        QCOMPARE(profile->declared.sha256.size(), std::size_t(64));
        QVERIFY(!isLoopback(profile->declared.baseUrl));
    }
    for (const char* name : {"sandbox-card", "sandbox-wire", "sandbox-legacy"}) {
        const HttpProfile profile = shippedProfile(name, "http://127.0.0.1:8080/x");
        QVERIFY(isLoopback(profile.declared.baseUrl));
    }
}

void ProviderProfileTest::refusesByName_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Refusal& refusal : refusals())
        QTest::newRow(refusal.name) << index++;
}

void ProviderProfileTest::refusesByName()
{
    QFETCH(int, index);
    const auto all = refusals();
    const Refusal& refusal = all[static_cast<std::size_t>(index)];
    Json document = cardProfile();
    QCOMPARE(refusalOf(document.dump()).c_str(), "accepted");
    refusal.spoil(document);
    const std::string why = refusalOf(document.dump());
    QVERIFY2(why.starts_with(std::string(refusal.field) + ": "), why.c_str());
}

void ProviderProfileTest::refusesMembersThatAppearTwice()
{
    std::string text = cardProfile().dump();
    text.insert(1, "\"concurrency\":1,");
    const auto profile = readProfile(text);
    QVERIFY(!profile);
    QCOMPARE(profile.error().code().c_str(), "json.not_well_formed");
    QVERIFY(profile.error().detail().find("\"concurrency\" appears twice") != std::string::npos);
}

void ProviderProfileTest::assessesWhatIsMissing()
{
    const auto card = assess(shippedProfile("sandbox-card", "http://127.0.0.1:1/x"));
    QVERIFY(hasNote(card, "KEY_EXPIRES"));
    QVERIFY(!hasNote(card, "NO_QUERY"));
    const auto legacy = assess(shippedProfile("sandbox-legacy", "http://127.0.0.1:1/x"));
    for (const char* code : {"NO_KEY", "NO_QUERY", "NO_LIST"})
        QVERIFY2(hasNote(legacy, code), code);
    QVERIFY(!hasNote(legacy, "BLIND"));
    HttpProfile blind = shippedProfile("sandbox-legacy", "http://127.0.0.1:1/x");
    blind.declared.bankStatement = false;
    QCOMPARE(assess(blind).front().code.c_str(), "BLIND");
}

void ProviderProfileTest::rendersForms()
{
    const HttpProfile profile = shippedProfile("stripe", "https://api.stripe.com");
    const Submission ours = exampleSubmission("order-1", "tok_visa");
    const auto body = renderBody(profile, ours);
    QVERIFY(body);
    const std::string expected = "amount=1250&currency=eur&source=tok_visa&description="
                                 + ours.reference + "&metadata%5Breference%5D=" + ours.reference
                                 + "&metadata%5Bprovider_key%5D=" + ours.providerKey;
    QCOMPARE(body->c_str(), expected.c_str());
}

void ProviderProfileTest::refusesWhatItCannotExpress()
{
    const HttpProfile profile = shippedProfile("stripe", "https://api.stripe.com");
    const auto refusedField = [&](const std::function<void(Submission&)>& spoil) {
        Submission submission = exampleSubmission("order-1", "tok_visa");
        spoil(submission);
        const auto body = renderBody(profile, submission);
        return body ? std::string("accepted")
                    : body.error().detail().substr(0, body.error().detail().find(':'));
    };
    QCOMPARE(refusedField([](Submission&) {}).c_str(), "accepted");
    QCOMPARE(refusedField([](Submission& s) { s.direction = "OUT"; }).c_str(), "direction");
    QCOMPARE(refusedField([](Submission& s) { s.reference.clear(); }).c_str(), "reference");
    QCOMPARE(refusedField([](Submission& s) { s.providerKey += "/"; }).c_str(), "provider_key");
    QCOMPARE(
        refusedField([](Submission& s) { s.amount = Money(0, s.amount.currency()); }).c_str(),
        "amount_minor");
    QCOMPARE(
        refusedField([](Submission& s) {
            s.amount = Money(5, *Currency::fromCode("KWD"));
        }).c_str(),
        "currency");
    // Text that is not UTF-8 cannot become JSON.
    const HttpProfile card = shippedProfile("sandbox-card", "http://127.0.0.1:1/x");
    Submission broken = exampleSubmission("order-1");
    broken.payee = "\xff";
    QVERIFY(!renderBody(card, broken));
}

void ProviderProfileTest::knowsLoopback_data()
{
    QTest::addColumn<bool>("isLoopbackUrl");
    for (const char* url :
         {"http://127.0.0.1",
          "http://127.0.0.1:80/x",
          "https://127.255.0.3/",
          "http://[::1]:9",
          "http://LOCALHOST:1",
          "HTTP://localhost"})
        QTest::newRow(url) << true;
    for (const char* url :
         {"http://user@127.0.0.1",
          "http://127.0.0.1@evil.com",
          "http://127.0.0.1.evil.com",
          "http://2130706433",
          "http://127.1",
          "http://0177.0.0.1",
          "http://127.0.0.01",
          "http://0x7f.0.0.1",
          "http://localhost.evil.com",
          "http://evil.com/127.0.0.1",
          "http://127.0.0.1:80:90",
          "http://127.0.0.1:0",
          "http://127.0.0.1:99999",
          "http://127.0.0.1\\@evil.com",
          "http://127.0.0.256",
          "http://128.0.0.1",
          "http://0.0.0.0",
          "http://[::]",
          "http://[::ffff:127.0.0.1]",
          "http://[::1",
          "http://[::1]evil.com",
          "ftp://127.0.0.1",
          "127.0.0.1",
          "http://127.0.0.1 ",
          "http://127.0.0.1%2eevil.com",
          "http://",
          "http://127.0.0.1?x",
          "http://127.0.0.1#@evil.com",
          "http:///127.0.0.1",
          ""})
        QTest::newRow(*url ? url : "empty") << false;
}

void ProviderProfileTest::knowsLoopback()
{
    QFETCH(bool, isLoopbackUrl);
    const std::string tag = QTest::currentDataTag();
    QCOMPARE(isLoopback(tag == "empty" ? "" : tag), isLoopbackUrl);
}

QTEST_GUILESS_MAIN(ProviderProfileTest)

#include "provider_profile_test.moc"
