// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/sources_command.h"

#include "app/core/reading.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

constexpr std::array kTypes{"source", "gap", "expectation", "duplicate", "orphan", "next_evidence"};

std::string moneyOf(const Json& row)
{
    return amountText(row.value("amount_minor", std::int64_t{0}), textOf(row, "currency"));
}

std::string sourceSentence(const Json& row)
{
    std::string sentence = textOf(row, "account") + " " + textOf(row, "format") + " "
                           + textOf(row, "currency") + ": last file "
                           + textOf(row, "last_file_name") + " of " + textOf(row, "last_stored_at")
                           + ", covered until " + textOf(row, "covered_until");
    if (row.value("is_late", false))
        sentence += ", LATE since " + textOf(row, "next_expected_at");
    else if (!textOf(row, "next_expected_at").empty())
        sentence += ", next expected by " + textOf(row, "next_expected_at");
    return sentence;
}

std::string sentenceOf(const Json& row)
{
    const std::string type = textOf(row, "type");
    if (type == "source")
        return sourceSentence(row);
    if (type == "gap")
        return textOf(row, "account") + ": missing " + textOf(row, "kind") + " "
               + textOf(row, "first_missing") + " to " + textOf(row, "last_missing");
    if (type == "expectation")
        return textOf(row, "reference") + " " + moneyOf(row) + ": " + textOf(row, "state")
               + " in the bank's statement, was to be there by " + textOf(row, "expected_until_at");
    if (type == "duplicate")
        return textOf(row, "reference") + " " + moneyOf(row) + ": second " + textOf(row, "layer")
               + " record " + textOf(row, "external_id");
    if (type == "orphan")
        return textOf(row, "owner_name") + " " + textOf(row, "booked_on") + " " + moneyOf(row)
               + ": no payment explains it: " + textOf(row, "narrative").substr(0, 60);
    return textOf(row, "payment_id") + ": next possible evidence " + textOf(row, "at") + " ("
           + textOf(row, "kind") + " " + textOf(row, "source") + ")";
}

} // namespace

std::string_view SourcesCommand::summary() const
{
    return "which statements came, what is missing, late, unexplained or double";
}

std::string_view SourcesCommand::help() const
{
    return "sources [--type source|gap|expectation|duplicate|orphan|next_evidence] "
           "[--dir DIR | --connection FILE] [--as LOGIN] [--json]";
}

ExitCode SourcesCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--type"};
    return runReading(
        *this,
        line,
        words,
        streams,
        [](PgReview& review, const Arguments& arguments, Output& output) {
            const auto type = arguments.value("--type");
            if (type && std::find(kTypes.begin(), kTypes.end(), *type) == kTypes.end()) {
                output.note("no such type: " + *type);
                return ExitCode::Usage;
            }
            const auto read = review.sources(type, [&output](const std::string& json) {
                const Json row = readable(json);
                output.line(row, sentenceOf(row));
            });
            return read ? ExitCode::Done : output.failure(read.error());
        });
}

} // namespace onceover
