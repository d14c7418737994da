// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/witness_step.h"

namespace onceover {

namespace {

// A rollback loses the newest rows first, so the newest are the witnesses.
constexpr std::size_t kWitnesses = 64;

} // namespace

Result<void> WitnessStep::run()
{
    if (m_called.size() > kWitnesses)
        m_called.erase(m_called.begin(), m_called.end() - static_cast<long>(kWitnesses));
    for (const Uuid& attemptId : m_called) {
        const auto look = m_parts.store.lookUpAttempt(m_parts.core, attemptId);
        if (!look)
            return Failure(look.error());
        if (*look == AttemptLook::Claimed)
            continue;
        const std::string why = "The journal of core " + m_parts.core.name
                                + " holds a call that the database does not know: attempt "
                                + attemptId.toText();
        if (auto fenced = m_parts.store.fence(m_parts.core, why); !fenced)
            return fenced;
        return Failure(Error::notHappened("fence.witness", why));
    }
    return {};
}

} // namespace onceover
