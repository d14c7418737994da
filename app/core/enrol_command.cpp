// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/enrol_command.h"

#include "app/core/private_file.h"
#include "app/core/random_id_source.h"
#include "app/core/site_command.h"
#include "app/core/system_clock.h"
#include "backend/postgres/connection.h"
#include "backend/store/pg_installation.h"

#include <array>

namespace onceover {

namespace {

struct Machine
{
    std::string_view kind;
    const char* enrolledAs;
    const char* group;
};

constexpr std::array kMachines = {
    Machine{"core", "CORE", "onceover_core"},
    Machine{"intake", "INTAKE", "onceover_intake"},
    Machine{"ingest", "INGEST", "onceover_ingest"},
    // Reads the views for scripts: no machine that may do anything.
    Machine{"reader", "", "onceover_viewer"},
};
constexpr std::array<std::string_view, 5> kRoles = {
    "viewer", "reviewer", "approver", "auditor", "officer"};

Failure usage(std::string why)
{
    return Failure(Error::notHappened("usage.enrol", std::move(why)));
}

Result<std::string> wanted(const Arguments& arguments, const char* option)
{
    const auto value = arguments.value(option);
    if (!value || value->empty())
        return usage(std::string(option) + " is missing.");
    return *value;
}

Result<NewLogin> baseLogin(const Arguments& arguments)
{
    NewLogin login;
    const auto name = wanted(arguments, "--login");
    if (!name)
        return Failure(name.error());
    login.login = *name;
    if (const auto file = arguments.value("--password-file")) {
        const auto text = readPrivateFile(*file);
        if (!text)
            return Failure(text.error());
        login.password = text->substr(0, text->find_first_of("\r\n"));
        if (login.password.empty())
            return Failure(Error::notHappened("settings.password", *file + " holds no password."));
    }
    return login;
}

Result<NewLogin> personsLogin(const Arguments& arguments)
{
    auto login = baseLogin(arguments);
    if (!login)
        return login;
    const auto person = wanted(arguments, "--person");
    if (!person)
        return Failure(person.error());
    login->person = Uuid::fromText(*person);
    if (!login->person)
        return usage("--person is the id that enrol person printed.");
    login->groups = {"onceover_viewer"};
    const auto roles = arguments.values("--role");
    if (roles.empty())
        return usage("--role is missing: viewer, reviewer, approver, auditor or officer.");
    for (const std::string& role : roles) {
        bool isKnown = false;
        for (const std::string_view known : kRoles)
            isKnown = isKnown || known == role;
        if (!isKnown)
            return usage("There is no role \"" + role + "\".");
        if (role != "viewer")
            login->groups.push_back("onceover_" + role);
    }
    return login;
}

Result<NewLogin> machinesLogin(const Arguments& arguments)
{
    auto login = baseLogin(arguments);
    if (!login)
        return login;
    const auto kind = wanted(arguments, "--kind");
    if (!kind)
        return Failure(kind.error());
    for (const Machine& machine : kMachines) {
        if (machine.kind == *kind) {
            login->machineKind = machine.enrolledAs;
            login->groups = {machine.group};
            return login;
        }
    }
    return usage("There is no kind \"" + *kind + "\": core, intake, ingest or reader.");
}

Result<Json> enrolPerson(PgInstallation& installation, const Arguments& arguments)
{
    const auto name = wanted(arguments, "--name");
    if (!name)
        return Failure(name.error());
    const auto known = installation.personNamed(*name);
    if (!known)
        return Failure(known.error());
    // One human being with two ids could agree with himself.
    if (*known && !arguments.has("--namesake"))
        return Failure(Error::notHappened(
            "enrol.person_exists",
            "There is a person of this name, " + (*known)->toText()
                + ". Whoever is somebody else is enrolled with --namesake."));
    const SystemClock clock;
    RandomIdSource ids(clock);
    const Uuid person = ids.next();
    if (const auto enrolled = installation.enrolPerson(person, *name); !enrolled)
        return Failure(enrolled.error());
    Json object;
    object["type"] = "person";
    object["person_id"] = person.toText();
    object["name"] = *name;
    return object;
}

Result<Json> enrolLogin(PgInstallation& installation, const Result<NewLogin>& login)
{
    if (!login)
        return Failure(login.error());
    if (const auto made = installation.createLogin(*login); !made)
        return Failure(made.error());
    Json object;
    object["type"] = "login";
    object["login"] = login->login;
    object["person_id"] = login->person ? Json(login->person->toText()) : Json();
    object["machine_kind"] = login->machineKind.empty() ? Json() : Json(login->machineKind);
    object["groups"] = login->groups;
    object["has_password"] = !login->password.empty();
    return object;
}

std::string sentence(const Json& object)
{
    if (object["type"] == "person")
        return "enrolled " + object["name"].get<std::string>() + " as "
               + object["person_id"].get<std::string>();
    std::string groups;
    for (const Json& group : object["groups"])
        groups += " " + group.get<std::string>();
    return "enrolled the login " + object["login"].get<std::string>() + ":" + groups;
}

ExitCode enrol(Site& site, const Arguments& arguments, Output& output)
{
    const std::string& verb = arguments.rest().front();
    if (verb != "person" && verb != "login" && verb != "machine") {
        output.note("enrol: there is no \"" + verb + "\"");
        return ExitCode::Usage;
    }
    const auto settings = site.machine(MachineKind::Owner);
    if (!settings)
        return output.failure(settings.error());
    auto connection = Connection::open(*settings, Deadline::in(std::chrono::seconds(20)));
    if (!connection)
        return output.failure(connection.error());
    PgInstallation installation(*connection);
    const auto done =
        verb == "person"
            ? enrolPerson(installation, arguments)
            : enrolLogin(
                installation, verb == "login" ? personsLogin(arguments) : machinesLogin(arguments));
    if (!done) {
        const ExitCode code = output.failure(done.error());
        return done.error().code() == "usage.enrol" ? ExitCode::Usage : code;
    }
    output.line(*done, sentence(*done));
    return ExitCode::Done;
}

} // namespace

std::string_view EnrolCommand::summary() const
{
    return "enrol people, their logins and machines, as owner of the database";
}

std::string_view EnrolCommand::help() const
{
    return "enrol person --name NAME [--namesake]\n"
           "enrol login --person ID --login LOGIN --role "
           "viewer|reviewer|approver|auditor|officer...\n"
           "enrol machine --kind core|intake|ingest|reader --login LOGIN\n"
           "each with [--dir DIR | --connection FILE] [--json]; login and machine with\n"
           "[--password-file FILE]: the new login's password, in a file of mode 0600";
}

ExitCode EnrolCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--name", "--person", "--login", "--kind", "--password-file"};
    line.flags = {"--namesake"};
    line.repeatable = {"--role"};
    line.minRest = line.maxRest = 1;
    return runOnSite(*this, line, words, streams, enrol);
}

} // namespace onceover
