// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/match_facts_json.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

using Json = nlohmann::json;

Direction directionIn(const Json& object)
{
    return object.at("direction").get<std::string>() == "IN" ? Direction::In : Direction::Out;
}

std::optional<CivilDay> dayIn(const Json& object, const char* name)
{
    const Json& day = object.at(name);
    return day.is_string() ? dayFromText(day.get<std::string>()) : std::nullopt;
}

std::optional<std::int64_t> timeIn(const Json& object, const char* name)
{
    const Json& time = object.at(name);
    return time.is_null() ? std::nullopt : std::optional(time.get<std::int64_t>());
}

} // namespace

RecordFacts recordFactsFrom(const Json& object)
{
    RecordFacts record;
    for (const auto& [name, value] : object.at("references").items()) {
        if (value.is_string())
            record.references.emplace(name, value.get<std::string>());
    }
    record.text = object.at("narrative").get<std::string>();
    record.amountMinor = object.at("amount_minor").get<std::int64_t>();
    record.currency = object.at("currency").get<std::string>();
    record.direction = directionIn(object);
    record.counterpartyAccount = object.at("account").get<std::string>();
    record.isBooked = true;
    record.isBundle = object.at("is_bundle").get<bool>();
    record.isTaken = object.at("is_taken").get<bool>();
    record.identity = object.at("record_id").get<std::string>();
    record.bookedOn = dayIn(object, "booked_on");
    return record;
}

PaymentFacts paymentFactsFrom(const Json& object)
{
    const auto reference = Reference::fromText(object.at("reference").get<std::string>());
    if (!reference)
        throw std::invalid_argument("a payment has no reference");
    PaymentFacts payment{*reference};
    payment.amountMinor = object.at("amount_minor").get<std::int64_t>();
    payment.currency = object.at("currency").get<std::string>();
    payment.direction = directionIn(object);
    payment.payeeAccount = object.at("payee_account").get<std::string>();
    for (const Json& id : object.at("provider_ids"))
        payment.identifiers.push_back({std::string(kProviderIdField), id.get<std::string>()});
    payment.provider = object.at("provider").get<std::string>();
    payment.account = object.at("account").get<std::string>();
    payment.firstSentUs = timeIn(object, "first_sent_us");
    payment.lastSentUs = timeIn(object, "last_sent_us");
    payment.sends = object.at("sends").get<int>();
    payment.possibleSends = object.at("possible_sends").get<int>();
    payment.isClosed = object.at("is_closed").get<bool>();
    payment.recordCount = object.at("records").get<int>();
    return payment;
}

CoveredDays coveredDaysFrom(const Json& object)
{
    const auto from = dayIn(object, "from");
    const auto to = dayIn(object, "to");
    if (!from || !to)
        throw std::invalid_argument("covered days have no end");
    return {object.at("account").get<std::string>(), *from, *to};
}

Json fieldsOf(const RecordMatch& match)
{
    const FieldComparison& compared = match.fields;
    Json fields = {
        {"reference", toText(compared.reference)},
        {"amount_relation", toText(compared.amountRelation)},
        {"window", toText(compared.window)},
        {"payments", match.paymentCount},
        {"records", match.recordCount}};
    if (compared.spelling) {
        fields["spelling"] = toText(*compared.spelling);
        fields["named_in"] = compared.namedIn;
    }
    if (compared.isAccountNormalised)
        fields["account_normalised"] = "YES";
    return fields;
}

} // namespace onceover
