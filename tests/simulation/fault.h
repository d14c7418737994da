// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace onceover::simulation {

// Everything that can go wrong, once each time a port is called or the world turns.
enum class Fault
{
    // Database: the session breaks before the effect, after it, or the COMMIT ends later.
    LostBeforeEffect,
    LostAnswer,
    LateCommit,
    ServerRestart,
    DatabaseFenced,
    RolledBack,
    // Journal: the write or its fsync fails; a power cut in the middle of a write.
    JournalFails,
    JournalTorn,
    // A core: killed at a port, the machine restarted, stopped for a long time, restored from an
    // image, its clock set.
    Killed,
    MachineRestart,
    Stopped,
    ImageRestored,
    ClockSet,
    CoreLost,
    // Provider: nothing sent, request lost, late execution, refusals, lost answers, PROCESSING,
    // questions without an answer.
    NotSent,
    RequestLost,
    LateArrival,
    RefusedFinal,
    RefusedRetryable,
    AnswerLost,
    SlowExecution,
    DeclinedLater,
    ChargeDeclined,
    QueryFails,
    QueryInconclusive,
    WrongEcho,
    PartOnRecord,
    OtherAccount,
    // Only where the provider breaks its word.
    ChargedAfterRefusal,
    ChargedTwice,
    ChargeForgotten,
    ArrivesTooLate,
    ShownTooLate,
    // People and callers.
    StaleScreen,
    RepeatedCommand,
    RepeatedIntent,
    SecondKey,
};

inline constexpr std::size_t kFaultCount = 37;

const char* toText(Fault fault);

} // namespace onceover::simulation
