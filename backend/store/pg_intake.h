// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/store/pg_session.h"

#include <string>
#include <vector>

namespace onceover {

// What the intake answered to one request.
struct IntakeAnswer
{
    // ACCEPTED, REPLAYED, IN_PROGRESS, OUTCOME_UNKNOWN, DECIDED_NOT_PROVEN or REFUSED.
    std::string outcome;
    std::string paymentId;
    std::string reference;
    std::string status;
    // JSON array of the members that differ from the intent on record, or are not valid.
    std::string differs;
    std::string code;
    std::string detail;
    bool isHeld = false;
};

// The intake function under an intake's own login. One thread.
class PgIntake
{
public:
    explicit PgIntake(ConnectionSettings settings);

    // All requests in one transaction: after an error nothing was accepted, unless its effect is
    // Possible (the commit's answer was lost; asking again is safe and answers REPLAYED).
    Result<std::vector<IntakeAnswer>> acceptAll(const std::vector<std::string>& requests);

private:
    PgSession m_session;
};

} // namespace onceover
