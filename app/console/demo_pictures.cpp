// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo_pictures.h"

#include "app/console/demo_host.h"
#include "app/core/demo_site.h"

#include <QCoreApplication>

#include <cstdio>
#include <utility>

namespace onceover {

DemoPictures::DemoPictures(std::filesystem::path directory, QString output, QObject* parent)
    : QObject(parent)
    , m_directory(std::move(directory))
    , m_output(std::move(output))
{}

DemoPictures::~DemoPictures()
{
    m_screenshots.reset();
}

void DemoPictures::start()
{
    m_thread = std::jthread([this] {
        auto site = DemoSite::open(m_directory);
        const Result<void> result = site ? Result<void>() : Result<void>(Failure(site.error()));
        if (site)
            m_site = std::move(*site);
        QMetaObject::invokeMethod(
            this, [this, result] { opened(result); }, Qt::QueuedConnection);
    });
}

void DemoPictures::opened(const Result<void>& result)
{
    if (!result) {
        end(ConsoleExit::DatabaseAway, QString::fromStdString(result.error().detail()));
        return;
    }
    const auto person = m_site->person("liwei");
    const auto auditor = m_site->person("kim");
    if (!person || !auditor) {
        end(ConsoleExit::NoSuchName, QStringLiteral("the demo's people are not there."));
        return;
    }
    ReadSettings audit = DemoHost::readSettingsOf(*auditor);
    audit.role.clear();
    m_screenshots =
        std::make_unique<Screenshots>(DemoHost::readSettingsOf(*person), audit, m_output);
    connect(m_screenshots.get(), &Screenshots::drawn, this, [](const QString& file) {
        std::fputs((file + QLatin1Char('\n')).toLocal8Bit().constData(), stdout);
    });
    connect(m_screenshots.get(), &Screenshots::failed, this, [](const QString& what) {
        std::fputs(QStringLiteral("onceover: %1\n").arg(what).toLocal8Bit().constData(), stderr);
    });
    connect(m_screenshots.get(), &Screenshots::finished, this, [this](ConsoleExit exit) {
        end(exit, QString());
    });
    m_screenshots->start();
}

void DemoPictures::end(ConsoleExit exit, const QString& complaint)
{
    if (!complaint.isEmpty())
        std::fputs(
            QStringLiteral("onceover: %1\n").arg(complaint).toLocal8Bit().constData(), stderr);
    QCoreApplication::exit(static_cast<int>(exit));
}

} // namespace onceover
