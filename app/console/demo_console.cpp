// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo_console.h"

#include "app/console/person_desk.h"
#include "app/console/reading_desk.h"
#include "app/console/single_instance.h"
#include "models/text/untrusted_text.h"
#include "views/plain_label.h"
#include "views/shell/environment_strip.h"
#include "views/start/start_window.h"
#include "views/theme.h"

#include <QStatusBar>

#include <utility>

namespace onceover {

DemoConsole::DemoConsole(
    const ConsoleOptions& options,
    std::filesystem::path directory,
    std::string login,
    QObject* parent)
    : QObject(parent)
    , m_options(options)
    , m_instance(std::make_unique<SingleInstance>(
          QStringLiteral("demo/%1/%2")
              .arg(QString::fromStdString(directory.string()), QString::fromStdString(login))))
    , m_start(std::make_unique<StartWindow>(QString::fromStdString(directory.string())))
    , m_host(std::move(directory), std::move(login))
{
    connect(&m_host, &DemoHost::stepBegan, this, [this](DemoStep step) {
        m_start->beginStep(DemoText::step(step));
    });
    connect(&m_host, &DemoHost::ready, this, &DemoConsole::enter);
    connect(&m_host, &DemoHost::failed, this, &DemoConsole::showFailure);
    connect(&m_host, &DemoHost::storyMoved, this, [this](const QString& step) {
        const QString text = DemoText::story(step);
        if (!text.isEmpty())
            m_storyText = tr("The demo's story: %1.").arg(text);
        showStatus();
    });
    connect(&m_host, &DemoHost::storyEnded, this, [this](const QString& detail) {
        m_storyText =
            detail.isEmpty()
                ? QString()
                : tr("The demo's story was interrupted: %1").arg(UntrustedText::line(detail, 200));
        showStatus();
    });
    connect(&m_host, &DemoHost::coreChanged, this, &DemoConsole::showCore);
    connect(m_start.get(), &StartWindow::retryRequested, &m_host, &DemoHost::start);
    connect(m_start.get(), &StartWindow::freshRequested, &m_host, &DemoHost::startFresh);
}

// The desk first, then the host with its core: nobody is left to press a button meanwhile.
DemoConsole::~DemoConsole()
{
    m_person.reset();
    m_reading.reset();
}

bool DemoConsole::start()
{
    if (m_instance->start(m_options.reference) == SingleInstance::Role::Forwarded)
        return false;
    m_start->show();
    m_host.start();
    return true;
}

void DemoConsole::enter()
{
    DeskPlace place;
    place.environment = Environment::Demo;
    place.profileName = tr("private demo");
    place.hasOwnCore = true;
    place.layoutOwner = QStringLiteral("demo/") + m_host.readSettings().user;
    m_reading = std::make_unique<ReadingDesk>(m_host.readSettings(), place);
    ConnectionSettings desk = m_host.deskSettings();
    desk.applicationName = "onceover-desk";
    m_person = std::make_unique<PersonDesk>(*m_reading, std::optional(desk));
    connect(m_instance.get(), &SingleInstance::raiseRequested, m_reading.get(), &ReadingDesk::show);
    MainWindow& window = m_reading->window();
    connect(window.strip(), &EnvironmentStrip::pauseRequested, &m_host, &DemoHost::setPaused);
    m_status = new PlainLabel(&window);
    m_status->setFont(Theme::small());
    m_status->setTone(Tone::Muted);
    m_status->setAccessibleName(tr("Core and story"));
    window.statusBar()->addWidget(m_status, 1);
    auto* warning = new PlainLabel(
        tr("Whoever controls this desk can bypass the controls of a demo. No real money moves."),
        &window);
    warning->setObjectName(QStringLiteral("demoWarning"));
    warning->setFont(Theme::small());
    warning->setTone(Tone::Warning);
    window.statusBar()->addPermanentWidget(warning);
    m_reading->open();
    m_start->hide();
    showStatus();
    if (!m_options.reference.isEmpty())
        m_reading->show(m_options.reference);
}

void DemoConsole::showFailure(const QString& code, const QString& detail)
{
    if (!m_reading) {
        m_start->showFailure(DemoText::failure(code), detail, DemoText::isOutdated(code));
        return;
    }
    m_coreText = tr("No core runs here, nothing is sent from here: %1")
                     .arg(UntrustedText::line(detail, 200));
    m_coreTone = Tone::Danger;
    showStatus();
}

void DemoConsole::showCore(bool isHere, bool isPaused, const QString& sentence, Tone tone)
{
    m_coreText = sentence;
    m_coreTone = tone;
    if (m_reading && isHere)
        m_reading->window().strip()->showCore(isPaused);
    showStatus();
}

void DemoConsole::showStatus()
{
    if (m_status == nullptr)
        return;
    // A core that does not work matters more than the story.
    const bool isStory = !m_storyText.isEmpty() && m_coreTone == Tone::Muted;
    m_status->setText(isStory ? m_storyText : m_coreText);
    m_status->setTone(isStory ? Tone::Muted : m_coreTone);
}

} // namespace onceover
