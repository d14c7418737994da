// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/core_runner.h"

#include "models/text/untrusted_text.h"

#include <utility>

namespace onceover {

CoreRunner::CoreRunner(CoreHost::Settings settings, QObject* parent)
    : QObject(parent)
    , m_serve(
          [settings = std::move(settings)]() -> Result<std::unique_ptr<Serve::Host>> {
              auto host = CoreHost::create(settings);
              if (!host)
                  return Failure(host.error());
              return std::unique_ptr<Serve::Host>(std::move(*host));
          },
          // On the engine's thread: whoever listens is queued to.
          [this] { Q_EMIT stateChanged(); })
{}

CoreRunner::~CoreRunner()
{
    m_serve.requestStop();
    m_serve.join();
}

void CoreRunner::start()
{
    m_serve.start();
}

void CoreRunner::setPaused(bool isPaused)
{
    m_serve.setPaused(isPaused);
    Q_EMIT stateChanged();
}

Tone CoreRunner::tone(const EngineState& state)
{
    switch (state.phase) {
    case EnginePhase::Starting:
    case EnginePhase::Running:
        return Tone::Muted;
    case EnginePhase::Paused:
    case EnginePhase::Checking:
        return Tone::Warning;
    case EnginePhase::DatabaseAway:
    case EnginePhase::Fenced:
    case EnginePhase::Refused:
    case EnginePhase::JournalFailed:
    case EnginePhase::Replaced:
    case EnginePhase::Stopped:
        break;
    }
    return Tone::Danger;
}

QString CoreRunner::sentence(const EngineState& state)
{
    switch (state.phase) {
    case EnginePhase::Starting:
        return tr("The core starts.");
    case EnginePhase::Running:
        return state.callsUnderWay > 0
                   ? tr("The core sends: %n call(s) under way.", nullptr, state.callsUnderWay)
                   : tr("The core runs.");
    case EnginePhase::Paused:
        return tr("The core is paused: nothing new is sent, evidence is still gathered.");
    case EnginePhase::DatabaseAway:
        return tr("The core cannot reach the database: nothing new is sent. Answers to calls "
                  "already made "
                  "are kept in its journal and recorded when the database is back.");
    case EnginePhase::Checking:
        return tr("The database was restarted: no money moves until every core has found its "
                  "journal in it. Evidence is still stored.");
    case EnginePhase::Refused:
        return tr("The database does not take this core, nothing is sent from here: %1")
            .arg(UntrustedText::line(QString::fromStdString(state.detail), 200));
    case EnginePhase::Fenced:
        return tr("The database is fenced: no money moves, and this version cannot arm it again. "
                  "Evidence is still stored.");
    case EnginePhase::JournalFailed:
        return tr("The core's journal cannot be written: nothing is sent any more. What was sent "
                  "before stays on record and is still looked for.");
    case EnginePhase::Replaced:
        return tr("Another process took this core over: nothing is sent from here any more.");
    case EnginePhase::Stopped:
        break;
    }
    return state.detail.empty()
               ? tr("The core has stopped: nothing is sent from here.")
               : tr("The core has stopped, nothing is sent from here: %1")
                     .arg(UntrustedText::line(QString::fromStdString(state.detail), 200));
}

} // namespace onceover
