// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/reading.h"

#include "backend/domain/money.h"

namespace onceover {

namespace {

// The views give stored JSON as text.
constexpr const char* kJsonTexts[] = {
    "metadata", "absence_conditions", "fields", "references_found", "options", "warnings"};

void openJsonTexts(Json& value)
{
    if (value.is_array()) {
        for (Json& item : value)
            openJsonTexts(item);
        return;
    }
    if (!value.is_object())
        return;
    for (auto member = value.begin(); member != value.end(); ++member) {
        if (member->is_structured()) {
            openJsonTexts(*member);
            continue;
        }
        for (const char* name : kJsonTexts) {
            if (member.key() != name || !member->is_string())
                continue;
            Json opened = Json::parse(member->get<std::string>(), nullptr, false);
            if (!opened.is_discarded())
                *member = std::move(opened);
            break;
        }
    }
}

} // namespace

ExitCode runReading(
    const Command& command,
    CommandLine line,
    const std::vector<std::string>& words,
    const Streams& streams,
    const std::function<ExitCode(PgReview&, const Arguments&, Output&)>& body)
{
    line.withValue.insert("--as");
    return runOnSite(
        command, line, words, streams, [&](Site& site, const Arguments& arguments, Output& output) {
            const auto person = arguments.value("--as");
            const auto settings = person ? site.person(*person) : site.machine(MachineKind::Reader);
            if (!settings)
                return output.failure(settings.error());
            PgReview review(*settings);
            return body(review, arguments, output);
        });
}

std::string amountText(std::int64_t amountMinor, const std::string& currency)
{
    if (const auto known = Currency::fromCode(currency))
        return Money(amountMinor, *known).toDecimal() + " " + currency;
    return std::to_string(amountMinor) + " minor units of " + currency;
}

Json readable(const std::string& row)
{
    Json value = Json::parse(row, nullptr, false);
    if (value.is_discarded())
        return Json::object();
    openJsonTexts(value);
    return withReadableTimes(value);
}

std::string textOf(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace onceover
