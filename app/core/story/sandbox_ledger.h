// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <filesystem>
#include <map>
#include <string>

namespace onceover {

// What the sandbox did for one reference, whatever it answered.
struct SandboxCounts
{
    int requests = 0;
    // Caused by requests.
    int charges = 0;
    // Made up by the script; nobody asked for them.
    int injectedDuplicates = 0;
    int declines = 0;
};

// The provider's own book, read from its file: what really happened, in nobody's hands but the
// sandbox's.
class SandboxLedger
{
public:
    // Errors: sandbox.ledger.
    static Result<SandboxLedger> read(const std::filesystem::path& sandboxDirectory);

    // Zeros for a reference that it never saw.
    SandboxCounts of(const std::string& reference) const;

    const std::map<std::string, SandboxCounts>& all() const { return m_counts; }

    SandboxCounts total() const;

private:
    std::map<std::string, SandboxCounts> m_counts;
};

} // namespace onceover
