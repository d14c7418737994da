// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/accept_command.h"

#include "app/core/request_file.h"
#include "app/core/site_command.h"
#include "backend/store/pg_intake.h"

#include <fstream>

namespace onceover {

namespace {

Json refusalJson(const std::string& file, const RequestFileLine& line)
{
    Json object;
    object["type"] = "accept";
    object["file"] = file;
    object["line"] = line.number;
    object["outcome"] = "REFUSED";
    object["code"] = line.refusal->code;
    object["message"] = line.refusal->message;
    object["differs"] =
        line.refusal->field.empty() ? Json::array() : Json::array({line.refusal->field});
    return object;
}

Json answerJson(const std::string& file, const RequestFileLine& line, const IntakeAnswer& answer)
{
    Json object;
    object["type"] = "accept";
    object["file"] = file;
    object["line"] = line.number;
    object["outcome"] = answer.outcome;
    object["reference"] = answer.reference.empty() ? Json() : Json(answer.reference);
    object["payment_id"] = answer.paymentId.empty() ? Json() : Json(answer.paymentId);
    object["status"] = answer.status.empty() ? Json() : Json(answer.status);
    object["held"] = answer.isHeld;
    object["code"] = answer.code;
    object["message"] = answer.detail;
    object["differs"] = Json::parse(answer.differs, nullptr, false);
    return object;
}

std::string sentence(const Json& object)
{
    std::string text = object["file"].get<std::string>() + ":"
                       + std::to_string(object["line"].get<std::int64_t>()) + ": "
                       + object["outcome"].get<std::string>();
    if (object.contains("reference") && object["reference"].is_string())
        text += " " + object["reference"].get<std::string>();
    for (const Json& field : object["differs"])
        text += " " + (field.is_string() ? field.get<std::string>() : field.dump());
    const std::string message = object["message"].get<std::string>();
    return message.empty() ? text : text + " (" + message + ")";
}

// The worst line decides.
ExitCode worse(ExitCode known, const std::string& outcome)
{
    if (known == ExitCode::Refused || outcome == "REFUSED")
        return ExitCode::Refused;
    if (outcome != "ACCEPTED" && outcome != "REPLAYED")
        return ExitCode::InDoubt;
    return known;
}

ExitCode acceptFile(Site& site, const std::string& file, Output& output)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        output.note(file + " cannot be opened.");
        return ExitCode::CannotOpenInput;
    }
    const std::vector<RequestFileLine> lines = readRequestFile(stream);
    if (stream.bad()) {
        output.note(file + " cannot be read to its end; nothing was accepted.");
        return ExitCode::InputOutput;
    }
    std::vector<std::string> requests;
    for (const RequestFileLine& line : lines) {
        if (!line.refusal)
            requests.push_back(line.request);
    }
    const auto settings = site.machine(MachineKind::Intake);
    if (!settings)
        return output.failure(settings.error());
    PgIntake intake(*settings);
    const auto answers = intake.acceptAll(requests);
    if (!answers) {
        if (answers.error().effect() == Effect::None)
            output.note("nothing of " + file + " was accepted.");
        return output.failure(answers.error());
    }
    ExitCode code = ExitCode::Done;
    std::size_t next = 0;
    for (const RequestFileLine& line : lines) {
        const Json object =
            line.refusal ? refusalJson(file, line) : answerJson(file, line, (*answers)[next++]);
        output.line(object, sentence(object));
        code = worse(code, object["outcome"].get<std::string>());
    }
    return code;
}

} // namespace

std::string_view AcceptCommand::summary() const
{
    return "take payments in, one JSON object a line";
}

std::string_view AcceptCommand::help() const
{
    return "accept FILE.jsonl [--dir DIR | --connection FILE] [--json]";
}

ExitCode AcceptCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.minRest = line.maxRest = 1;
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            return acceptFile(site, arguments.rest().front(), output);
        });
}

} // namespace onceover
