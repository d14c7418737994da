// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

namespace onceover {

// Port: fresh time-ordered ids (UUID version 7). Implementations are thread-safe.
class IdSource
{
public:
    virtual ~IdSource() = default;

    virtual Uuid next() = 0;
};

} // namespace onceover
