// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/person_desk.h"

#include "app/console/reading_desk.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "views/decision/decision_flow.h"

#include <utility>

namespace onceover {

PersonDesk::PersonDesk(ReadingDesk& reading, DeskBridge::OpenDesk openDesk, QObject* parent)
    : QObject(parent)
    , m_reading(reading)
    , m_clock(std::make_unique<SystemClock>())
    , m_ids(std::make_unique<RandomIdSource>(*m_clock))
    , m_bridge(std::make_unique<DeskBridge>(std::move(openDesk)))
    , m_flow(new DecisionFlow(
          reading.window().caseModel(),
          m_bridge.get(),
          [this] { return m_ids->next(); },
          &reading.window()))
{
    m_reading.window().attach(m_flow);
}

PersonDesk::~PersonDesk()
{
    // The flow reaches the bridge.
    delete m_flow;
}

} // namespace onceover
