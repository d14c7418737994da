// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace onceover {

// Where a core is killed: between two effects that the rest of the world can see.
enum class CrashPoint
{
    // INTENT is in the journal, nothing in the database.
    BeforeClaim,
    // The claim is committed, its answer is lost.
    AfterClaim,
    // The body is stored, CALLING is not written.
    BeforeCalling,
    // CALLING is written, no byte is sent.
    BeforeFirstByte,
    // The provider answered, RESULT is not written.
    AfterAnswer,
    // RESULT is written, the database does not know it.
    BeforeRecord,
    // The result is committed, RECORDED is not written.
    AfterRecord,
};

std::optional<CrashPoint> crashPointFromText(std::string_view text);

// SIGKILL to this process, if it is at the point where it is to die. Nothing is flushed, closed or
// told to anybody.
class Crash
{
public:
    explicit Crash(CrashPoint where)
        : m_where(where)
    {}

    void at(CrashPoint point) const;

private:
    CrashPoint m_where;
};

} // namespace onceover
