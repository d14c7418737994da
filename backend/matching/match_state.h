// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace onceover {

// What one tier leaves to the next about each line.
struct MatchState
{
    static constexpr std::uint8_t kLinked = 1;
    // Of a record: it names a payment, or shows a reference of ours that names none here. Of a
    // payment: a record that was not linked names it.
    static constexpr std::uint8_t kNamed = 2;

    MatchState(std::size_t recordCount, std::size_t paymentCount)
        : records(recordCount, 0)
        , payments(paymentCount, 0)
    {}

    std::vector<std::uint8_t> records;
    std::vector<std::uint8_t> payments;
};

} // namespace onceover
