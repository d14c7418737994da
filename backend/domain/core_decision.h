// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What two people decide about a core.
enum class CoreDecisionKind
{
    // A core that is new to the database may claim.
    Admit,
    // A core that cannot speak is not waited for, in this start of the server alone.
    Excuse,
    // Its journal is lost: its open attempts are closed by people, what they did stays possible,
    // and the core is retired for ever.
    CloseJournal,
};

inline constexpr CoreDecisionKind kCoreDecisionKinds[] = {
    CoreDecisionKind::Admit,
    CoreDecisionKind::Excuse,
    CoreDecisionKind::CloseJournal,
};

// "ADMIT_CORE", "EXCUSE_CORE", "CLOSE_JOURNAL".
std::string_view toText(CoreDecisionKind kind);
std::optional<CoreDecisionKind> coreDecisionKindFromText(std::string_view text);

// The closed lists of reason codes; the table onceover.reason_codes holds the same.
const std::vector<std::string_view>& reasonCodes(CoreDecisionKind kind);

struct CoreProposal
{
    // Made by the client, once per decision: repeating it is a read.
    Uuid decisionId;
    Uuid coreId;
    CoreDecisionKind kind = CoreDecisionKind::Admit;
    std::string reasonCode;
    std::string note;
    // Of the core as it was shown: id, name, host, login, journal, state, last sight, open
    // attempts.
    std::string digest;
};

} // namespace onceover
