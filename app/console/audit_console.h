// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/console_options.h"
#include "backend/domain/result.h"
#include "models/read/read_settings.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <string>

namespace onceover {

class ReadingDesk;
class SingleInstance;

// An auditor of the demo: a reading desk and nothing else. It starts no cluster, no provider and no
// core, and opens no connection that could write.
class AuditConsole : public QObject
{
    Q_OBJECT

public:
    // Of a demo that runs. Errors: demo.not_running, settings.*.
    static Result<ReadSettings> settingsOf(
        const std::filesystem::path& directory, const std::string& login);

    AuditConsole(
        const ConsoleOptions& options, const ReadSettings& settings, QObject* parent = nullptr);
    ~AuditConsole() override;

    // False: another window of this auditor shows itself instead.
    bool start();

    ReadingDesk& desk() { return *m_desk; }

private:
    ConsoleOptions m_options;
    std::unique_ptr<SingleInstance> m_instance;
    std::unique_ptr<ReadingDesk> m_desk;
};

} // namespace onceover
