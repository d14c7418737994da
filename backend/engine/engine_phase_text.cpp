// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/engine_phase_text.h"

#include "backend/domain/text_table.h"

namespace onceover {

namespace {

constexpr TextTable<EnginePhase, 10> kTexts{{
    {EnginePhase::Starting, "STARTING"},
    {EnginePhase::Running, "RUNNING"},
    {EnginePhase::Paused, "PAUSED"},
    {EnginePhase::DatabaseAway, "DATABASE_AWAY"},
    {EnginePhase::Checking, "CHECKING"},
    {EnginePhase::Fenced, "FENCED"},
    {EnginePhase::Refused, "REFUSED"},
    {EnginePhase::JournalFailed, "JOURNAL_FAILED"},
    {EnginePhase::Replaced, "REPLACED"},
    {EnginePhase::Stopped, "STOPPED"},
}};

} // namespace

std::string_view toText(EnginePhase phase)
{
    return textOf(kTexts, phase);
}

} // namespace onceover
