// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/connection_settings.h"
#include "models/act/desk_bridge.h"
#include "models/act/file_bridge.h"

#include <QObject>

#include <memory>
#include <optional>

namespace onceover {

class DecisionFlow;
class FilesFlow;
class ReadingDesk;
class SystemClock;
class RandomIdSource;

// What a person may do on top of a reading desk: the writing session under their own login, the
// commands of the case, and files. Audit mode has none of these.
class PersonDesk : public QObject
{
    Q_OBJECT

public:
    // Called in the desks' threads. `settings` empty: nothing can be stored or decided.
    PersonDesk(
        ReadingDesk& reading,
        const std::optional<ConnectionSettings>& settings,
        QObject* parent = nullptr);
    // For tests: with a desk of their own.
    PersonDesk(ReadingDesk& reading, DeskBridge::OpenDesk openDesk, QObject* parent = nullptr);
    ~PersonDesk() override;

    DecisionFlow& flow() { return *m_flow; }

    FilesFlow& files() { return *m_files; }

private:
    PersonDesk(
        ReadingDesk& reading,
        const DeskBridge::OpenDesk& openDesk,
        FileBridge::Store store,
        QObject* parent);

    ReadingDesk& m_reading;
    std::unique_ptr<SystemClock> m_clock;
    std::unique_ptr<RandomIdSource> m_ids;
    std::unique_ptr<DeskBridge> m_bridge;
    // Files are decided in a session of their own: a large one keeps no case waiting.
    std::unique_ptr<DeskBridge> m_fileDesk;
    std::unique_ptr<FileBridge> m_fileBridge;
    DecisionFlow* m_flow;
    FilesFlow* m_files;
};

} // namespace onceover
