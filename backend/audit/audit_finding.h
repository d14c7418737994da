// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace onceover {

// One disagreement between the record and what must follow from it.
struct AuditFinding
{
    // audit.leaf, audit.link, audit.order, audit.missing, audit.count, audit.head, audit.status,
    // audit.posting, audit.balance, audit.possible, audit.chain_missing, audit.payment_missing,
    // audit.clock.
    std::string code;
    std::string subjectId;
    // The event to blame; 0 for the chain as a whole.
    std::int64_t seq = 0;
    std::string detail;
    // Worth knowing, and no disagreement: the record holds with it.
    bool isRemark = false;
};

} // namespace onceover
