// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/charge_request.h"

#include "app/sandbox/sha256_hex.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::int64_t kMaxAmountMinor = 1'000'000'000'000'000;

bool isCurrency(const std::string& text)
{
    return text.size() == 3
           && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool isPrintableAscii(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

// An optional text field: absent is fine, another type or too much of it is not.
std::string textProblem(const Json& body, const char* name, std::size_t maxBytes)
{
    const auto found = body.find(name);
    if (found == body.end())
        return {};
    if (!found->is_string() || found->get_ref<const std::string&>().size() > maxBytes)
        return std::string(name) + " must be a text of at most " + std::to_string(maxBytes)
               + " bytes";
    return {};
}

std::string problemOf(const Json& body, const Charge& charge)
{
    if (!body.is_object())
        return "the body is not a JSON object";
    const auto amount = body.find("amount");
    if (amount == body.end() || !amount->is_number_integer() || charge.amountMinor <= 0
        || charge.amountMinor > kMaxAmountMinor)
        return "amount must be a positive integer in minor units";
    if (!isCurrency(charge.currency))
        return "currency must be three capital letters";
    if (charge.reference.empty() || charge.reference.size() > 35
        || !isPrintableAscii(charge.reference))
        return "reference must be 1 to 35 printable ASCII characters";
    if (charge.key.size() > 255 || !isPrintableAscii(charge.key))
        return "the idempotency key must be at most 255 printable ASCII characters";
    for (const auto& problem :
         {textProblem(body, "merchant_number", 64),
          textProblem(body, "payee", 560),
          textProblem(body, "payee_account", 34)}) {
        if (!problem.empty())
            return problem;
    }
    return {};
}

} // namespace

ChargeRequest ChargeRequest::parse(const std::string& provider, const HttpRequest& request)
{
    ChargeRequest result;
    const Json body = parsedJson(request.body);
    Charge& charge = result.charge;
    charge.provider = provider;
    charge.reference = textIn(body, "reference");
    charge.merchantNumber = textIn(body, "merchant_number");
    charge.key = request.header("idempotency-key");
    result.hasKey = !charge.key.empty();
    if (!result.hasKey)
        charge.key = charge.merchantNumber;
    charge.payee = textIn(body, "payee");
    charge.payeeAccount = textIn(body, "payee_account");
    charge.amountMinor = integerIn(body, "amount");
    charge.currency = textIn(body, "currency");
    result.problem = problemOf(body, charge);
    if (result.problem.empty())
        result.fingerprint = sha256Hex(canonicalJson(body));
    return result;
}

} // namespace onceover
