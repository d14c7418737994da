// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/connection_state.h"
#include "models/read/snapshots.h"
#include "views/shell/desk_place.h"

#include <QFrame>

class QToolButton;

namespace onceover {

class PlainLabel;

// The line at the top that answers before anybody asks: which environment, who am I, how old is
// what I see, does the core run, how much is in doubt.
class EnvironmentStrip : public QFrame
{
    Q_OBJECT

public:
    explicit EnvironmentStrip(const DeskPlace& place, QWidget* parent = nullptr);

    void showPulse(const DeskPulse& pulse);
    void showConnection(ConnectionState state, std::int64_t lastReadUs, const QString& why);
    // Of the embedded core; without one the button is not there.
    void showCore(bool isPaused);

    static QString environmentName(const DeskPlace& place);

Q_SIGNALS:
    void pauseRequested(bool isPaused);

private:
    QString doubtText(const DeskPulse& pulse) const;

    DeskPlace m_place;
    PlainLabel* m_environment;
    PlainLabel* m_person;
    PlainLabel* m_connection;
    PlainLabel* m_core;
    QToolButton* m_pause;
    PlainLabel* m_doubt;
    bool m_isPaused = false;
};

} // namespace onceover
