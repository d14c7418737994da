// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/loopback.h"
#include "backend/provider/profile_assessment.h"
#include "backend/provider/profile_reader.h"
#include "backend/provider/request_renderer.h"
#include "test_places.h"
#include "tests/support/example_submission.h"
#include "tests/support/shipped_profile.h"

#include <QTest>

#include <algorithm>
#include <fstream>
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

void spoil(Json& document, const QString& changes)
{
    for (const QString& change : changes.split(QStringLiteral(" ; "))) {
        const Json::json_pointer target(change.section(QLatin1Char('='), 0, 0).toStdString());
        const std::string value = change.section(QLatin1Char('='), 1).toStdString();
        if (!value.empty()) {
            document[target] = Json::parse(value);
            continue;
        }
        Json& parent = document[target.parent_pointer()];
        if (parent.is_array())
            parent.erase(std::stoul(target.back()));
        else
            parent.erase(target.back());
    }
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
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("changes");
    std::ifstream file(ONCEOVER_SOURCE_DIR "/tests/unit/provider_profile_refusals.txt");
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const QStringList parts = QString::fromStdString(line).split(QStringLiteral(" | "));
        QCOMPARE(parts.size(), 3);
        QTest::newRow(qPrintable(parts[0])) << parts[1] << parts[2];
    }
}

void ProviderProfileTest::refusesByName()
{
    QFETCH(QString, field);
    QFETCH(QString, changes);
    Json document = cardProfile();
    QCOMPARE(refusalOf(document.dump()).c_str(), "accepted");
    spoil(document, changes);
    const std::string why = refusalOf(document.dump());
    QVERIFY2(why.starts_with(field.toStdString() + ": "), why.c_str());
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
