// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/reading_options.h"

#include "backend/statements/csv/csv_profile_search.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

tl::unexpected<Error> wrong(const char* code, std::string why)
{
    return Failure(Error::notHappened(code, std::move(why)));
}

Result<CsvOptions> csvOptions(const Arguments& arguments)
{
    CsvOptions options;
    options.account = arguments.value("--account").value_or("");
    options.currency = arguments.value("--currency").value_or("");
    const bool isCode =
        options.currency.size() == 3
        && std::all_of(options.currency.begin(), options.currency.end(), [](char each) {
               return each >= 'A' && each <= 'Z';
           });
    if (!options.currency.empty() && !isCode)
        return wrong("usage.currency", "A currency is three capital letters, such as EUR.");
    if (const auto order = arguments.value("--date-order")) {
        options.dateOrder = dateOrderNamed(*order);
        if (!options.dateOrder)
            return wrong("usage.date_order", "The date order is one of dmy, mdy, ymd, decide.");
    }
    if (const auto mark = arguments.value("--decimal")) {
        if (*mark != "." && *mark != ",")
            return wrong("usage.decimal", "The decimal mark is a point or a comma.");
        options.decimal = mark->front();
    }
    return options;
}

} // namespace

void addReadingOptions(CommandLine& line)
{
    line.withValue.insert({"--format", "--encoding"});
}

void addCsvOptions(CommandLine& line)
{
    line.withValue.insert({"--profile", "--date-order", "--decimal", "--account", "--currency"});
}

Result<ReadingChoice> readingChoice(const Arguments& arguments)
{
    ReadingChoice choice;
    choice.encoding.chosen = arguments.value("--encoding").value_or("");
    const auto csv = csvOptions(arguments);
    if (!csv)
        return tl::unexpected<Error>(csv.error());
    choice.csv = *csv;
    if (const auto profile = arguments.value("--profile")) {
        const auto known = csvProfileNamed(*profile);
        if (!known)
            return wrong("usage.profile", known.error().message + ".");
        choice.csvProfile = *known;
    }
    const auto name = arguments.value("--format");
    if (!name)
        return choice;
    choice.format = formatNamed(*name);
    if (!choice.format)
        return wrong(
            "usage.format", "\"" + *name + "\" is no format: choose one of " + formatNames() + ".");
    if (choice.csvProfile && choice.format->format != StatementFormat::Csv)
        return wrong("usage.profile", "A profile is for CSV files alone.");
    return choice;
}

} // namespace onceover
