// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

// One row of the record as it is stored: nothing in it has been checked. Hashes are lower-case
// hexadecimal; the first event of a chain has an empty previousLeaf.
struct AuditEvent
{
    std::string subjectId;
    std::int64_t seq = 0;
    std::string kind;
    std::int64_t atUs = 0;
    std::string actor;
    std::optional<std::string> personId;
    std::string login;
    std::string body;
    std::string fromAccount;
    std::string toAccount;
    std::optional<std::int64_t> amountMinor;
    std::optional<std::string> currency;
    std::optional<std::int64_t> epoch;
    std::string previousLeaf;
    std::string leaf;
};

// What the database says about a chain beside its events.
struct AuditChain
{
    std::string subjectId;
    // PAYMENT, PERSON, PROFILE, CORE, INSTALLATION, IMPORT, RECORD.
    std::string subjectKind;
    std::int64_t eventCount = 0;
    std::string head;
};

} // namespace onceover
