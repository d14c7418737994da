// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_installation.h"

#include "backend/postgres/transaction.h"
#include "backend/store/pg_session.h"
#include "backend/store/store_sql.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::chrono::seconds kPatience{30};

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
        return Failure(Error::notHappened(
            "login.mixed", "A login belongs to a person or to a machine, never to both."));
    if (login.password.find('\\') != std::string::npos
        || login.password.find('\0') != std::string::npos)
        return Failure(Error::notHappened(
            "login.password", "A password for a new login may not hold a backslash or a NUL."));
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

Result<void> PgInstallation::createLogin(const NewLogin& login)
{
    if (auto checked = checkGroups(login); !checked)
        return checked;
    const Deadline deadline = Deadline::in(kPatience);
    auto transaction = Transaction::begin(m_connection, deadline);
    if (!transaction)
        return Failure(transaction.error());
    const std::string role = quotedIdentifier(login.login);
    std::string script =
        "create role " + role + " login password " + quotedLiteral(login.password) + ";";
    for (const std::string& group : login.groups)
        script += "grant " + quotedIdentifier(group) + " to " + role + ";";
    if (auto made = transaction->executeScript("create_login", script, deadline); !made)
        return Failure(made.error());
    if (login.person || !login.machineKind.empty()) {
        Params params;
        params.text(login.login).uuid(login.person);
        if (login.machineKind.empty())
            params.null();
        else
            params.text(login.machineKind);
        const auto enrolled = transaction->execute(storeStatement("enrol_login"), params, deadline);
        if (!enrolled)
            return Failure(enrolled.error());
    }
    return transaction->commit(deadline).toResult();
}

} // namespace onceover
