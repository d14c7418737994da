// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/core_host.h"
#include "backend/engine/serve.h"
#include "models/sheet/sheet_row.h"

#include <QObject>
#include <QString>

namespace onceover {

// The core inside this program, as the screen sees it: its state as a signal, and the pause switch.
// The engine's thread never waits for the GUI, nor the GUI for it, but for the end.
class CoreRunner : public QObject
{
    Q_OBJECT

public:
    explicit CoreRunner(CoreHost::Settings settings, QObject* parent = nullptr);
    // Calls under way are waited for.
    ~CoreRunner() override;

    void start();

    EngineState state() const { return m_serve.state(); }

    // What the core does and what that means for the money, for the status line.
    static QString sentence(const EngineState& state);
    // Anything but a core at work stands out.
    static Tone tone(const EngineState& state);

public Q_SLOTS:
    // On record in the database: a paused core stays paused over a restart.
    void setPaused(bool isPaused);

Q_SIGNALS:
    // From the engine's thread.
    void stateChanged();

private:
    Serve m_serve;
};

} // namespace onceover
