// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/camt/message_node.h"

#include <string_view>

namespace onceover {

// The key under which the identifier at this place is kept (StatementReferences); empty for places
// that hold none.
std::string_view referenceKey(MessageNode node);

} // namespace onceover
