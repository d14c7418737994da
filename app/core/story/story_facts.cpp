// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_facts.h"

#include "app/core/reading.h"

namespace onceover {

Result<StoryFacts> StoryFacts::read(PgReview& review, const StoryBooks& books)
{
    StoryFacts facts;
    for (const StoryPayment& payment : books.payments()) {
        const auto text = review.payment(payment.paymentId);
        if (!text)
            return Failure(text.error());
        const Json object = Json::parse(text->value_or("{}"), nullptr, false);
        for (const Json& result : object.value("results", Json::array()))
            ++facts.answers[textOf(result, "answer")];
        for (const Json& permit : object.value("permits", Json::array())) {
            if (textOf(permit, "used_as") == "ATTEMPT")
                ++facts.grounds[textOf(permit, "ground")];
        }
        for (const Json& contradiction : object.value("contradictions", Json::array()))
            ++facts.contradictions[textOf(contradiction, "kind")];
    }
    return facts;
}

std::int64_t StoryFacts::of(const std::map<std::string, std::int64_t>& counts, const char* name)
{
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
}

} // namespace onceover
