// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/look_facts.h"
#include "backend/domain/provider.h"
#include "backend/domain/query_answer.h"
#include "backend/domain/submission.h"
#include "backend/domain/uuid.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace onceover {

// A submission that has come to its end.
struct FinishedSubmission
{
    Uuid attemptId;
    SubmissionResult result;
};

// What the provider answered about one of a payment's keys.
struct KeyAnswer
{
    std::string providerKey;
    QueryAnswer answer;
};

// A look whose questions are all answered.
struct FinishedLook
{
    std::shared_ptr<Provider> provider;
    LookFacts facts;
    std::vector<KeyAnswer> answers;
};

struct FinishedCall
{
    // Whose slot is free again.
    std::string provider;
    std::variant<FinishedSubmission, FinishedLook> outcome;
};

} // namespace onceover
