// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/gate_fault.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// One way of a gate, over all its connections: counts its bytes, keeps a record of them, and knows
// where its fault strikes. Thread-safe.
class GateLane
{
public:
    // What becomes of a few bytes that have arrived.
    struct Ruling
    {
        std::string passing;
        // Send each passing byte by itself.
        bool isSliced = false;
        // Cut, Reset or Stall, once `passing` is sent.
        std::optional<GateFault::Kind> strike;
        // What a stall keeps back.
        std::string kept;
    };

    // Counts and records from here, with this fault or none.
    void arm(const std::optional<GateFault>& fault);
    // Nothing is taken from any connection while held.
    void hold(bool isHeld);

    Ruling rule(std::string_view bytes);

    bool isHeld() const;
    bool hasStruck() const;
    // True once a fault that shuts the door has struck.
    bool isDoorShut() const;
    // Bytes since arm(): that came to the gate, and that it let through.
    std::uint64_t arrived() const;
    std::uint64_t passed() const;
    // The bytes let through since arm().
    std::string heard() const;

private:
    mutable std::mutex m_mutex;
    std::optional<GateFault> m_fault;
    bool m_hasStruck = false;
    bool m_isHeld = false;
    std::uint64_t m_arrived = 0;
    std::string m_heard;
};

} // namespace onceover
