// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/clock.h"
#include "backend/domain/id_source.h"

namespace onceover {

// UUID version 7 from a clock and the kernel's random numbers. Ends the program when the kernel
// gives none: an id that is not unique could send a payment twice.
class RandomIdSource final : public IdSource
{
public:
    // The clock outlives it.
    explicit RandomIdSource(const Clock& clock)
        : m_clock(clock)
    {}

    Uuid next() override;

private:
    const Clock& m_clock;
};

} // namespace onceover
