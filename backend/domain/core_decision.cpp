// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/core_decision.h"

#include <cstdlib>

namespace onceover {

std::string_view toText(CoreDecisionKind kind)
{
    switch (kind) {
    case CoreDecisionKind::Admit:
        return "ADMIT_CORE";
    case CoreDecisionKind::Excuse:
        return "EXCUSE_CORE";
    case CoreDecisionKind::CloseJournal:
        return "CLOSE_JOURNAL";
    }
    std::abort();
}

std::optional<CoreDecisionKind> coreDecisionKindFromText(std::string_view text)
{
    for (const CoreDecisionKind kind : kCoreDecisionKinds) {
        if (toText(kind) == text) {
            return kind;
        }
    }
    return std::nullopt;
}

const std::vector<std::string_view>& reasonCodes(CoreDecisionKind kind)
{
    static const std::vector<std::string_view> kAdmit = {"NEW_CORE", "REPLACES_A_CORE", "OTHER"};
    static const std::vector<std::string_view> kExcuse = {
        "HOST_IS_DOWN", "NEEDED_ELSEWHERE", "OTHER"};
    static const std::vector<std::string_view> kClose = {
        "JOURNAL_LOST", "HOST_LOST", "NO_LONGER_USED", "OTHER"};
    switch (kind) {
    case CoreDecisionKind::Admit:
        return kAdmit;
    case CoreDecisionKind::Excuse:
        return kExcuse;
    case CoreDecisionKind::CloseJournal:
        return kClose;
    }
    std::abort();
}

} // namespace onceover
