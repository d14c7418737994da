// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/console_options.h"
#include "app/console/demo_host.h"

#include <QObject>

#include <memory>
#include <optional>

namespace onceover {

class PersonDesk;
class PlainLabel;
class ReadingDesk;
class SingleInstance;
class StartWindow;

// A person of the demo at the desk, with a core in the same program.
class DemoConsole : public QObject
{
    Q_OBJECT

public:
    DemoConsole(
        const ConsoleOptions& options,
        std::filesystem::path directory,
        std::string login,
        QObject* parent = nullptr);
    ~DemoConsole() override;

    // False: another window of this person shows itself instead.
    bool start();

private:
    void enter();
    void showFailure(const QString& code, const QString& detail);
    void showCore(bool isHere, bool isPaused, const QString& sentence, Tone tone);
    void showStatus();

    ConsoleOptions m_options;
    std::unique_ptr<SingleInstance> m_instance;
    std::unique_ptr<StartWindow> m_start;
    DemoHost m_host;
    std::unique_ptr<ReadingDesk> m_reading;
    std::unique_ptr<PersonDesk> m_person;
    // In the window's status bar.
    PlainLabel* m_status = nullptr;
    QString m_storyText;
    QString m_coreText;
    Tone m_coreTone = Tone::Muted;
};

} // namespace onceover
