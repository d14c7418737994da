// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/case_facts.h"
#include "models/read/snapshots.h"

namespace onceover {

// The facts of a case as they stand on the screen, for the digest that a decision is bound to.
CaseFacts shownFacts(const CaseFile& file);

} // namespace onceover
