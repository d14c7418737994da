// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/uuid.h"
#include "backend/postgres/connection.h"
#include "backend/postgres/transaction.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

// A login to be made: of a person, or of a machine of one kind.
struct NewLogin
{
    std::string login;
    // Empty: the role stays as it is, or is made without one (the site has other means).
    std::string password;
    // Groups of the database: onceover_viewer, onceover_reviewer, …
    std::vector<std::string> groups;
    std::optional<Uuid> person;
    // CORE, INTAKE or INGEST; empty for a person, and for a mere reader.
    std::string machineKind;
};

// What only the installer does, as owner of the database. Each call is one transaction; repeating
// what is done already changes nothing.
class PgInstallation
{
public:
    // The connection outlives the object and is the owner's.
    explicit PgInstallation(Connection& connection)
        : m_connection(connection)
    {}

    // The installation's random constant; an installation that exists keeps its own.
    Result<std::string> install(bool isDemo);
    Result<void> enrolPerson(const Uuid& person, const std::string& name);
    // Somebody of exactly this name who is not disabled.
    Result<std::optional<Uuid>> personNamed(const std::string& name);
    // Names the first core of a new database as the founding one, which needs no two people.
    // Errors: core.not_founding, once a payment was accepted or another core is known;
    // core.not_listed.
    Result<void> foundCore(const Uuid& core);
    // The role with its password and groups, and its enrolment; a role that exists is taken over.
    // Refuses a person in a machine's group (login.mixed), an officer who would also be an approver
    // under any of a person's logins (login.officer_approver), a login enrolled as somebody or
    // something else (login.taken), an unknown person (login.no_person), and a login that could get
    // round every control (login.powerful).
    Result<void> createLogin(const NewLogin& login);

private:
    Result<bool> checkState(Transaction& transaction, const NewLogin& login, Params params);
    Result<std::string> roleScript(const NewLogin& login, bool isRole);

    Connection& m_connection;
};

} // namespace onceover
