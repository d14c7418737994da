// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_point.h"

#include <csignal>
#include <utility>

#include <unistd.h>

namespace onceover {

std::optional<CrashPoint> crashPointFromText(std::string_view text)
{
    static constexpr std::pair<std::string_view, CrashPoint> kNames[] = {
        {"before-claim", CrashPoint::BeforeClaim},
        {"after-claim", CrashPoint::AfterClaim},
        {"before-calling", CrashPoint::BeforeCalling},
        {"before-first-byte", CrashPoint::BeforeFirstByte},
        {"after-answer", CrashPoint::AfterAnswer},
        {"before-record", CrashPoint::BeforeRecord},
        {"after-record", CrashPoint::AfterRecord},
    };
    for (const auto& name : kNames) {
        if (name.first == text)
            return name.second;
    }
    return std::nullopt;
}

void Crash::at(CrashPoint point) const
{
    if (point == m_where)
        ::kill(::getpid(), SIGKILL);
}

} // namespace onceover
