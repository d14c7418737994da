// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/sandbox_ledger.h"

#include <fstream>

#include <nlohmann/json.hpp>

namespace onceover {

Result<SandboxLedger> SandboxLedger::read(const std::filesystem::path& sandboxDirectory)
{
    const auto path = sandboxDirectory / "ledger.jsonl";
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Failure(Error::notHappened("sandbox.ledger", path.string() + " cannot be opened."));
    SandboxLedger ledger;
    std::string text;
    while (std::getline(file, text)) {
        const auto line = nlohmann::json::parse(text, nullptr, false);
        // The sandbox may be in the middle of its last line.
        if (!line.is_object())
            continue;
        const std::string kind = line.value("kind", "");
        if (kind != "request" && kind != "charge" && kind != "decline")
            continue;
        SandboxCounts& counts = ledger.m_counts[line.value("reference", "")];
        if (kind == "request")
            ++counts.requests;
        else if (kind == "decline")
            ++counts.declines;
        else if (line.value("injected_duplicate", false))
            ++counts.injectedDuplicates;
        else
            ++counts.charges;
    }
    return ledger;
}

SandboxCounts SandboxLedger::of(const std::string& reference) const
{
    const auto found = m_counts.find(reference);
    return found == m_counts.end() ? SandboxCounts() : found->second;
}

SandboxCounts SandboxLedger::total() const
{
    SandboxCounts sum;
    for (const auto& entry : m_counts) {
        sum.requests += entry.second.requests;
        sum.charges += entry.second.charges;
        sum.injectedDuplicates += entry.second.injectedDuplicates;
        sum.declines += entry.second.declines;
    }
    return sum;
}

} // namespace onceover
