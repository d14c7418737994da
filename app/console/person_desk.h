// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/act/desk_bridge.h"

#include <QObject>

#include <memory>

namespace onceover {

class DecisionFlow;
class ReadingDesk;
class SystemClock;
class RandomIdSource;

// What a person may do on top of a reading desk: the writing session under their own login, and the
// commands of the case. Audit mode has none of these.
class PersonDesk : public QObject
{
    Q_OBJECT

public:
    // `openDesk` is called in the desk's thread.
    PersonDesk(ReadingDesk& reading, DeskBridge::OpenDesk openDesk, QObject* parent = nullptr);
    ~PersonDesk() override;

    DecisionFlow& flow() { return *m_flow; }

private:
    ReadingDesk& m_reading;
    std::unique_ptr<SystemClock> m_clock;
    std::unique_ptr<RandomIdSource> m_ids;
    std::unique_ptr<DeskBridge> m_bridge;
    DecisionFlow* m_flow;
};

} // namespace onceover
