// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/profile_assessment.h"

#include <algorithm>

namespace onceover {

namespace {

bool refusesWithoutBody(const HttpProfile& profile)
{
    const auto& rows = profile.submit.answers;
    return std::any_of(rows.begin(), rows.end(), [](const AnswerRow& row) {
        return (row.answer == "REJECTED_FINAL" || row.answer == "REJECTED_RETRYABLE")
               && row.conditions.empty();
    });
}

void assessSending(const ProviderProfile& declared, std::vector<AssessmentNote>& notes)
{
    const std::int64_t horizonMs =
        declared.longestProcessingMs + declared.visibilityLagMs + declared.answerTimeoutMs;
    if (!declared.keyCollapses) {
        notes.push_back(
            {"NO_KEY",
             "The provider does not collapse requests with the same key: a second send is a second "
             "payment, so every "
             "send after an unknown outcome is decided by two people."});
        return;
    }
    if (declared.keyLifetimeMs <= horizonMs) {
        notes.push_back(
            {"ABSENCE_FOR_PEOPLE",
             "The key expires before absence can be proven: absence fails the payment and people "
             "decide about a resend."});
        return;
    }
    notes.push_back(
        {"KEY_EXPIRES",
         "The key collapses repeats for " + std::to_string(declared.keyLifetimeMs / 1000)
             + " seconds only: a resend after that may pay twice."});
}

void assessLooking(const ProviderProfile& declared, std::vector<AssessmentNote>& notes)
{
    if (!declared.queryByKey) {
        notes.push_back(
            {"NO_QUERY",
             "Charges cannot be asked for by our key: an unknown outcome stays unknown until a "
             "list, a file or people "
             "settle it."});
    } else if (!declared.queryAuthoritative) {
        notes.push_back(
            {"QUERY_NOT_AUTHORITATIVE",
             "An answer that nothing was found proves no absence: only what is found counts."});
    }
    if (!declared.list) {
        notes.push_back(
            {"NO_LIST",
             "Charges cannot be listed: charges that only the provider knows are seen on the "
             "bank's statement at the "
             "earliest, and a rolled-back database cannot be compared with the provider."});
    }
    if (!declared.settlementFile && !declared.bankStatement) {
        notes.push_back(
            {"NO_STATEMENT",
             "Neither a settlement file nor a bank statement will ever confirm what the provider "
             "says."});
    }
}

} // namespace

std::vector<AssessmentNote> assess(const HttpProfile& profile)
{
    const ProviderProfile& declared = profile.declared;
    std::vector<AssessmentNote> notes;
    const bool isBlind = !declared.queryByKey && !declared.list && !declared.settlementFile
                         && !declared.bankStatement;
    if (isBlind) {
        notes.push_back(
            {"BLIND",
             "After a lost answer nothing but an enquiry with the provider can tell what happened: "
             "every unknown "
             "outcome goes to people."});
    }
    assessSending(declared, notes);
    assessLooking(declared, notes);
    if (refusesWithoutBody(profile)) {
        notes.push_back(
            {"REFUSAL_WITHOUT_BODY",
             "Some refusals are recognised by status alone: any box between us and the provider "
             "could produce them."});
    }
    if (!declared.echoesAccount) {
        notes.push_back(
            {"NO_ACCOUNT_ECHO",
             "A success does not repeat the account that was paid: a wrong account is not "
             "noticed."});
    }
    return notes;
}

} // namespace onceover
