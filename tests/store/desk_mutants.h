// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace onceover {

// One defence removed: a text of a function's source and what stands there instead.
struct DeskMutant
{
    const char* name;
    const char* function;
    const char* text;
    const char* replacement;
    // The scenario that should notice; the whole battery is asked if it does not.
    const char* killer;
};

std::vector<DeskMutant> deskMutants();

} // namespace onceover
