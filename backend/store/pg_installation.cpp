// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_installation.h"

#include "backend/postgres/scram_verifier.h"
#include "backend/store/pg_session.h"
#include "backend/store/store_sql.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{30};
// PostgreSQL cuts longer names short without a word.
constexpr std::size_t kLongestRole = 63;

Failure refused(const char* code, const char* why)
{
    return Failure(Error::notHappened(code, why));
}

std::string quotedIdentifier(const std::string& name)
{
    std::string quoted = "\"";
    for (const char character : name) {
        if (character == '"')
            quoted += '"';
        quoted += character;
    }
    return quoted + "\"";
}

// Role statements take no parameters. Standard strings: only the quote itself is special.
std::string quotedLiteral(const std::string& text)
{
    std::string quoted = "'";
    for (const char character : text) {
        if (character == '\'')
            quoted += '\'';
        quoted += character;
    }
    return quoted + "'";
}

bool isMachineGroup(const std::string& group)
{
    return group == "onceover_core" || group == "onceover_intake" || group == "onceover_ingest";
}

Result<void> checkGroups(const NewLogin& login)
{
    const bool isMachine = !login.machineKind.empty();
    const bool isMixed =
        std::any_of(login.groups.begin(), login.groups.end(), [&](const std::string& group) {
            return isMachineGroup(group) != isMachine;
        });
    if (isMixed || (isMachine && login.person))
        return refused(
            "login.mixed", "A login belongs to a person or to a machine, never to both.");
    if (login.login.empty() || login.login.size() > kLongestRole
        || login.login.find('\0') != std::string::npos
        || login.password.find('\0') != std::string::npos)
        return refused(
            "login.name",
            "A login has 1 to 63 bytes, and neither it nor its password holds a NUL.");
    return {};
}

} // namespace

Result<std::string> PgInstallation::install(bool isDemo)
{
    const auto rows = PgSession::runCommitted(
        m_connection, storeStatement("install"), Params().boolean(isDemo), Deadline::in(kPatience));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].text("tenant").value_or("");
}

Result<void> PgInstallation::enrolPerson(const Uuid& person, const std::string& name)
{
    const auto rows = PgSession::runCommitted(
        m_connection,
        storeStatement("enrol_person"),
        Params().uuid(person).text(name),
        Deadline::in(kPatience));
    if (!rows)
        return Failure(rows.error());
    return {};
}

Result<void> PgInstallation::foundCore(const Uuid& core)
{
    const auto rows = PgSession::runCommitted(
        m_connection, storeStatement("found_core"), Params().uuid(core), Deadline::in(kPatience));
    if (!rows)
        return Failure(rows.error());
    return {};
}

Result<std::optional<Uuid>> PgInstallation::personNamed(const std::string& name)
{
    const auto rows = PgSession::run(
        m_connection, storeStatement("person_named"), Params().text(name), Deadline::in(kPatience));
    if (!rows)
        return Failure(rows.error());
    if (rows->isEmpty())
        return std::optional<Uuid>();
    return Uuid::fromText((*rows)[0].text("person_id").value_or(""));
}

// True if the role is there already.
Result<bool> PgInstallation::checkState(
    Transaction& transaction, const NewLogin& login, Params params)
{
    const auto rows =
        transaction.execute(storeStatement("enrolment_state"), params, Deadline::in(kPatience));
    if (!rows)
        return Failure(rows.error());
    const Row row = (*rows)[0];
    if (row.boolean("is_powerful").value_or(true))
        return refused(
            "login.powerful",
            "The login is a superuser's or the schema's owner's; it could get round every "
            "control.");
    if (login.person && !row.boolean("is_person").value_or(false))
        return refused("login.no_person", "Nobody is enrolled with this id.");
    if (row.boolean("is_enrolled").value_or(false) && !row.boolean("is_same").value_or(false))
        return refused(
            "login.taken",
            "The login belongs to somebody else already, or to a machine of another kind.");
    std::string groups = "," + row.text("groups").value_or("") + ",";
    for (const std::string& group : login.groups)
        groups += group + ",";
    const auto has = [&](const std::string& group) {
        return groups.find("," + group + ",") != std::string::npos;
    };
    if (has("onceover_officer") && has("onceover_approver"))
        return refused(
            "login.officer_approver",
            "An officer is never an approver, whichever of a person's logins is used.");
    const bool isInMachines =
        has("onceover_core") || has("onceover_intake") || has("onceover_ingest");
    if (login.person && isInMachines)
        return refused(
            "login.mixed", "A login belongs to a person or to a machine, never to both.");
    return row.boolean("is_role").value_or(false);
}

Result<std::string> PgInstallation::roleScript(const NewLogin& login, bool isRole)
{
    const std::string role = quotedIdentifier(login.login);
    std::string script = (isRole ? "alter role " : "create role ") + role + " login";
    if (!login.password.empty()) {
        const auto verifier = scramVerifier(login.login, login.password);
        if (!verifier)
            return Failure(verifier.error());
        script += " password " + quotedLiteral(*verifier);
    }
    script += ";";
    for (const std::string& group : login.groups)
        script += "grant " + quotedIdentifier(group) + " to " + role + ";";
    return script;
}

Result<void> PgInstallation::createLogin(const NewLogin& login)
{
    if (auto checked = checkGroups(login); !checked)
        return checked;
    const Deadline deadline = Deadline::in(kPatience);
    auto transaction = Transaction::begin(m_connection, deadline);
    if (!transaction)
        return Failure(transaction.error());
    Params params;
    params.text(login.login).uuid(login.person);
    if (login.machineKind.empty())
        params.null();
    else
        params.text(login.machineKind);
    const auto isRole = checkState(*transaction, login, params);
    if (!isRole)
        return Failure(isRole.error());
    const auto script = roleScript(login, *isRole);
    if (!script)
        return Failure(script.error());
    if (auto made = transaction->executeScript("create_login", *script, deadline); !made)
        return Failure(made.error());
    if (login.person || !login.machineKind.empty()) {
        const auto enrolled = transaction->execute(storeStatement("enrol_login"), params, deadline);
        if (!enrolled)
            return Failure(enrolled.error());
    }
    return transaction->commit(deadline).toResult();
}

} // namespace onceover
