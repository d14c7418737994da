// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/exit_code.h"
#include "app/console/screenshots.h"
#include "backend/domain/result.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <thread>

namespace onceover {

class DemoSite;

// --screenshots: opens the demo that is there, its cluster included but no core, and draws it.
class DemoPictures : public QObject
{
    Q_OBJECT

public:
    DemoPictures(std::filesystem::path directory, QString output, QObject* parent = nullptr);
    ~DemoPictures() override;

    // Ends the event loop with the exit code.
    void start();

private:
    void opened(const Result<void>& result);
    void end(ConsoleExit exit, const QString& complaint);

    std::filesystem::path m_directory;
    QString m_output;
    // Held until the pictures are done; the last user stops the cluster.
    std::unique_ptr<DemoSite> m_site;
    std::unique_ptr<Screenshots> m_screenshots;
    std::jthread m_thread;
};

} // namespace onceover
