// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/desk_subcommand.h"

#include "app/core/desk_upload.h"
#include "app/core/desk_words.h"
#include "app/core/random_id_source.h"
#include "app/core/reading_options.h"
#include "app/core/site_command.h"
#include "app/core/system_clock.h"
#include "backend/desk/desk_session.h"
#include "backend/domain/sha256.h"
#include "backend/store/pg_desk_store.h"

#include <memory>
#include <variant>

namespace onceover {

namespace {

constexpr int kLooks = 5;

const char* nameOf(CommandAnswer::Outcome outcome)
{
    switch (outcome) {
    case CommandAnswer::Outcome::Done:
        return "DONE";
    case CommandAnswer::Outcome::Refused:
        return "REFUSED";
    case CommandAnswer::Outcome::Unknown:
        break;
    }
    return "UNKNOWN";
}

CommandAnswer give(Desk& desk, const DeskCommand& command)
{
    struct Giver
    {
        Desk& desk;

        CommandAnswer operator()(const Proposal& each) const { return desk.propose(each); }

        CommandAnswer operator()(const ProfileProposal& each) const
        {
            return desk.proposeProfile(each);
        }

        CommandAnswer operator()(const CoreProposal& each) const { return desk.proposeCore(each); }

        CommandAnswer operator()(const UploadProposal& each) const
        {
            return desk.proposeUpload(each);
        }

        CommandAnswer operator()(const MatchRulesProposal& each) const
        {
            return desk.proposeMatchRules(each);
        }

        CommandAnswer operator()(const Approval& each) const { return desk.approve(each); }

        CommandAnswer operator()(const Withdrawal& each) const { return desk.withdraw(each); }

        CommandAnswer operator()(const Take& each) const { return desk.take(each); }

        CommandAnswer operator()(const EndTake& each) const { return desk.endTake(each); }

        CommandAnswer operator()(const Deferral& each) const { return desk.defer(each); }

        CommandAnswer operator()(const Enquiry& each) const { return desk.enquire(each); }

        CommandAnswer operator()(const CaseNote& each) const { return desk.addNote(each); }
    };

    return std::visit(Giver{desk}, command);
}

std::string digestOf(const DeskCommand& command)
{
    if (const auto* proposal = std::get_if<Proposal>(&command))
        return proposal->digest;
    if (const auto* profile = std::get_if<ProfileProposal>(&command))
        return toHex(sha256(profile->body));
    if (const auto* rules = std::get_if<MatchRulesProposal>(&command))
        return toHex(sha256(rules->body));
    if (const auto* core = std::get_if<CoreProposal>(&command))
        return core->digest;
    if (const auto* upload = std::get_if<UploadProposal>(&command))
        return upload->digest;
    if (const auto* approval = std::get_if<Approval>(&command))
        return approval->digest;
    return {};
}

Json answerJson(const std::string& verb, const DeskCommand& command, const CommandAnswer& answer)
{
    Json object;
    object["type"] = "desk";
    object["command"] = verb;
    object["outcome"] = nameOf(answer.outcome);
    object["id"] = commandId(command).toText();
    object["digest"] = digestOf(command);
    object["state"] = answer.state;
    object["status"] = answer.status;
    object["version"] = answer.version;
    object["code"] = answer.code;
    object["message"] = answer.detail;
    return object;
}

ExitCode exitCodeOfAnswer(const CommandAnswer& answer)
{
    if (answer.isDone())
        return ExitCode::Done;
    if (answer.outcome == CommandAnswer::Outcome::Unknown)
        return ExitCode::InDoubt;
    return exitCodeOf(Error::notHappened(answer.code, answer.detail));
}

ExitCode runDesk(Site& site, const Arguments& arguments, Output& output)
{
    const auto login = arguments.value("--as");
    if (!login) {
        output.note("desk: --as names the person's login");
        return ExitCode::Usage;
    }
    const auto settings = site.person(*login);
    if (!settings)
        return output.failure(settings.error());
    const std::string& verb = arguments.rest().front();
    if (verb == "upload")
        return deskUpload(*settings, arguments, output);
    if (arguments.rest().size() != 1) {
        output.note("desk: one command at a time");
        return ExitCode::Usage;
    }
    PgReview review(*settings);
    const SystemClock clock;
    RandomIdSource ids(clock);
    const auto command = deskCommandOf(verb, arguments, review, ids);
    if (!command) {
        const ExitCode code = output.failure(command.error());
        return command.error().code() == "usage.desk" ? ExitCode::Usage : code;
    }
    DeskSession desk(std::make_unique<PgDeskStore>(*settings));
    CommandAnswer answer = give(desk, *command);
    // The command is never repeated; what became of it is read until it is known.
    for (int look = 0; look < kLooks && answer.outcome == CommandAnswer::Outcome::Unknown; ++look)
        answer = desk.readCommand(commandId(*command));
    output.line(
        answerJson(verb, *command, answer),
        std::string(nameOf(answer.outcome)) + (answer.state.empty() ? "" : " " + answer.state)
            + (answer.status.empty() ? "" : ", payment " + answer.status) + ", id "
            + commandId(*command).toText()
            + (answer.detail.empty() ? "" : ": " + answer.detail + " [" + answer.code + "]"));
    return exitCodeOfAnswer(answer);
}

} // namespace

std::string_view DeskSubcommand::summary() const
{
    return "a person's command from a script, under that person's own login";
}

std::string_view DeskSubcommand::help() const
{
    return "desk COMMAND --as LOGIN [--dir DIR | --connection FILE] [--id UUID] [--json]\n"
           "  propose --payment REFERENCE|ID --kind CONFIRM|REJECT|RESEND|RELEASE|CANCEL|HOLD\n"
           "          --reason CODE --note TEXT [--generation same|new] [--close-open-attempts]\n"
           "          --digest HEX --version N   (both as \"payment\" shows them)\n"
           "  propose-profile --file FILE --note TEXT\n"
           "  propose-core --core NAME|ID --kind ADMIT_CORE|EXCUSE_CORE|CLOSE_JOURNAL --reason "
           "CODE\n"
           "          --note TEXT --digest HEX   (as \"status\" shows it)\n"
           "  upload FILE [--format NAME] [--encoding NAME] [--profile NAME] [--account A]\n"
           "          [--currency C] [--date-order dmy|mdy|ymd] [--decimal .|,]\n"
           "  propose-upload --upload ID|SHA256 --reason CODE --note TEXT --digest HEX\n"
           "          (as \"files\" shows it)\n"
           "  propose-rules --file FILE --note TEXT   (rules of matching; a core tests them "
           "first)\n"
           "  approve --decision UUID --digest HEX\n"
           "  withdraw --decision UUID --why TEXT\n"
           "  take | end-take | enquire | note --payment REFERENCE|ID [--reason CODE] [--note "
           "TEXT]\n"
           "  defer --payment REFERENCE|ID [--until TIME] --reason CODE [--note TEXT]";
}

ExitCode DeskSubcommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = kDeskOptions;
    line.flags = {"--close-open-attempts"};
    addReadingOptions(line);
    addCsvOptions(line);
    line.minRest = 1;
    line.maxRest = 2;
    return runOnSite(*this, line, words, streams, runDesk);
}

} // namespace onceover
