// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/decision.h"

#include <cstdlib>

namespace onceover {

std::string_view toText(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Confirm:
        return "CONFIRM";
    case DecisionKind::Reject:
        return "REJECT";
    case DecisionKind::Resend:
        return "RESEND";
    case DecisionKind::Release:
        return "RELEASE";
    case DecisionKind::Cancel:
        return "CANCEL";
    case DecisionKind::Hold:
        return "HOLD";
    }
    std::abort();
}

std::optional<DecisionKind> decisionKindFromText(std::string_view text)
{
    for (const DecisionKind kind : kDecisionKinds) {
        if (toText(kind) == text) {
            return kind;
        }
    }
    return std::nullopt;
}

const std::vector<std::string_view>& reasonCodes(DecisionKind kind)
{
    static const std::vector<std::string_view> kConfirm = {
        "PROVIDER_CONFIRMS", "STATEMENT_SHOWS", "PAYEE_CONFIRMS", "OTHER"};
    static const std::vector<std::string_view> kReject = {
        "PROVIDER_DENIES", "NOT_ON_STATEMENT", "PAYEE_NOT_PAID", "PAID_OTHERWISE", "OTHER"};
    static const std::vector<std::string_view> kResend = {
        "PROVIDER_DENIES", "NOT_ON_STATEMENT", "PAYEE_NOT_PAID", "RISK_ACCEPTED", "OTHER"};
    static const std::vector<std::string_view> kRelease = {
        "NOT_A_DOUBLE", "PAYEE_CONFIRMS", "OTHER"};
    static const std::vector<std::string_view> kCancel = {
        "IS_A_DOUBLE", "NO_LONGER_OWED", "WRONG_DETAILS", "PAID_OTHERWISE", "OTHER"};
    static const std::vector<std::string_view> kHold = {
        "TO_BE_CHECKED", "DETAILS_IN_DOUBT", "OTHER"};
    switch (kind) {
    case DecisionKind::Confirm:
        return kConfirm;
    case DecisionKind::Reject:
        return kReject;
    case DecisionKind::Resend:
        return kResend;
    case DecisionKind::Release:
        return kRelease;
    case DecisionKind::Cancel:
        return kCancel;
    case DecisionKind::Hold:
        return kHold;
    }
    std::abort();
}

const std::vector<std::string_view>& takeReasonCodes()
{
    static const std::vector<std::string_view> kTake = {"WORKING", "TAKE_OVER", "REOPEN"};
    return kTake;
}

const std::vector<std::string_view>& deferReasonCodes()
{
    static const std::vector<std::string_view> kDefer = {
        "WAITING_PROVIDER", "WAITING_PAYEE", "WAITING_STATEMENT", "OTHER"};
    return kDefer;
}

} // namespace onceover
