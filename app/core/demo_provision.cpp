// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/demo_provision.h"

#include "app/core/demo_site.h"
#include "app/core/demo_witness.h"
#include "app/core/private_file.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/desk/desk_session.h"
#include "backend/domain/sha256.h"
#include "backend/postgres/connection.h"
#include "backend/provider/loopback.h"
#include "backend/provider/profile_reader.h"
#include "backend/store/migrations.h"
#include "backend/store/pg_desk_store.h"
#include "backend/store/pg_installation.h"

#include <memory>

namespace onceover {

namespace {

constexpr const char* kDatabase = "onceover";
constexpr std::chrono::seconds kPatience{60};

struct DemoPerson
{
    const char* login;
    const char* name;
    std::vector<std::string> groups;
};

const std::vector<DemoPerson>& people()
{
    static const std::vector<DemoPerson> kPeople = {
        {"liwei", "Li Wei", {"onceover_viewer", "onceover_reviewer", "onceover_approver"}},
        {"ana", "Ana Silva", {"onceover_viewer", "onceover_reviewer", "onceover_approver"}},
        {"kim", "Kim Park", {"onceover_viewer", "onceover_auditor"}},
        {"olga", "Olga Novak", {"onceover_viewer", "onceover_officer"}},
    };
    return kPeople;
}

struct DemoMachine
{
    const char* name;
    const char* login;
    const char* kind;
    const char* group;
};

constexpr DemoMachine kMachines[] = {
    {"core", "demo_core", "CORE", "onceover_core"},
    {"intake", "demo_intake", "INTAKE", "onceover_intake"},
    {"ingest", "demo_ingest", "INGEST", "onceover_ingest"},
    {"reader", "demo_reader", "", "onceover_viewer"},
};

bool isRoleThere(Connection& connection, const std::string& login)
{
    const auto rows = connection.execute(
        {"role_exists", "select 1 as one from pg_roles where rolname = $1"},
        Params().text(login),
        Deadline::in(kPatience));
    return rows && !rows->isEmpty();
}

Result<void> createDatabase(const PrivateCluster& cluster)
{
    auto connection = Connection::open(cluster.ownerSettings(), Deadline::in(kPatience));
    if (!connection)
        return Failure(connection.error());
    const auto there = connection->execute(
        {"database_exists", "select 1 as one from pg_database where datname = $1"},
        Params().text(kDatabase),
        Deadline::in(kPatience));
    if (!there)
        return Failure(there.error());
    if (!there->isEmpty())
        return {};
    const auto made = connection->execute(
        {"create_database", "create database onceover template template0 encoding 'UTF8'"},
        Params(),
        Deadline::in(kPatience));
    if (!made)
        return Failure(made.error());
    return {};
}

// Passwords first, in the file: a login whose password is lost could never be used.
Result<DemoLogins> passwordsIn(const std::filesystem::path& directory)
{
    if (std::filesystem::exists(directory / "logins.json"))
        return DemoLogins::read(directory);
    DemoLogins logins;
    logins.database = kDatabase;
    for (const DemoPerson& person : people())
        logins.passwords[person.login] = randomPassword();
    for (const DemoMachine& machine : kMachines) {
        logins.passwords[machine.login] = randomPassword();
        logins.machines[machine.name] = machine.login;
    }
    if (auto written = logins.write(directory); !written)
        return Failure(written.error());
    return logins;
}

Result<void> createLogins(Connection& owner, const DemoLogins& logins, IdSource& ids)
{
    PgInstallation installation(owner);
    for (const DemoPerson& person : people()) {
        if (isRoleThere(owner, person.login))
            continue;
        const Uuid id = ids.next();
        if (auto enrolled = installation.enrolPerson(id, person.name); !enrolled)
            return enrolled;
        const auto made = installation.createLogin(
            {person.login, logins.passwords.at(person.login), person.groups, id, ""});
        if (!made)
            return made;
    }
    for (const DemoMachine& machine : kMachines) {
        if (isRoleThere(owner, machine.login))
            continue;
        const auto made = installation.createLogin(
            {machine.login,
             logins.passwords.at(machine.login),
             {machine.group},
             std::nullopt,
             machine.kind});
        if (!made)
            return made;
    }
    return {};
}

Result<void> done(const CommandAnswer& answer)
{
    if (answer.isDone())
        return {};
    if (answer.outcome == CommandAnswer::Outcome::Unknown)
        return Failure(Error::possible(answer.code, answer.detail));
    return Failure(Error::notHappened(answer.code, answer.detail));
}

} // namespace

std::vector<DemoName> demoNames()
{
    std::vector<DemoName> names;
    for (const DemoPerson& person : people())
        names.push_back({person.login, person.name});
    return names;
}

Result<void> provisionDemo(const std::filesystem::path& directory)
{
    std::error_code ignored;
    std::filesystem::create_directories(directory, ignored);
    auto cluster = PrivateCluster::openOrCreate(directory, {});
    if (!cluster)
        return Failure(cluster.error());
    const auto logins = passwordsIn(directory);
    if (!logins)
        return Failure(logins.error());
    if (auto made = createDatabase(*cluster); !made)
        return made;
    auto owner =
        Connection::open(cluster->ownerSettings(logins->database), Deadline::in(kPatience));
    if (!owner)
        return Failure(owner.error());
    if (const auto report = migrate(*owner, migrations()); !report)
        return Failure(report.error());
    PgInstallation installation(*owner);
    if (const auto installed = installation.install(true); !installed)
        return Failure(installed.error());
    const SystemClock clock;
    RandomIdSource ids(clock);
    if (auto made = createLogins(*owner, *logins, ids); !made)
        return made;
    const std::string& core = logins->machines.at("core");
    return foundDemoCore(
        *owner,
        cluster->settingsFor(core, logins->passwords.at(core), logins->database),
        directory);
}

Result<void> putProfileInForce(
    const std::filesystem::path& directory, const std::string& profileText)
{
    const auto profile = readProfile(profileText);
    if (!profile)
        return Failure(profile.error());
    if (!isLoopback(profile->declared.baseUrl))
        return Failure(Error::notHappened(
            "profile.not_loopback",
            profile->declared.baseUrl
                + " is not on this machine. A demo refuses it: whoever owns this machine can "
                  "bypass "
                  "every control."));
    const auto site = DemoSite::open(directory);
    if (!site)
        return Failure(site.error());
    const auto proposer = (*site)->person("liwei");
    const auto approver = (*site)->person("ana");
    if (!proposer || !approver)
        return Failure(proposer ? approver.error() : proposer.error());
    const SystemClock clock;
    RandomIdSource ids(clock);
    DeskSession first(std::make_unique<PgDeskStore>(*proposer));
    DeskSession second(std::make_unique<PgDeskStore>(*approver));
    const Uuid decision = ids.next();
    const auto proposed = done(first.proposeProfile(
        {decision, profile->declared.name, profileText, "Profile of the demo."}));
    if (!proposed)
        return proposed;
    return done(second.approve({ids.next(), decision, toHex(sha256(profileText))}));
}

} // namespace onceover
