// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/files_command.h"

#include "app/core/reading.h"

namespace onceover {

namespace {

constexpr int kMostFiles = 1000;

std::string numberOf(const Json& object, const char* member)
{
    const auto found = object.find(member);
    return found != object.end() && found->is_number_integer()
               ? std::to_string(found->get<std::int64_t>())
               : std::string("0");
}

std::string sentenceOf(const Json& file)
{
    std::string sentence = textOf(file, "file_name") + ", " + textOf(file, "format") + ", "
                           + textOf(file, "accounts") + ", " + textOf(file, "from_date") + " to "
                           + textOf(file, "to_date") + ": " + textOf(file, "state") + ", "
                           + numberOf(file, "record_count") + " records, "
                           + numberOf(file, "linked_count") + " linked";
    if (file.contains("digest"))
        sentence += ", uploaded by " + textOf(file, "brought_by") + ", id "
                    + textOf(file, "file_id") + ", digest " + textOf(file, "digest");
    if (const std::string decision = textOf(file, "open_decision_id"); !decision.empty())
        sentence += ", waits for a second person: decision " + decision;
    return sentence;
}

} // namespace

std::string_view FilesCommand::summary() const
{
    return "statement files, whoever brought them, and how far each came";
}

std::string_view FilesCommand::help() const
{
    return "files [--dir DIR | --connection FILE] [--as LOGIN] [--json]";
}

ExitCode FilesCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    return runReading(
        *this, {}, words, streams, [](PgReview& review, const Arguments&, Output& output) {
            const auto read = review.files(kMostFiles, [&](const std::string& text) {
                Json file = Json::parse(text, nullptr, false);
                if (!file.is_object())
                    return;
                const std::string sentence = sentenceOf(file);
                Json object;
                object["type"] = "file";
                for (const auto& [name, value] : file.items())
                    object[name] = value;
                output.line(withReadableTimes(object), sentence);
            });
            return read ? ExitCode::Done : output.failure(read.error());
        });
}

} // namespace onceover
