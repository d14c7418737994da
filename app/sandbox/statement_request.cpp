// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/statement_request.h"

#include <QDate>
#include <QString>

#include <algorithm>
#include <charconv>

namespace onceover {

namespace {

std::set<std::string> splitAtCommas(const std::string& text)
{
    std::set<std::string> parts;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        if (comma > at)
            parts.insert(text.substr(at, comma - at));
        at = comma + 1;
    }
    return parts;
}

bool readNumber(const std::string& text, std::int64_t* value)
{
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, *value);
    return parsed.ec == std::errc() && parsed.ptr == end;
}

bool isAccount(const std::string& text)
{
    return !text.empty() && text.size() <= 34 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    });
}

} // namespace

Outcome<StatementRequest> StatementRequest::parse(
    const std::map<std::string, std::string>& parameters)
{
    StatementRequest request;
    const std::map<std::string, std::string*> texts = {
        {"account", &request.account}, {"currency", &request.currency}, {"date", &request.date}};
    const std::map<std::string, std::int64_t*> numbers = {
        {"opening", &request.openingMinor},
        {"extra", &request.extra},
        {"from", &request.fromS},
        {"to", &request.toS}};
    for (const auto& parameter : parameters) {
        const auto text = texts.find(parameter.first);
        const auto number = numbers.find(parameter.first);
        if (text != texts.end())
            *text->second = parameter.second;
        else if (parameter.first == "providers")
            request.providers = splitAtCommas(parameter.second);
        else if (parameter.first == "omit")
            request.omit = splitAtCommas(parameter.second);
        else if (number == numbers.end() || !readNumber(parameter.second, number->second))
            return failed(
                kExitUsage, parameter.first + " is no parameter of a statement, or is no number");
    }
    if (!isAccount(request.account))
        return failed(kExitUsage, "account must be an IBAN or account number");
    if (request.currency.size() != 3 || !isAccount(request.currency))
        return failed(kExitUsage, "currency must be an ISO 4217 code");
    const QDate date = QDate::fromString(QString::fromStdString(request.date), Qt::ISODate);
    if (request.date.size() != 10 || !date.isValid())
        return failed(kExitUsage, "date must be YYYY-MM-DD");
    if (request.extra < 0 || request.extra > 1'000)
        return failed(kExitUsage, "extra must be 0 to 1000");
    return request;
}

} // namespace onceover
