// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <string>

namespace onceover {

// Who a core is: fixed for the length of one process.
struct CoreIdentity
{
    // Stays with the journal for ever.
    Uuid coreId;
    Uuid journalId;
    std::string name;
    std::string host;
    // The machine's boot: a claim without CALLING proves "not sent" only under the same one.
    Uuid bootId;
    // Fresh for each process, so that a copied disk is noticed by the database.
    Uuid bootNonce;
    std::string programVersion;
};

} // namespace onceover
