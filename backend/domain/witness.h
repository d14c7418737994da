// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <cstdint>
#include <string>

namespace onceover {

// What a journal's last record about an attempt says that the database must hold as well: each of
// these was committed there before the record was written. An INTENT alone promises nothing.
enum class WitnessedState
{
    // CALLING or RESULT: the attempt was claimed and its call announced.
    Called,
    // RECORDED: its result is stored.
    Recorded,
    // ABANDONED after a claim: it is closed.
    Closed,
    // ABANDONED without a claim: its id is void.
    Void,
};

struct WitnessedAttempt
{
    Uuid attemptId;
    WitnessedState state = WitnessedState::Called;

    friend bool operator==(const WitnessedAttempt&, const WitnessedAttempt&) = default;
};

// An attempt of the journal that the database lacks, or has otherwise.
struct MissingAttempt
{
    Uuid attemptId;
    // In words, for logs.
    std::string finding;
};

// Which history of a database a core has worked on; kept in its journal.
struct ServerMark
{
    // The installation's random constant.
    std::string tenant;
    std::string systemIdentifier;
    // Eight hexadecimal digits; it rises with every promotion and archive recovery.
    std::string timeline;
    // Rises with every re-arming.
    std::int64_t epoch = 0;

    friend bool operator==(const ServerMark&, const ServerMark&) = default;
};

enum class FenceState
{
    Armed,
    // The server was started since the last check: nothing moves until every admitted core has
    // found its journal in it.
    Checking,
    Fenced,
};

// A server as a core finds it when it looks.
struct ServerCheck
{
    FenceState state = FenceState::Checking;
    std::string why;
    ServerMark mark;
    // Names the running start of the server; Unix microseconds.
    std::int64_t startedAtUs = 0;
    // How many of the journal's records had been written when this database last heard of it.
    std::uint64_t knownRecords = 0;
    // Two people admitted the core, or it is the founding one; without that it claims nothing.
    bool isAdmitted = false;
    bool isRetired = false;
    // It has found its journal in this start of the server.
    bool isProven = false;
    // Names of the cores that are still awaited.
    std::string awaited;
    // Of the store; another one means that everything was looked for on another connection.
    std::uint64_t session = 0;
};

} // namespace onceover
