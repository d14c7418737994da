// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/profile_reader.h"

#include "backend/domain/currency.h"
#include "backend/domain/sha256.h"
#include "backend/provider/json_text.h"
#include "backend/provider/loopback.h"
#include "backend/provider/message_template.h"
#include "backend/provider/profile_rows.h"
#include "backend/provider/profile_section.h"

#include <algorithm>
#include <array>
#include <limits>

namespace onceover {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxProfileBytes = 256 * 1024;
constexpr std::int64_t kMaxSpanMs = 400LL * 24 * 3600 * 1000;
constexpr std::int64_t kMaxDeadlineMs = 10LL * 60 * 1000;
// "REFERENCE-999": a reference of 16 characters, a hyphen and a generation of up to three digits.
constexpr int kKeyLength = 20;
constexpr int kReferenceLength = 16;
constexpr std::string_view kReferenceCharacters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

bool holdsAll(const std::string& alphabet, std::string_view needed)
{
    return std::all_of(needed.begin(), needed.end(), [&](char character) {
        return alphabet.find(character) != std::string::npos;
    });
}

const PlaceholderValues& submitPlaceholders()
{
    static const PlaceholderValues values = {
        {"reference", "R"},
        {"provider_key", "R-1"},
        {"amount_minor", "1"},
        {"amount_decimal", "1"},
        {"currency", "EUR"},
        {"currency_lower", "eur"},
        {"direction", "OUT"},
        {"payee", "p"},
        {"payee_account", "a"},
        {"source", "s"},
        {"idempotency_key", "k"}};
    return values;
}

void checkTemplate(
    ProfileSection& section,
    const char* name,
    const std::string& text,
    const PlaceholderValues& values)
{
    if (!expand(text, values, percentEncoded))
        section.refuse(name, "holds an unbalanced brace or an unknown placeholder");
}

void checkPath(
    ProfileSection& section,
    const char* name,
    const std::string& path,
    const PlaceholderValues& values)
{
    if (path.empty() || path.front() != '/' || path.find_first_of(" #\\") != std::string::npos)
        section.refuse(name, "must begin with '/' and hold no blank, '#' or backslash");
    checkTemplate(section, name, path, values);
}

void readCapabilities(ProfileSection& section, ProviderProfile& declared)
{
    declared.keyCollapses = section.flag("key_collapses");
    declared.keyLifetimeMs = section.number("key_lifetime_ms", 0, kMaxSpanMs);
    declared.uniqueMerchantNumber = section.flag("unique_merchant_number");
    declared.queryByKey = section.flag("query_by_key");
    declared.queryAuthoritative = section.flag("query_authoritative");
    declared.list = section.flag("list");
    declared.webhook = section.flag("webhook");
    declared.settlementFile = section.flag("settlement_file");
    declared.bankStatement = section.flag("bank_statement");
    declared.echoesAccount = section.flag("echoes_account");
    if (declared.keyCollapses != (declared.keyLifetimeMs > 0))
        section.refuse("key_lifetime_ms", "must be above 0 exactly when key_collapses is true");
    if (declared.queryAuthoritative && !declared.queryByKey)
        section.refuse("query_authoritative", "needs query_by_key");
    if (declared.webhook)
        section.refuse("webhook", "is not supported yet");
}

void readTimes(ProfileSection& section, ProviderProfile& declared)
{
    declared.visibilityLagMs = section.number("visibility_lag_ms", 0, kMaxSpanMs);
    declared.longestProcessingMs = section.number("longest_processing_ms", 0, kMaxSpanMs);
    declared.lateWindowMs = section.number("late_window_ms", 0, kMaxSpanMs);
    declared.exhaustedAfterMs = section.number("exhausted_after_ms", 1, kMaxSpanMs);
    declared.processingSlaMs = section.number("processing_sla_ms", 0, kMaxSpanMs);
    declared.connectTimeoutMs = section.number("connect_timeout_ms", 1, kMaxDeadlineMs);
    declared.answerTimeoutMs = section.number("answer_timeout_ms", 1, kMaxDeadlineMs);
    declared.queryTimeoutMs = section.number("query_timeout_ms", 1, kMaxDeadlineMs);
    declared.retryDelayMs = section.number("retry_delay_ms", 0, kMaxSpanMs);
    declared.lookDelaysMs = section.numbers("look_delays_ms", 1, kMaxSpanMs);
}

void readFieldLimits(ProfileSection& section, HttpProfile& profile)
{
    ProviderProfile& declared = profile.declared;
    declared.referenceMaxLength = static_cast<int>(section.number("reference_max_length", 1, 4096));
    declared.referenceAlphabet = section.text("reference_alphabet");
    profile.keyMaxLength = static_cast<int>(section.number("key_max_length", 1, 4096));
    profile.keyAlphabet = section.text("key_alphabet");
    profile.directions = section.texts("directions");
    declared.currencies = section.texts("currencies");
    const auto& directions = profile.directions;
    const bool areKnown =
        std::all_of(directions.begin(), directions.end(), [](const std::string& direction) {
            return direction == "OUT" || direction == "IN";
        });
    if (directions.empty() || !areKnown)
        section.refuse("directions", "must hold OUT, IN or both");
    if (declared.referenceMaxLength < kReferenceLength)
        section.refuse("reference_max_length", "cannot hold a reference of 16 characters");
    if (!holdsAll(declared.referenceAlphabet, kReferenceCharacters))
        section.refuse("reference_alphabet", "lacks characters that references use");
    if (profile.keyMaxLength < kKeyLength)
        section.refuse("key_max_length", "cannot hold REFERENCE-GENERATION, up to 20 characters");
    if (!holdsAll(profile.keyAlphabet, std::string(kReferenceCharacters) + "-"))
        section.refuse("key_alphabet", "lacks characters that REFERENCE-GENERATION uses");
    for (const std::string& code : declared.currencies) {
        if (!Currency::fromCode(code))
            section.refuse(
                "currencies", "holds \"" + code.substr(0, 16) + "\", which is no ISO 4217 code");
    }
}

void readAuthorization(ProfileSection& section, Authorization& authorization)
{
    authorization.header = section.text("header");
    authorization.prefix = section.optionalText("prefix");
    authorization.environment = section.optionalText("environment");
    authorization.file = section.optionalText("file");
    if (authorization.environment.empty() == authorization.file.empty())
        section.refuse(
            "environment", "or \"file\" must name where the secret stands, and only one of them");
}

FieldTemplate readField(ProfileSection& section, bool isForm)
{
    FieldTemplate field;
    field.target = section.text(isForm ? "field" : "pointer");
    field.value = section.text("value");
    if (!isForm && (field.target.empty() || !isJsonPointer(field.target)))
        section.refuse("pointer", "must be a JSON pointer to a member");
    if (isForm && field.target.empty())
        section.refuse("field", "must be the name of a form field");
    if (!isForm && section.has("integer"))
        field.isInteger = section.flag("integer");
    if (field.isInteger && field.value != "{amount_minor}")
        section.refuse("integer", "is for {amount_minor} alone");
    checkTemplate(section, "value", field.value, submitPlaceholders());
    return field;
}

void readSubmit(ProfileSection& section, SubmitShape& submit)
{
    submit.path = section.text("path");
    checkPath(section, "path", submit.path, submitPlaceholders());
    const std::string body = section.text("body");
    submit.isForm = body == "form";
    if (body != "form" && body != "json")
        section.refuse("body", "must be \"json\" or \"form\"");
    section.pairs("headers", [&](const std::string& name, const std::string& value) {
        submit.headers.emplace_back(name, value);
        checkTemplate(section, "headers", value, submitPlaceholders());
    });
    section.sections("fields", [&](ProfileSection& inner) {
        submit.fields.push_back(readField(inner, submit.isForm));
    });
    section.sections(
        "answers", [&](ProfileSection& inner) { submit.answers.push_back(readSubmitRow(inner)); });
    submit.recordAt = readPointer(section, "record_at", true);
    submit.refusedIdAt = readPointer(section, "refused_id_at", false);
}

void readQuery(ProfileSection& section, QueryShape& query)
{
    const std::string via = section.text("via");
    if (via == "list")
        return;
    if (via != "path")
        section.refuse("via", "must be \"path\" or \"list\"");
    static const PlaceholderValues values = {{"provider_key", "R-1"}, {"reference", "R"}};
    query.path = section.text("path");
    checkPath(section, "path", query.path, values);
    section.sections(
        "answers", [&](ProfileSection& inner) { query.answers.push_back(readQueryRow(inner)); });
    query.recordsAt = readPointer(section, "records_at", true);
}

void readList(ProfileSection& section, ListShape& list)
{
    static const PlaceholderValues values = {
        {"from_s", "1"},
        {"to_s", "1"},
        {"from_ms", "1"},
        {"to_ms", "1"},
        {"from_us", "1"},
        {"to_us", "1"}};
    list.path = section.text("path");
    checkPath(section, "path", list.path, values);
    list.recordsAt = readPointer(section, "records_at", true);
    list.paging = section.text("paging");
    if (list.paging != "NONE" && list.paging != "AFTER_ID" && list.paging != "CURSOR")
        section.refuse("paging", "must be NONE, AFTER_ID or CURSOR");
    if (list.paging == "NONE")
        return;
    list.pageParameter = section.text("page_parameter");
    list.moreAt = readPointer(section, "more_at", true);
}

void readRecord(ProfileSection& section, RecordShape& record)
{
    record.id = readPointer(section, "id", true);
    record.state = readPointer(section, "state", true);
    section.pairs("states", [&](const std::string& word, const std::string& state) {
        if (state != "SUCCEEDED" && state != "DECLINED" && state != "PROCESSING")
            section.refuse("states", "must map to SUCCEEDED, DECLINED or PROCESSING");
        record.states[word] = state;
    });
    record.amount = readPointer(section, "amount", true);
    record.amountFormat = section.text("amount_format");
    record.currency = readPointer(section, "currency", true);
    record.reference = readPointer(section, "reference", false);
    record.providerKey = readPointer(section, "provider_key", false);
    record.account = readPointer(section, "account", false);
    record.created = readPointer(section, "created", false);
    const std::string unit = section.text("created_unit");
    record.createdUnitUs = unit == "s" ? 1'000'000 : unit == "ms" ? 1'000 : 1;
    if (record.amountFormat != "MINOR" && record.amountFormat != "DECIMAL")
        section.refuse("amount_format", "must be MINOR or DECIMAL");
    if (unit != "s" && unit != "ms" && unit != "us")
        section.refuse("created_unit", "must be s, ms or us");
    if (record.id.empty() || record.amount.empty() || record.currency.empty())
        section.refuse("amount", ", \"currency\" and \"id\" must point into the record");
    if (record.reference.empty() && record.providerKey.empty())
        section.refuse(
            "reference",
            "or \"provider_key\" must be shown, or no answer could be proven to be ours");
}

void checkWhole(ProfileSection& root, const HttpProfile& profile)
{
    const ProviderProfile& declared = profile.declared;
    const auto url = BaseUrl::fromText(declared.baseUrl);
    if (!url)
        root.refuse(
            "base_url", "must be scheme://host[:port][/path] without user, query or fragment");
    else if (url->scheme == "http" && !isLoopback(declared.baseUrl))
        root.refuse("base_url", "may use plain http on loopback only");
    if (!profile.trustedCertificates.empty()
        && (profile.trustedCertificates.front() != '/' || !url || url->scheme != "https"))
        root.refuse("trusted_certificates", "must be an absolute path, and base_url https");
    if (!declared.baseUrl.empty() && declared.baseUrl.back() == '/')
        root.refuse("base_url", "must not end in '/'");
    const bool isNamed = !declared.name.empty() && declared.name.size() <= 64
                         && declared.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-")
                                == std::string::npos;
    if (!isNamed)
        root.refuse("name", "must be lower-case letters, digits and hyphens, at most 64");
    if (declared.queryByKey != profile.query.has_value())
        root.refuse("query", "must be described exactly when query_by_key is declared");
    if (declared.list != profile.list.has_value())
        root.refuse("list", "must be described exactly when list is declared");
    if (profile.query && profile.query->path.empty() && !profile.list)
        root.refuse("query", "via the list needs a list");
    if (declared.echoesAccount && profile.record.account.empty())
        root.refuse("record", "must point to the account when echoes_account is declared");
    const auto sends = [&](std::string_view placeholder) {
        const auto holds = [&](const std::string& text) {
            return text.find(placeholder) != std::string::npos;
        };
        return holds(profile.submit.path)
               || std::any_of(
                   profile.submit.headers.begin(),
                   profile.submit.headers.end(),
                   [&](const auto& header) { return holds(header.second); })
               || std::any_of(
                   profile.submit.fields.begin(),
                   profile.submit.fields.end(),
                   [&](const auto& field) { return holds(field.value); });
    };
    if ((declared.keyCollapses || declared.uniqueMerchantNumber) && !sends("{provider_key}"))
        root.refuse("submit", "must send {provider_key}");
    if (!sends("{provider_key}") && !sends("{reference}"))
        root.refuse("submit", "must send {provider_key} or {reference}");
    if (!sends("{amount_minor}") && !sends("{amount_decimal}"))
        root.refuse("submit", "must send the amount");
    if (!sends("{currency}") && !sends("{currency_lower}") && declared.currencies.size() != 1)
        root.refuse("submit", "must send the currency unless the provider has exactly one");
}

void readRoot(ProfileSection& root, HttpProfile& profile)
{
    ProviderProfile& declared = profile.declared;
    root.number("profile_format", 1, 1);
    declared.name = root.text("name");
    declared.version = root.number("version", 1, std::numeric_limits<std::int32_t>::max());
    declared.baseUrl = root.text("base_url");
    profile.proxy = root.optionalText("proxy");
    profile.trustedCertificates = root.optionalText("trusted_certificates");
    declared.concurrency = static_cast<int>(root.number("concurrency", 1, 256));
    declared.maxAutomaticPermits = static_cast<int>(root.number("max_automatic_permits", 0, 20));
    root.section(
        "capabilities", [&](ProfileSection& section) { readCapabilities(section, declared); });
    root.section("times", [&](ProfileSection& section) { readTimes(section, declared); });
    root.section("limits", [&](ProfileSection& section) { readFieldLimits(section, profile); });
    if (root.has("authorization")) {
        profile.authorization.emplace();
        root.section("authorization", [&](ProfileSection& section) {
            readAuthorization(section, *profile.authorization);
        });
    }
    root.section("submit", [&](ProfileSection& section) { readSubmit(section, profile.submit); });
    if (root.has("query")) {
        profile.query.emplace();
        root.section("query", [&](ProfileSection& section) { readQuery(section, *profile.query); });
    }
    if (root.has("list")) {
        profile.list.emplace();
        root.section("list", [&](ProfileSection& section) { readList(section, *profile.list); });
    }
    root.section("record", [&](ProfileSection& section) { readRecord(section, profile.record); });
    profile.visibleUntilAt = readPointer(root, "visible_until_at", false);
    root.finish();
    checkWhole(root, profile);
}

} // namespace

Result<HttpProfile> readProfile(std::string_view bytes)
{
    if (bytes.size() > kMaxProfileBytes)
        return Failure(Error::notHappened("profile.refused", "the profile is larger than 256 KiB"));
    const auto document = parseJson(bytes);
    if (!document)
        return Failure(document.error());
    HttpProfile profile;
    ProfileSection::Refusal refusal;
    ProfileSection root(*document, "", refusal);
    readRoot(root, profile);
    if (refusal)
        return Failure(Error::notHappened("profile.refused", refusal->field + ": " + refusal->why));
    profile.declared.sha256 = toHex(sha256(bytes));
    return profile;
}

} // namespace onceover
