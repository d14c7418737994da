// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/json_fields.h"

#include <string>
#include <vector>

namespace onceover {

// What a ledger says, for people and programs. Duplicates that the script injected are counted
// apart: no caller can prevent those.
class LedgerReport
{
public:
    explicit LedgerReport(const std::vector<Json>& lines);

    // {"requests":[…],"charges":[…],"declines":[…],"pending":[…],"references":[{"reference":…,"requests":N,"charges":N,
    // "injected_duplicates":N,"declines":N}]}
    const Json& asJson() const { return m_report; }

    // A table with one line per provider and reference.
    std::string asText() const;

private:
    Json m_report;
};

} // namespace onceover
