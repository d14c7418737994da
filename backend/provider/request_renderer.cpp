// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/request_renderer.h"

#include "backend/provider/message_template.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

Failure notExpressible(const std::string& field, const std::string& why)
{
    return Failure(Error::notHappened("submission.not_expressible", field + ": " + why));
}

bool isWithin(const std::string& text, int maxLength, const std::string& alphabet)
{
    return !text.empty() && text.size() <= static_cast<std::size_t>(maxLength)
           && text.find_first_not_of(alphabet) == std::string::npos;
}

std::string asItIs(const std::string& text)
{
    return text;
}

bool hasControlCharacter(const std::string& text)
{
    return std::any_of(text.begin(), text.end(), [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte < 0x20 || byte == 0x7f;
    });
}

Result<std::string> renderForm(const HttpProfile& profile, const PlaceholderValues& values)
{
    std::string body;
    for (const FieldTemplate& field : profile.submit.fields) {
        const auto value = expand(field.value, values, asItIs);
        if (!value)
            return notExpressible(field.target, "its template cannot be filled");
        body +=
            (body.empty() ? "" : "&") + percentEncoded(field.target) + "=" + percentEncoded(*value);
    }
    return body;
}

Result<std::string> renderJson(
    const HttpProfile& profile, const Submission& submission, const PlaceholderValues& values)
{
    using nlohmann::ordered_json;
    // The library throws on a pointer that contradicts an earlier one and on text that is not
    // UTF-8.
    try {
        ordered_json document = ordered_json::object();
        for (const FieldTemplate& field : profile.submit.fields) {
            const ordered_json::json_pointer target(field.target);
            if (field.isInteger) {
                document[target] = submission.amount.amountMinor();
                continue;
            }
            const auto value = expand(field.value, values, asItIs);
            if (!value)
                return notExpressible(field.target, "its template cannot be filled");
            document[target] = *value;
        }
        return document.dump();
    } catch (const std::exception& exception) {
        return notExpressible("body", exception.what());
    }
}

} // namespace

Result<void> checkExpressible(const HttpProfile& profile, const Submission& submission)
{
    const ProviderProfile& declared = profile.declared;
    if (!isWithin(submission.reference, declared.referenceMaxLength, declared.referenceAlphabet))
        return notExpressible("reference", "does not fit the provider's reference field");
    if (!isWithin(submission.providerKey, profile.keyMaxLength, profile.keyAlphabet))
        return notExpressible("provider_key", "does not fit the provider's key field");
    if (submission.amount.amountMinor() <= 0)
        return notExpressible("amount_minor", "must be above zero");
    const auto& directions = profile.directions;
    if (std::find(directions.begin(), directions.end(), submission.direction) == directions.end())
        return notExpressible(
            "direction", "the provider's request does not mean " + submission.direction);
    const auto& currencies = declared.currencies;
    const std::string code(submission.amount.currency().code());
    if (!currencies.empty()
        && std::find(currencies.begin(), currencies.end(), code) == currencies.end())
        return notExpressible("currency", "the provider does not take " + code);
    for (const auto& [name, value] : placeholdersOf(submission)) {
        if (hasControlCharacter(value))
            return notExpressible(name, "holds a control character");
    }
    return {};
}

Result<std::string> renderBody(const HttpProfile& profile, const Submission& submission)
{
    if (const auto expressible = checkExpressible(profile, submission); !expressible)
        return Failure(expressible.error());
    const PlaceholderValues values = placeholdersOf(submission);
    return profile.submit.isForm ? renderForm(profile, values)
                                 : renderJson(profile, submission, values);
}

Result<HttpRequest> renderCall(const HttpProfile& profile, const Submission& submission)
{
    if (const auto expressible = checkExpressible(profile, submission); !expressible)
        return Failure(expressible.error());
    const PlaceholderValues values = placeholdersOf(submission);
    HttpRequest request;
    request.method = "POST";
    const auto path = expand(profile.submit.path, values, percentEncoded);
    if (!path)
        return notExpressible("path", "its template cannot be filled");
    request.url = profile.declared.baseUrl + *path;
    request.headers = {
        {"Content-Type",
         profile.submit.isForm ? "application/x-www-form-urlencoded" : "application/json"},
        {"Accept", "application/json"},
        {"User-Agent", "onceover"},
    };
    for (const auto& [name, text] : profile.submit.headers) {
        const auto value = expand(text, values, asItIs);
        if (!value || hasControlCharacter(*value))
            return notExpressible(name, "its header cannot be filled");
        request.headers.emplace_back(name, *value);
    }
    request.proxy = profile.proxy;
    request.trustedCertificates = profile.trustedCertificates;
    request.connectTimeoutMs = profile.declared.connectTimeoutMs;
    request.totalTimeoutMs = profile.declared.answerTimeoutMs;
    return request;
}

} // namespace onceover
