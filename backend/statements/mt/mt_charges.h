// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement_entry.h"

#include <string_view>

namespace onceover {

// The original amount (/OCMT/) and the charges (/CHGS/) that a line's text names. Where both
// explain the entry's amount exactly, the detail gets its own share and the charges become a fee of
// the entry; else they are shown and explain nothing. Never refuses: what cannot be read is not
// there.
void takeMtCharges(std::string_view text, StatementEntry& entry, StatementDetail& detail);

} // namespace onceover
