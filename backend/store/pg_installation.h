// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/domain/uuid.h"
#include "backend/postgres/connection.h"

#include <optional>
#include <string>
#include <vector>

namespace onceover {

// A login to be made: of a person, or of a machine of one kind.
struct NewLogin
{
    std::string login;
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
    // The role with its password and groups, and its enrolment. Refuses a person in a machine's
    // group (login.mixed).
    Result<void> createLogin(const NewLogin& login);

private:
    Connection& m_connection;
};

} // namespace onceover
