// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace onceover {

// How a person's command ended. There are three ends, as with a payment.
struct CommandAnswer
{
    enum class Outcome
    {
        // Committed; a repeated command answers the same again.
        Done,
        // Proven to have had no effect; `code` and `detail` say why.
        Refused,
        // The commit is in doubt. Read the command by its id until it is known; never send it again
        // under another id.
        Unknown,
    };

    Outcome outcome = Outcome::Unknown;
    // Stable code of a refusal or of the doubt, e.g. "digest.changed", "person.proposer",
    // "database.away"; empty when done.
    std::string code;
    // English sentence for logs and the command line.
    std::string detail;
    // Of the decision: OPEN (waits for a second person), IN_FORCE, WITHDRAWN, VOID, EXPIRED; empty
    // for other commands.
    std::string state;
    // Of the payment after the command; empty for profiles.
    std::string status;
    // Of the payment after the command.
    std::int64_t version = 0;
    // Of the file that the decision is about; empty for all others.
    std::string uploadId;

    bool isDone() const { return outcome == Outcome::Done; }
};

} // namespace onceover
