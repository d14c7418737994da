// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/submission.h"

#include <array>
#include <utility>

namespace onceover {

namespace {

constexpr std::array<std::pair<Answer, std::string_view>, 7> kAnswerTexts = {{
    {Answer::Succeeded, "SUCCEEDED"},
    {Answer::RejectedFinal, "REJECTED_FINAL"},
    {Answer::RejectedRetryable, "REJECTED_RETRYABLE"},
    {Answer::Processing, "PROCESSING"},
    {Answer::Exists, "EXISTS"},
    {Answer::NotSent, "NOT_SENT"},
    {Answer::Unknown, "UNKNOWN"},
}};

} // namespace

std::string_view toText(Answer answer)
{
    for (const auto& [value, text] : kAnswerTexts) {
        if (value == answer)
            return text;
    }
    return "UNKNOWN";
}

std::optional<Answer> answerFromText(std::string_view text)
{
    for (const auto& [value, name] : kAnswerTexts) {
        if (name == text)
            return value;
    }
    return std::nullopt;
}

} // namespace onceover
